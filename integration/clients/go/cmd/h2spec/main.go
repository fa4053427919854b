// Command h2spec runs the h2spec conformance suite against 127.0.0.1:PORT, speaking HTTP/2 with prior
// knowledge, and prints its report as JUnit XML into the file: h2spec PORT FILE.
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/summerwind/h2spec"
	"github.com/summerwind/h2spec/config"
)

func main() {
	port, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	passed, err := h2spec.Run(&config.Config{
		Host:         "127.0.0.1",
		Port:         port,
		Path:         "/",
		Timeout:      time.Second,
		MaxHeaderLen: 4000,
		JUnitReport:  os.Args[2],
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !passed {
		os.Exit(1)
	}
}

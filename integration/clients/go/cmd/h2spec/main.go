// Command h2spec runs the h2spec conformance suite against 127.0.0.1:PORT and prints its report as JUnit XML
// into the file: h2spec PORT FILE speaks HTTP/2 with prior knowledge, h2spec PORT FILE tls over TLS, and
// h2spec PORT FILE tls CERTIFICATE KEY with a client certificate.
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
	settings := &config.Config{
		Host:         "127.0.0.1",
		Port:         port,
		Path:         "/",
		Timeout:      time.Second,
		MaxHeaderLen: 4000,
		JUnitReport:  os.Args[2],
		TLS:          len(os.Args) > 3,
		// Who the server is, others check.
		Insecure: true,
	}
	if len(os.Args) > 5 {
		settings.CertFile, settings.CertKeyFile = os.Args[4], os.Args[5]
	}
	passed, err := h2spec.Run(settings)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !passed {
		os.Exit(1)
	}
}

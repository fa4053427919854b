// Hcldump reads documents, each one line holding a JSON string, and prints for each one line of JSON: what the HCL 1
// library that SPIRE uses makes of it, or the error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/hashicorp/hcl"
)

type answer struct {
	Value any    `json:"value"`
	Error string `json:"error,omitempty"`
}

func decode(text string) (result answer) {
	defer func() {
		if fault := recover(); fault != nil {
			result = answer{Error: fmt.Sprintf("panic: %v", fault)}
		}
	}()
	var value any
	if err := hcl.Decode(&value, text); err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Value: value}
}

func main() {
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for scanner.Scan() {
		var text string
		if err := json.Unmarshal(scanner.Bytes(), &text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := encoder.Encode(decode(text)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// Hcldump reads documents, each one line holding a JSON string, and prints for each one line of JSON: the tree that
// the HCL 1 library which SPIRE uses makes of it, or the error. Objects are lists of items with their keys, so that
// order and repetition show.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/hashicorp/hcl/hcl/ast"
	"github.com/hashicorp/hcl/hcl/parser"
	"github.com/hashicorp/hcl/hcl/token"
)

type answer struct {
	Value any    `json:"value"`
	Error string `json:"error,omitempty"`
}

type item struct {
	Keys  []string `json:"keys"`
	Value any      `json:"value"`
}

func tree(text string) (result answer) {
	defer func() {
		if fault := recover(); fault != nil {
			result = answer{Error: fmt.Sprintf("panic: %v", fault)}
		}
	}()
	file, err := parser.ParseDontErrorOnDuplicateKeys([]byte(text))
	if err != nil {
		return answer{Error: err.Error()}
	}
	list, ok := file.Node.(*ast.ObjectList)
	if !ok {
		return answer{Error: fmt.Sprintf("%T", file.Node)}
	}
	return answer{Value: objectOf(list)}
}

func objectOf(list *ast.ObjectList) any {
	items := []item{}
	for _, one := range list.Items {
		keys := []string{}
		for _, key := range one.Keys {
			keys = append(keys, key.Token.Value().(string))
		}
		items = append(items, item{Keys: keys, Value: valueOf(one.Val)})
	}
	return map[string]any{"object": items}
}

func valueOf(node ast.Node) any {
	switch node := node.(type) {
	case *ast.ObjectType:
		return objectOf(node.List)
	case *ast.ListType:
		values := []any{}
		for _, one := range node.List {
			values = append(values, valueOf(one))
		}
		return map[string]any{"list": values}
	case *ast.LiteralType:
		if node.Token.Type == token.NUMBER || node.Token.Type == token.FLOAT {
			return map[string]any{"number": node.Token.Value()}
		}
		return map[string]any{"value": node.Token.Value()}
	}
	panic(fmt.Sprintf("%T", node))
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
		if err := encoder.Encode(tree(text)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

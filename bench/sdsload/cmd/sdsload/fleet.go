package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"sigil/bench/sdsload/internal/measure"
)

// A child is this program again, with its part of the load. It answers each
// line on its standard input with one JSON line: the first starts the work
// (burst, or the opening of held streams), each further one takes the state of
// the held streams. It ends with its input.
type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func runChild(raw string) error {
	var cfg config
	if err := json.Unmarshal([]byte(raw), &cfg); err != nil {
		return err
	}
	in := bufio.NewScanner(os.Stdin)
	if !in.Scan() {
		return nil
	}
	ctx := context.Background()
	if !cfg.Hold {
		b, err := oneBurst(ctx, cfg)
		if err != nil {
			return err
		}
		return measure.PrintLine(os.Stdout, b)
	}
	h, err := startHolder(ctx, cfg)
	if err != nil {
		return err
	}
	defer h.stop()
	for first := true; first || in.Scan(); first = false {
		var p holdPart
		if !first {
			p = h.take()
		}
		if err := measure.PrintLine(os.Stdout, p); err != nil {
			return err
		}
	}
	return nil
}

func spawn(ctx context.Context, cfg config) ([]*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var all []*child
	for _, part := range cfg.split() {
		raw, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		c := &child{cmd: exec.CommandContext(ctx, self)}
		c.cmd.Env = append(os.Environ(), childEnv+"="+string(raw))
		c.cmd.Stderr = os.Stderr
		if c.in, err = c.cmd.StdinPipe(); err != nil {
			return nil, err
		}
		out, err := c.cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		c.out = bufio.NewReaderSize(out, 1<<20)
		if err := c.cmd.Start(); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// ask sends every child a line at once, then collects the answers.
func ask[T any](all []*child) ([]T, error) {
	for _, c := range all {
		if _, err := io.WriteString(c.in, "go\n"); err != nil {
			return nil, err
		}
	}
	var answers []T
	for i, c := range all {
		v, err := decode[T](c.out)
		if err != nil {
			return nil, fmt.Errorf("child %d: %w", i, err)
		}
		answers = append(answers, v)
	}
	return answers, nil
}

func end(all []*child) {
	for _, c := range all {
		c.in.Close()
	}
	for _, c := range all {
		c.cmd.Wait()
	}
}

func burstOfChildren(ctx context.Context, cfg config) (burst, error) {
	all, err := spawn(ctx, cfg)
	if err != nil {
		return burst{}, err
	}
	defer end(all)
	time.Sleep(200 * time.Millisecond) // let the processes come up
	parts, err := ask[burst](all)
	if err != nil {
		return burst{}, err
	}
	var sum burst
	for _, p := range parts {
		sum.Add(p.Result)
		sum.Bytes += p.Bytes
	}
	return sum, nil
}

// heldByChildren is the held streams of a number of child processes.
type heldByChildren struct{ all []*child }

func startChildren(ctx context.Context, cfg config) (held, error) {
	all, err := spawn(ctx, cfg)
	if err != nil {
		return nil, err
	}
	_, err = ask[holdPart](all)
	return heldByChildren{all}, err
}

func (h heldByChildren) take() (holdPart, error) {
	parts, err := ask[holdPart](h.all)
	sum := holdPart{Errors: map[string]int{}}
	for _, p := range parts {
		sum.Events = append(sum.Events, p.Events...)
		sum.FirstMs = append(sum.FirstMs, p.FirstMs...)
		sum.Live += p.Live
		sum.Attempts += p.Attempts
		measure.AddCounts(sum.Errors, p.Errors)
		if p.Sample != "" {
			sum.Sample = p.Sample
		}
	}
	return sum, err
}

func (h heldByChildren) stop() { end(h.all) }

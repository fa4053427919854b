// Command grpcgo calls a socket with grpc-go and go-spiffe: `checks SOCKET AUTHORITY…` the test methods, one word for
// each check that holds; `x509 SOCKET` an agent, the SPIFFE ID for each line of standard input.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spiffe/go-spiffe/v2/workloadapi"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// raw passes messages as they are.
type raw struct{}

func (raw) Name() string                  { return "proto" }
func (raw) Marshal(v any) ([]byte, error) { return *v.(*[]byte), nil }
func (raw) Unmarshal(data []byte, v any) error {
	*v.(*[]byte) = bytes.Clone(data)
	return nil
}

func main() {
	var err error
	if os.Args[1] == "checks" {
		err = checks(os.Args[2], os.Args[3:])
	} else {
		err = x509(os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func dial(socket string, more ...grpc.DialOption) (*grpc.ClientConn, error) {
	return grpc.NewClient("unix:"+socket, append(more,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(raw{}), grpc.MaxCallRecvMsgSize(20_000_000)))...)
}

func ask(conn *grpc.ClientConn, body []byte, timeout time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	var answer []byte
	err := conn.Invoke(ctx, "/test.Test/Ask", &body, &answer, grpc.WaitForReady(true))
	return answer, err
}

type checker struct{ err error }

func (c *checker) that(name string, holds bool) {
	if c.err != nil {
		return
	}
	if !holds {
		c.err = errors.New(name + " does not hold")
		return
	}
	fmt.Println(name)
}

func checks(socket string, authorities []string) error {
	conn, err := dial(socket)
	if err != nil {
		return err
	}
	const patience = 20 * time.Second
	is := func(body []byte) bool {
		answer, err := ask(conn, body, patience)
		return err == nil && bytes.Equal(answer, body)
	}
	c := &checker{}
	c.that("answer", is([]byte("hello")))
	c.that("empty", is(nil))
	c.that("large", is(bytes.Repeat([]byte("0123456789"), 300_000)))
	sizes, err := stream(conn, "/test.Test/Watch", []byte("10000000"))
	c.that("ten-megabytes", err == nil && len(sizes) == 2 && len(sizes[0]) == 10_000_000 && len(sizes[1]) == 10_000_000)
	words, err := stream(conn, "/test.Test/Chat", []byte("a"), []byte("b"), []byte("c"))
	c.that("chat", err == nil && string(bytes.Join(words, nil)) == "abc")
	c.that("cancel", cancelled(conn))
	_, err = ask(conn, []byte("wait"), 200*time.Millisecond)
	c.that("deadline", status.Code(err) == codes.DeadlineExceeded)
	_, err = ask(conn, []byte("refuse"), patience)
	c.that("status", status.Code(err) == codes.NotFound && status.Convert(err).Message() == "no \u201cx\u201d\n100%")
	err = conn.Invoke(context.Background(), "/test.Test/Absent", &[]byte{}, &[]byte{})
	c.that("unimplemented", status.Code(err) == codes.Unimplemented)
	c.that("metadata", withMetadata(conn))
	for _, authority := range authorities {
		odd, err := dial(socket, grpc.WithAuthority(authority))
		if err != nil {
			return err
		}
		answer, err := ask(odd, []byte("x"), patience)
		c.that("authority", err == nil && string(answer) == "x")
		odd.Close()
	}
	c.that("many", many(conn, is))
	fmt.Println("restart")
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return err
	}
	// A call may meet the connection that has just ended: no library sends it again by itself.
	for range 100 {
		if is([]byte("again")) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.that("reconnect", is([]byte("again")))
	return c.err
}

func stream(conn *grpc.ClientConn, path string, messages ...[]byte) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	opened, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}, path)
	if err != nil {
		return nil, err
	}
	for _, message := range messages {
		if err := opened.SendMsg(&message); err != nil {
			return nil, err
		}
	}
	if err := opened.CloseSend(); err != nil {
		return nil, err
	}
	var answers [][]byte
	for {
		var answer []byte
		if err := opened.RecvMsg(&answer); errors.Is(err, io.EOF) {
			return answers, nil
		} else if err != nil {
			return answers, err
		}
		answers = append(answers, answer)
	}
}

func cancelled(conn *grpc.ClientConn) bool {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	body := []byte("wait")
	return status.Code(conn.Invoke(ctx, "/test.Test/Ask", &body, &[]byte{})) == codes.Canceled
}

func withMetadata(conn *grpc.ClientConn) bool {
	ctx := metadata.AppendToOutgoingContext(context.Background(), "x-test", "a", "y-bin", "\x00\xff")
	body, answer := []byte("metadata"), []byte{}
	err := conn.Invoke(ctx, "/test.Test/Ask", &body, &answer)
	return err == nil && strings.HasPrefix(string(answer), "a AP8")
}

func many(_ *grpc.ClientConn, is func([]byte) bool) bool {
	var all sync.WaitGroup
	var mu sync.Mutex
	good := 0
	for at := range 500 {
		all.Go(func() {
			if is(fmt.Append(nil, at)) {
				mu.Lock()
				defer mu.Unlock()
				good++
			}
		})
	}
	all.Wait()
	return good == 500
}

// x509 follows the agent as workloads do: the source redials by itself.
func x509(socket string) error {
	ctx := context.Background()
	client, err := workloadapi.New(ctx, workloadapi.WithAddr("unix://"+socket))
	if err != nil {
		return err
	}
	defer client.Close()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		for {
			limited, cancel := context.WithTimeout(ctx, 5*time.Second)
			svid, err := client.FetchX509SVID(limited)
			cancel()
			if err == nil {
				fmt.Println(svid.ID)
				break
			}
			fmt.Fprintln(os.Stderr, err)
			time.Sleep(100 * time.Millisecond)
		}
	}
	return nil
}

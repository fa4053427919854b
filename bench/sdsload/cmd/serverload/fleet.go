package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	entryv1 "github.com/spiffe/spire-api-sdk/proto/spire/api/server/entry/v1"
	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"sigil/bench/sdsload/internal/measure"
)

// agents attests many agents, as many nodes would be: each has its own alias
// (HOST-0, HOST-1 and so on, -parents of them), its own connection, and syncs
// once. They stay connected until the standard input ends.
func (c config) agents(ctx context.Context, admin *grpc.ClientConn) error {
	before, err := measure.ReadUsage(c.pid)
	if err != nil {
		return err
	}
	var (
		mu    sync.Mutex
		conns []*grpc.ClientConn
	)
	defer func() {
		for _, conn := range conns {
			conn.Close()
		}
	}()
	res := measure.Run(ctx, c.total, c.concurrency, func(ctx context.Context, i int) (time.Duration, error) {
		start := time.Now()
		one := c
		one.settle = 0
		one.host = c.host + "-" + strconv.Itoa(i%c.parents)
		a, err := attest(ctx, one, admin)
		if err != nil {
			return 0, err
		}
		conn, err := a.dial()
		if err != nil {
			return 0, err
		}
		mu.Lock()
		conns = append(conns, conn)
		mu.Unlock()
		err = syncRevisions(ctx, entryv1.NewEntryClient(conn), 0)
		return time.Since(start), err
	})
	after, err := measure.ReadUsage(c.pid)
	if err != nil {
		return err
	}
	out := report{Label: c.label, Mode: c.mode, Total: c.total, Concurrency: c.concurrency, Conns: len(conns), Report: res.Report(before, after)}
	out.ItemsPerS, out.CPUPerItem = out.PerSecond, out.CPUPerOpUs
	if err := measure.PrintLine(os.Stdout, out); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// waitHealthy asks until the server is healthy, or for a minute.
func waitHealthy(ctx context.Context, admin *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	client := healthv1.NewHealthClient(admin)
	var last error
	for ctx.Err() == nil {
		admin.ResetConnectBackoff()
		resp, err := client.Check(ctx, &healthv1.HealthCheckRequest{})
		if err == nil && resp.Status == healthv1.HealthCheckResponse_SERVING {
			return nil
		}
		if err != nil {
			last = err
		}
		time.Sleep(5 * time.Millisecond)
	}
	return fmt.Errorf("not healthy in time: %v", last)
}

package main

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"sigil/bench/sdsload/internal/measure"
)

// burst is the raw result of one process; those of several are merged.
type burst struct {
	measure.Result
	Bytes int64 // of the first messages
}

// burstReport is the line that open, fetch and jwt print.
type burstReport struct {
	Label       string `json:"label,omitempty"`
	Mode        string `json:"mode"`
	Total       int    `json:"n"`
	Concurrency int    `json:"c"`
	Conns       int    `json:"conns"`
	Processes   int    `json:"procs"`
	NodeBytes   int    `json:"node_bytes"`
	MeanBytes   int64  `json:"mean_bytes"`
	measure.Report
}

// runBurst performs cfg.Total operations and prints the result.
func runBurst(ctx context.Context, cfg config, out io.Writer) error {
	before, err := measure.ReadUsage(cfg.PID)
	if err != nil {
		return err
	}
	var b burst
	if cfg.Processes > 1 {
		b, err = burstOfChildren(ctx, cfg)
	} else {
		b, err = oneBurst(ctx, cfg)
	}
	if err != nil {
		return err
	}
	after, err := measure.ReadUsage(cfg.PID)
	if err != nil {
		return err
	}
	return measure.PrintLine(out, burstReport{
		Label: cfg.Label, Mode: cfg.Mode, Total: cfg.Total, Concurrency: cfg.Concurrency,
		Conns: cfg.Conns, Processes: cfg.Processes, NodeBytes: cfg.NodeBytes,
		MeanBytes: b.Bytes / int64(max(len(b.Latencies), 1)),
		Report:    b.Report(before, after),
	})
}

// oneBurst does the work of one process: each operation opens a stream, waits
// for its first message and closes it.
func oneBurst(ctx context.Context, cfg config) (burst, error) {
	conns, err := newPool(cfg)
	if err != nil {
		return burst{}, err
	}
	defer conns.close()
	run := watcher(cfg)
	var bytes atomic.Int64
	res := measure.Run(ctx, cfg.Total, cfg.Concurrency, func(ctx context.Context, i int) (d time.Duration, err error) {
		start := time.Now()
		ctx, cancel := context.WithTimeout(ctx, cfg.Timeout)
		defer cancel()
		conn, release, err := conns.get(i)
		if err != nil {
			return 0, err
		}
		defer release()
		err = run(ctx, conn, cfg.First+i, func(payload []byte) bool {
			d = time.Since(start)
			bytes.Add(int64(len(payload)))
			return false
		})
		return d, err
	})
	return burst{res, bytes.Load()}, nil
}

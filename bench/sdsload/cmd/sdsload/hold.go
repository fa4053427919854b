package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc/status"

	"sigil/bench/sdsload/internal/measure"
)

// Commands of hold mode, one per line on standard input:
//
//	mark [unix-ns]    forget what was received; the trigger is then (default: now)
//	report [unix-ns]  print what was received since the trigger, then mark
//	quit              end, like the end of the input
//
// SIGUSR1 is a report.

// event is one message received on a held stream.
type event struct {
	Stream int
	At     int64 // unix nanoseconds
	New    bool  // the content differs from the stream's message before
}

// holdPart is the raw state of one process; those of several are merged.
type holdPart struct {
	Events   []event
	FirstMs  []time.Duration // opening to first message, of streams opened since the last mark
	Errors   map[string]int
	Sample   string
	Live     int // streams that have a message and have not ended
	Attempts int
}

type holdReport struct {
	Label     string                    `json:"label,omitempty"`
	Mode      string                    `json:"mode"`
	Event     string                    `json:"event"`
	Streams   int                       `json:"streams"`
	Live      int                       `json:"live"`
	Conns     int                       `json:"conns"`
	Processes int                       `json:"procs"`
	SinceS    float64                   `json:"since_s"`
	Attempts  int                       `json:"attempts"`
	FirstMs   measure.Quantiles         `json:"first_ms"`
	Updates   map[string]resourceReport `json:"updates"`
	Errors    map[string]int            `json:"errors"`
	ErrorText string                    `json:"error_text,omitempty"`
	Process   *measure.Process          `json:"process,omitempty"`
}

// resourceReport is about the messages for one resource since the trigger.
type resourceReport struct {
	Streams     int               `json:"streams"`       // that received any
	Messages    int               `json:"messages"`      // to all streams together
	Unchanged   int               `json:"unchanged"`     // messages that repeat the content before
	PerStream   float64           `json:"per_stream"`    // mean messages per stream of the resource
	MostToOne   int               `json:"most_to_one"`   // most messages to one stream
	FirstMs     measure.Quantiles `json:"first_ms"`      // trigger to a stream's first message
	FirstNewMs  measure.Quantiles `json:"first_new_ms"`  // trigger to a stream's first new content
	LastMs      float64           `json:"last_ms"`       // trigger to the last message of all
	SpreadMs    float64           `json:"spread_ms"`     // first to last stream, first messages
	SpreadNewMs float64           `json:"spread_new_ms"` // the same for new content
}

// holder keeps the streams of one process.
type holder struct {
	cfg   config
	conns *pool
	run   watch
	seed  maphash.Seed

	mu   sync.Mutex
	part holdPart
	wg   sync.WaitGroup
	ends context.CancelFunc
}

// startHolder opens the streams; it returns once each has had its first
// message or has failed, or at once with -retry.
func startHolder(ctx context.Context, cfg config) (*holder, error) {
	conns, err := newPool(cfg)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	h := &holder{cfg: cfg, conns: conns, run: watcher(cfg), seed: maphash.MakeSeed(), ends: cancel}
	h.part.Errors = map[string]int{}
	slots := make(chan struct{}, cfg.Concurrency)
	var opened sync.WaitGroup
	start := time.Now()
	for i := range cfg.Total {
		if cfg.OpenRate > 0 {
			time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / time.Duration(cfg.OpenRate))))
		}
		if cfg.Retry {
			h.wg.Go(func() { h.keep(ctx, i, func() {}) })
			continue
		}
		slots <- struct{}{}
		opened.Add(1)
		h.wg.Go(func() {
			h.keep(ctx, i, sync.OnceFunc(func() { <-slots; opened.Done() }))
		})
	}
	opened.Wait()
	return h, nil
}

func (h *holder) stop() {
	h.ends()
	h.wg.Wait()
	h.conns.close()
}

// keep runs stream i, again and again with -retry. settled is called when the
// stream has its first message or has failed.
func (h *holder) keep(ctx context.Context, i int, settled func()) {
	defer settled()
	conn, release, err := h.conns.get(i)
	if err != nil {
		h.failed(err, false)
		return
	}
	defer release()
	var last uint64
	step := 500 * time.Millisecond
	for {
		got := false
		begin := time.Now()
		h.count(func(p *holdPart) { p.Attempts++ })
		sctx, cancel := context.WithCancel(ctx)
		limit := time.AfterFunc(h.cfg.Timeout, cancel)
		err := h.run(sctx, conn, h.cfg.First+i, func(payload []byte) bool {
			now := time.Now()
			sum := maphash.Bytes(h.seed, payload)
			h.count(func(p *holdPart) {
				p.Events = append(p.Events, event{h.cfg.First + i, now.UnixNano(), sum != last})
				if !got {
					p.Live++
					p.FirstMs = append(p.FirstMs, now.Sub(begin))
				}
			})
			if !got {
				limit.Stop()
				got, step = true, 500*time.Millisecond
				settled()
			}
			last = sum
			return true
		})
		if !limit.Stop() && !got {
			err = status.FromContextError(context.DeadlineExceeded).Err()
		}
		cancel()
		if ctx.Err() != nil {
			return
		}
		h.failed(err, got)
		if !h.cfg.Retry {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(rand.N(step)):
		}
		step = min(2*step, 30*time.Second)
	}
}

func (h *holder) count(f func(*holdPart)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f(&h.part)
}

func (h *holder) failed(err error, wasLive bool) {
	h.count(func(p *holdPart) {
		if wasLive {
			p.Live--
		}
		p.Errors[measure.Code(err)]++
		p.Sample = err.Error()
	})
}

// take returns what was received and forgets it.
func (h *holder) take() holdPart {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.part
	h.part = holdPart{Errors: map[string]int{}, Live: p.Live}
	return p
}

// held is the set of streams of one process or of several.
type held interface {
	take() (holdPart, error)
	stop()
}

type localHeld struct{ *holder }

func (l localHeld) take() (holdPart, error) { return l.holder.take(), nil }

// runHold opens the streams, prints a line, and serves the commands.
func runHold(ctx context.Context, cfg config, in io.Reader, out io.Writer) error {
	begin := time.Now()
	before, err := measure.ReadUsage(cfg.PID)
	if err != nil {
		return err
	}
	var streams held
	if cfg.Processes > 1 {
		streams, err = startChildren(ctx, cfg)
	} else {
		var h *holder
		h, err = startHolder(ctx, cfg)
		streams = localHeld{h}
	}
	if err != nil {
		return err
	}
	defer streams.stop()

	trigger := begin
	report := func(name string) error {
		p, err := streams.take()
		if err != nil {
			return err
		}
		after, err := measure.ReadUsage(cfg.PID)
		if err != nil {
			return err
		}
		r := p.report(cfg, trigger)
		r.Event, r.Process = name, after.Since(before)
		before, trigger = after, time.Now()
		return measure.PrintLine(out, r)
	}
	if err := report("opened"); err != nil {
		return err
	}

	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	for lines := readLines(in); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-signals:
			if err := report("report"); err != nil {
				return err
			}
		case line, ok := <-lines:
			words := strings.Fields(line)
			if !ok || len(words) > 0 && words[0] == "quit" {
				return nil
			}
			if len(words) == 0 {
				continue
			}
			when := time.Time{}
			if len(words) > 1 {
				ns, err := strconv.ParseInt(words[1], 10, 64)
				if err != nil {
					return fmt.Errorf("command %q: %w", line, err)
				}
				when = time.Unix(0, ns)
			}
			switch words[0] {
			case "mark":
				if _, err := streams.take(); err != nil {
					return err
				}
				if before, err = measure.ReadUsage(cfg.PID); err != nil {
					return err
				}
				if trigger = time.Now(); !when.IsZero() {
					trigger = when
				}
			case "report":
				if !when.IsZero() {
					trigger = when
				}
				if err := report("report"); err != nil {
					return err
				}
			default:
				return fmt.Errorf("unknown command %q", line)
			}
		}
	}
}

func readLines(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}

func (p holdPart) report(cfg config, trigger time.Time) holdReport {
	r := holdReport{
		Label: cfg.Label, Mode: cfg.Mode, Streams: cfg.Total, Live: p.Live, Conns: cfg.Conns,
		Processes: cfg.Processes, SinceS: measure.Round(time.Since(trigger).Seconds(), 3),
		Attempts: p.Attempts, FirstMs: measure.Summarise(p.FirstMs), Errors: p.Errors, ErrorText: p.Sample,
		Updates: map[string]resourceReport{},
	}
	type seen struct {
		first, firstNew int64
		messages        int
	}
	type tally struct {
		resourceReport
		last    int64
		streams map[int]*seen
	}
	tallies := map[string]*tally{}
	for _, e := range p.Events {
		if e.At < trigger.UnixNano() {
			continue
		}
		name := cfg.resource(e.Stream)
		t := tallies[name]
		if t == nil {
			t = &tally{streams: map[int]*seen{}}
			tallies[name] = t
		}
		s := t.streams[e.Stream]
		if s == nil {
			s = &seen{first: e.At}
			t.streams[e.Stream] = s
		}
		t.Messages++
		s.messages++
		t.MostToOne = max(t.MostToOne, s.messages)
		if !e.New {
			t.Unchanged++
		} else if s.firstNew == 0 {
			s.firstNew = e.At
		}
		s.first = min(s.first, e.At)
		t.last = max(t.last, e.At)
	}
	ofResource := map[string]int{}
	for i := range cfg.Total {
		ofResource[cfg.resource(i)]++
	}
	for name, t := range tallies {
		var first, fresh []time.Duration
		for _, s := range t.streams {
			first = append(first, time.Duration(s.first-trigger.UnixNano()))
			if s.firstNew != 0 {
				fresh = append(fresh, time.Duration(s.firstNew-trigger.UnixNano()))
			}
		}
		rr := t.resourceReport
		rr.Streams = len(t.streams)
		rr.PerStream = measure.Round(float64(rr.Messages)/float64(ofResource[name]), 2)
		rr.FirstMs, rr.FirstNewMs = measure.Summarise(first), measure.Summarise(fresh)
		rr.LastMs = measure.Millis(time.Duration(t.last - trigger.UnixNano()))
		rr.SpreadMs = measure.Round(rr.FirstMs.Max-rr.FirstMs.Min, 3)
		rr.SpreadNewMs = measure.Round(rr.FirstNewMs.Max-rr.FirstNewMs.Min, 3)
		r.Updates[name] = rr
	}
	return r
}

// decode is a helper for the messages between parent and children.
func decode[T any](r *bufio.Reader) (v T, err error) {
	line, err := r.ReadBytes('\n')
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal(line, &v)
}

// Command serverload puts load on a SPIRE server: on its admin socket, and on
// its TLS port with the identity of one agent that it attests by join token.
//
//	serverload create   BatchCreateEntry over the admin socket
//	serverload list     ListEntries over the admin socket, page by page
//	serverload mint     MintX509SVID over the admin socket
//	serverload sync     what an agent without news does: SyncAuthorizedEntries
//	                    (-full: GetAuthorizedEntries), with -bundle GetBundle too
//	serverload sign     BatchNewX509SVID
//	serverload jwt      NewJWTSVID
//	serverload agents   attests -n agents, each with a connection of its own on
//	                    which it syncs once; keeps them until its input ends
//	serverload wait     until the server says over its admin socket that it is
//	                    healthy
//
// Every run prints one JSON object, with -repeat one for each time. -n counts calls; items are calls times
// -batch. Signing is limited to 500 a second per address by default; switch
// that off in the server (ratelimit { signing = false }) to see what it can do.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	bundlev1 "github.com/spiffe/spire-api-sdk/proto/spire/api/server/bundle/v1"
	entryv1 "github.com/spiffe/spire-api-sdk/proto/spire/api/server/entry/v1"
	svidv1 "github.com/spiffe/spire-api-sdk/proto/spire/api/server/svid/v1"
	"github.com/spiffe/spire-api-sdk/proto/spire/api/types"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"sigil/bench/sdsload/internal/measure"
)

type config struct {
	mode        string
	admin       string
	server      string
	trustDomain string
	host        string
	total       int
	warm        int
	repeat      int
	concurrency int
	conns       int
	batch       int
	selectors   int
	offset      int
	parents     int
	full        bool
	ask         int
	bundle      bool
	settle      time.Duration
	pid         int
	label       string
}

type report struct {
	Label       string  `json:"label,omitempty"`
	Mode        string  `json:"mode"`
	Total       int     `json:"n"`
	Batch       int     `json:"batch"`
	Concurrency int     `json:"c"`
	Conns       int     `json:"conns"`
	Entries     int     `json:"authorized_entries,omitempty"`
	ItemsPerS   float64 `json:"items_per_s"`
	CPUPerItem  float64 `json:"cpu_us_per_item,omitempty"`
	measure.Report
}

func main() {
	cfg, err := parse(os.Args[1:])
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		err = run(ctx, cfg)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "serverload:", err)
		os.Exit(1)
	}
}

func parse(args []string) (config, error) {
	if len(args) == 0 {
		return config{}, fmt.Errorf("usage: serverload create|list|mint|sync|sign|jwt|agents|wait [flags]; serverload create -h lists the flags")
	}
	cfg := config{mode: args[0]}
	fs := flag.NewFlagSet("serverload "+cfg.mode, flag.ExitOnError)
	fs.StringVar(&cfg.admin, "admin", "/tmp/spire-server/private/api.sock", "path of the server's admin `socket`")
	fs.StringVar(&cfg.server, "server", "127.0.0.1:8081", "`address` of the server's TLS port")
	fs.StringVar(&cfg.trustDomain, "trust-domain", "example.org", "trust domain `name`")
	fs.StringVar(&cfg.host, "host", "/host", "`path` of the ID that entries have as parent and the agent gets as an alias")
	fs.IntVar(&cfg.total, "n", 1000, "`number` of calls")
	fs.IntVar(&cfg.warm, "warm", 0, "`number` of calls before those that are measured")
	fs.IntVar(&cfg.repeat, "repeat", 1, "`times` to measure -n calls, each with a line of its own")
	fs.IntVar(&cfg.concurrency, "c", 1, "calls in flight at once")
	fs.IntVar(&cfg.conns, "conns", 1, "connections to spread the calls over (0: a new one for each call)")
	fs.IntVar(&cfg.batch, "batch", 1, "`entries` or SVIDs per call; page size for list")
	fs.IntVar(&cfg.selectors, "selectors", 2, "create: selectors per entry")
	fs.IntVar(&cfg.offset, "offset", 0, "create: `number` of the first entry")
	fs.IntVar(&cfg.parents, "parents", 1, "create: `number` of parents to spread the entries over; with more than one they are HOST-0, HOST-1 and so on")
	fs.BoolVar(&cfg.full, "full", false, "sync: call GetAuthorizedEntries instead")
	fs.IntVar(&cfg.ask, "ask", 0, "sync: `number` of entries to ask for in full after the revisions, as an agent does whose entries changed")
	fs.BoolVar(&cfg.bundle, "bundle", false, "sync: fetch the bundle after the entries, as agents do")
	fs.DurationVar(&cfg.settle, "settle", 6*time.Second, "time to let pass between the token's creation and the first call (the server caches entries for 5 s)")
	fs.IntVar(&cfg.pid, "pid", 0, "`process` whose CPU time and memory to report")
	fs.StringVar(&cfg.label, "label", "", "`text` copied to the output")
	if err := fs.Parse(args[1:]); err != nil {
		return cfg, err
	}
	if cfg.total < 1 || cfg.repeat < 1 || cfg.concurrency < 1 || cfg.conns < 0 || cfg.batch < 1 || cfg.parents < 1 {
		return cfg, fmt.Errorf("-n, -repeat, -c, -batch and -parents must be at least 1, -conns at least 0")
	}
	return cfg, nil
}

// An operation is one call on one connection.
type operation func(ctx context.Context, conn *grpc.ClientConn, i int) error

func run(ctx context.Context, cfg config) error {
	admin, err := dialAdmin(cfg.admin)
	if err != nil {
		return err
	}
	defer admin.Close()

	switch cfg.mode {
	case "wait":
		return waitHealthy(ctx, admin)
	case "agents":
		return cfg.agents(ctx, admin)
	}
	out := report{Label: cfg.label, Mode: cfg.mode, Total: cfg.total, Batch: cfg.batch, Concurrency: cfg.concurrency, Conns: cfg.conns}
	var (
		op   operation
		dial = func() (*grpc.ClientConn, error) { return dialAdmin(cfg.admin) }
	)
	switch cfg.mode {
	case "create":
		op = cfg.create
	case "list":
		op = cfg.list
	case "mint":
		op, err = cfg.mint()
	case "sync", "sign", "jwt":
		var a *agent
		if a, err = attest(ctx, cfg, admin); err != nil {
			return err
		}
		dial = a.dial
		var entries []*types.Entry
		if entries, err = a.entries(ctx); err != nil {
			return err
		}
		out.Entries = len(entries)
		switch {
		case cfg.mode == "sync":
			op = cfg.sync
		case len(entries) == 0:
			return fmt.Errorf("no entry has %s as its parent", cfg.host)
		case cfg.mode == "sign":
			op, err = cfg.sign(entries)
		default:
			op = cfg.newJWT(entries[0])
		}
	default:
		return fmt.Errorf("unknown mode %q", cfg.mode)
	}
	if err != nil {
		return err
	}

	conns := make([]*grpc.ClientConn, cfg.conns)
	for i := range conns {
		if conns[i], err = dial(); err != nil {
			return err
		}
		defer conns[i].Close()
		conns[i].Connect()
	}
	call := func(ctx context.Context, i int) (time.Duration, error) {
		start := time.Now()
		ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
		defer cancel()
		if len(conns) > 0 {
			err := op(ctx, conns[i%len(conns)], i)
			return time.Since(start), err
		}
		conn, err := dial()
		if err != nil {
			return 0, err
		}
		defer conn.Close()
		err = op(ctx, conn, i)
		return time.Since(start), err
	}
	if cfg.warm > 0 {
		measure.Run(ctx, cfg.warm, cfg.concurrency, call)
	}
	for range cfg.repeat {
		before, err := measure.ReadUsage(cfg.pid)
		if err != nil {
			return err
		}
		res := measure.Run(ctx, cfg.total, cfg.concurrency, call)
		after, err := measure.ReadUsage(cfg.pid)
		if err != nil {
			return err
		}
		out.Report = res.Report(before, after)
		items := 1
		if cfg.mode == "create" || cfg.mode == "sign" {
			items = cfg.batch
		}
		out.ItemsPerS = measure.Round(out.PerSecond*float64(items), 1)
		out.CPUPerItem = measure.Round(out.CPUPerOpUs/float64(items), 1)
		if err := measure.PrintLine(os.Stdout, out); err != nil {
			return err
		}
	}
	return nil
}

func (c config) id(path string) *types.SPIFFEID {
	return &types.SPIFFEID{TrustDomain: c.trustDomain, Path: path}
}

func (c config) create(ctx context.Context, conn *grpc.ClientConn, i int) error {
	req := &entryv1.BatchCreateEntryRequest{OutputMask: &types.EntryMask{}}
	for k := range c.batch {
		number := c.offset + i*c.batch + k
		n, parent := strconv.Itoa(number), c.host
		if c.parents > 1 {
			parent += "-" + strconv.Itoa(number%c.parents)
		}
		e := &types.Entry{ParentId: c.id(parent), SpiffeId: c.id("/load/" + n)}
		for s := range c.selectors {
			e.Selectors = append(e.Selectors, &types.Selector{Type: "load", Value: fmt.Sprintf("key%d:%s", s, n)})
		}
		req.Entries = append(req.Entries, e)
	}
	resp, err := entryv1.NewEntryClient(conn).BatchCreateEntry(ctx, req)
	if err != nil {
		return err
	}
	for _, r := range resp.Results {
		if err := check(r.Status); err != nil {
			return err
		}
	}
	return nil
}

func (c config) list(ctx context.Context, conn *grpc.ClientConn, _ int) error {
	req := &entryv1.ListEntriesRequest{PageSize: int32(c.batch)}
	for {
		resp, err := entryv1.NewEntryClient(conn).ListEntries(ctx, req)
		if err != nil {
			return err
		}
		if req.PageToken = resp.NextPageToken; req.PageToken == "" {
			return nil
		}
	}
}

func (c config) mint() (operation, error) {
	csr, err := newCSR("spiffe://" + c.trustDomain + "/minted")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, conn *grpc.ClientConn, _ int) error {
		_, err := svidv1.NewSVIDClient(conn).MintX509SVID(ctx, &svidv1.MintX509SVIDRequest{Csr: csr})
		return err
	}, nil
}

func (c config) sync(ctx context.Context, conn *grpc.ClientConn, _ int) error {
	client := entryv1.NewEntryClient(conn)
	if c.full {
		if _, err := client.GetAuthorizedEntries(ctx, &entryv1.GetAuthorizedEntriesRequest{OutputMask: agentMask()}, maxReceive); err != nil {
			return err
		}
	} else if err := syncRevisions(ctx, client, c.ask); err != nil {
		return err
	}
	if !c.bundle {
		return nil
	}
	_, err := bundlev1.NewBundleClient(conn).GetBundle(ctx, &bundlev1.GetBundleRequest{})
	return err
}

// syncRevisions reads the revisions, then asks for a number of entries in full.
func syncRevisions(ctx context.Context, client entryv1.EntryClient, ask int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := client.SyncAuthorizedEntries(ctx)
	if err != nil {
		return err
	}
	if err := stream.Send(&entryv1.SyncAuthorizedEntriesRequest{OutputMask: agentMask()}); err != nil {
		return err
	}
	ids, err := readPages(stream)
	if err != nil || ask == 0 || len(ids) == 0 {
		return err
	}
	if err := stream.Send(&entryv1.SyncAuthorizedEntriesRequest{Ids: ids[:min(ask, len(ids))]}); err != nil {
		return err
	}
	_, err = readPages(stream)
	return err
}

// readPages reads up to the last page and returns the IDs of the revisions.
func readPages(stream entryv1.Entry_SyncAuthorizedEntriesClient) ([]string, error) {
	var ids []string
	for {
		resp, err := stream.Recv()
		if err != nil {
			return nil, err
		}
		for _, revision := range resp.EntryRevisions {
			ids = append(ids, revision.Id)
		}
		if !resp.More {
			return ids, nil
		}
	}
}

func (c config) sign(entries []*types.Entry) (operation, error) {
	csr, err := newCSR("")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, conn *grpc.ClientConn, i int) error {
		req := &svidv1.BatchNewX509SVIDRequest{}
		for k := range c.batch {
			req.Params = append(req.Params, &svidv1.NewX509SVIDParams{EntryId: entries[(i*c.batch+k)%len(entries)].Id, Csr: csr})
		}
		resp, err := svidv1.NewSVIDClient(conn).BatchNewX509SVID(ctx, req)
		if err != nil {
			return err
		}
		for _, r := range resp.Results {
			if err := check(r.Status); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

func (c config) newJWT(entry *types.Entry) operation {
	return func(ctx context.Context, conn *grpc.ClientConn, _ int) error {
		_, err := svidv1.NewSVIDClient(conn).NewJWTSVID(ctx, &svidv1.NewJWTSVIDRequest{EntryId: entry.Id, Audience: []string{"audience"}})
		return err
	}
}

// check turns the status of one item of a batch into an error.
func check(s *types.Status) error {
	if s.GetCode() == 0 {
		return nil
	}
	return status.Error(codes.Code(s.Code), s.Message)
}

// Workloadclient follows go-spiffe's X509Source and JWTSource against an agent's socket, and prints what they hold as
// one line of JSON for each change, until it is ended. With each X509-SVID it also fetches a JWT-SVID, and has it
// validated by the Workload API and by the source's bundle.
package main

import (
	"context"
	"encoding/json"
	"os"
	"os/signal"
	"time"

	"github.com/spiffe/go-spiffe/v2/svid/jwtsvid"
	"github.com/spiffe/go-spiffe/v2/svid/x509svid"
	"github.com/spiffe/go-spiffe/v2/workloadapi"
)

type line struct {
	Kind     string   `json:"kind"`
	ID       string   `json:"id,omitempty"`
	Serial   string   `json:"serial,omitempty"`
	Hint     string   `json:"hint,omitempty"`
	Roots    int      `json:"roots,omitempty"`
	Audience []string `json:"audience,omitempty"`
	Error    string   `json:"error,omitempty"`
}

const audience = "somebody"

var out = json.NewEncoder(os.Stdout)

func fail(kind string, err error) {
	_ = out.Encode(line{Kind: kind, Error: err.Error()})
	os.Exit(1)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	client := workloadapi.WithClientOptions(workloadapi.WithAddr(os.Args[1]))
	x509Source, err := workloadapi.NewX509Source(ctx, client)
	if err != nil {
		fail("x509", err)
	}
	jwtSource, err := workloadapi.NewJWTSource(ctx, client)
	if err != nil {
		fail("jwt", err)
	}
	for {
		printX509(x509Source)
		printToken(ctx, os.Args[1], jwtSource)
		if x509Source.WaitUntilUpdated(ctx) != nil {
			return
		}
	}
}

func printX509(source *workloadapi.X509Source) {
	svid, err := source.GetX509SVID()
	if err != nil {
		fail("x509", err)
	}
	bundle, err := source.GetX509BundleForTrustDomain(svid.ID.TrustDomain())
	if err != nil {
		fail("x509", err)
	}
	// go-spiffe verifies as any peer would.
	if _, _, err := x509svid.Verify(svid.Certificates, source); err != nil {
		fail("x509", err)
	}
	_ = out.Encode(line{
		Kind:   "x509",
		ID:     svid.ID.String(),
		Serial: svid.Certificates[0].SerialNumber.String(),
		Hint:   svid.Hint,
		Roots:  len(bundle.X509Authorities()),
	})
}

func printToken(ctx context.Context, addr string, source *workloadapi.JWTSource) {
	call, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	svid, err := source.FetchJWTSVID(call, jwtsvid.Params{Audience: audience})
	if err != nil {
		fail("jwt", err)
	}
	if _, err := jwtsvid.ParseAndValidate(svid.Marshal(), source, []string{audience}); err != nil {
		fail("jwt", err)
	}
	if _, err := workloadapi.ValidateJWTSVID(call, svid.Marshal(), audience, workloadapi.WithAddr(addr)); err != nil {
		fail("jwt", err)
	}
	_ = out.Encode(line{Kind: "jwt", ID: svid.ID.String(), Hint: svid.Hint, Audience: svid.Audience})
}

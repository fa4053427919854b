// Delegatedclient calls SPIRE's Delegated Identity API with the SDK that delegates use: `svids`, `bundles` and
// `jwtbundles` print each message of their stream as one line of JSON, `jwt` prints one answer. A refusal is printed
// with the name of its code.
package main

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"os"
	"os/signal"
	"strconv"
	"strings"

	delegatedidentityv1 "github.com/spiffe/spire-api-sdk/proto/spire/api/agent/delegatedidentity/v1"
	"github.com/spiffe/spire-api-sdk/proto/spire/api/types"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

type line struct {
	IDs           []string `json:"ids"`
	FederatesWith []string `json:"federatesWith,omitempty"`
	Keys          int      `json:"keys,omitempty"`
	Domains       []string `json:"domains,omitempty"`
	Code          string   `json:"code,omitempty"`
	Text          string   `json:"text,omitempty"`
}

var out = json.NewEncoder(os.Stdout)

func must(err error) {
	if err == nil {
		return
	}
	_ = out.Encode(line{Code: status.Code(err).String(), Text: status.Convert(err).Message()})
	os.Exit(0)
}

// subject reads `pid:7` or selectors, `unix:uid:0 unix:gid:0`.
func subject(words []string) (pid int32, selectors []*types.Selector) {
	for _, word := range words {
		kind, value, _ := strings.Cut(word, ":")
		if kind == "pid" {
			number, _ := strconv.ParseInt(value, 10, 32)
			pid = int32(number)
			continue
		}
		selectors = append(selectors, &types.Selector{Type: kind, Value: value})
	}
	return pid, selectors
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	conn, err := grpc.NewClient("unix:"+os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	must(err)
	client := delegatedidentityv1.NewDelegatedIdentityClient(conn)
	pid, selectors := subject(os.Args[3:])
	switch os.Args[2] {
	case "svids":
		stream, err := client.SubscribeToX509SVIDs(ctx, &delegatedidentityv1.SubscribeToX509SVIDsRequest{Pid: pid, Selectors: selectors})
		must(err)
		for {
			message, err := stream.Recv()
			must(err)
			printSVIDs(message)
		}
	case "jwt":
		message, err := client.FetchJWTSVIDs(ctx, &delegatedidentityv1.FetchJWTSVIDsRequest{
			Audience: []string{"audience"}, Pid: pid, Selectors: selectors,
		})
		must(err)
		answer := line{IDs: []string{}}
		for _, svid := range message.Svids {
			answer.IDs = append(answer.IDs, "spiffe://"+svid.Id.TrustDomain+svid.Id.Path)
		}
		_ = out.Encode(answer)
	case "bundles":
		stream, err := client.SubscribeToX509Bundles(ctx, &delegatedidentityv1.SubscribeToX509BundlesRequest{})
		must(err)
		for {
			message, err := stream.Recv()
			must(err)
			answer := line{IDs: []string{}}
			for domain, der := range message.CaCertificates {
				certificates, err := x509.ParseCertificates(der)
				must(err)
				answer.Domains = append(answer.Domains, domain)
				answer.Keys += len(certificates)
			}
			_ = out.Encode(answer)
		}
	case "jwtbundles":
		stream, err := client.SubscribeToJWTBundles(ctx, &delegatedidentityv1.SubscribeToJWTBundlesRequest{})
		must(err)
		for {
			message, err := stream.Recv()
			must(err)
			answer := line{IDs: []string{}}
			for domain, document := range message.Bundles {
				var jwks struct{ Keys []json.RawMessage }
				must(json.Unmarshal(document, &jwks))
				answer.Domains = append(answer.Domains, domain)
				answer.Keys += len(jwks.Keys)
			}
			_ = out.Encode(answer)
		}
	}
}

func printSVIDs(message *delegatedidentityv1.SubscribeToX509SVIDsResponse) {
	answer := line{IDs: []string{}, FederatesWith: message.FederatesWith}
	for _, svid := range message.X509Svids {
		_, err := x509.ParsePKCS8PrivateKey(svid.X509SvidKey)
		must(err)
		for _, der := range svid.X509Svid.CertChain {
			_, err := x509.ParseCertificate(der)
			must(err)
		}
		answer.Keys++
		answer.IDs = append(answer.IDs, "spiffe://"+svid.X509Svid.Id.TrustDomain+svid.X509Svid.Id.Path)
	}
	_ = out.Encode(answer)
}

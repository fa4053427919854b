package main

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	metricsv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/hostservice/common/metrics/v1"
	nodeattestorv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/agent/nodeattestor/v1"
	svidstorev1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/agent/svidstore/v1"
	workloadattestorv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/agent/workloadattestor/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type agentNodeAttestor struct {
	nodeattestorv1.UnimplementedNodeAttestorServer
	*base
}

// AidAttestation names the node, then answers every challenge with the challenge and the shared secret.
func (p *agentNodeAttestor) AidAttestation(stream nodeattestorv1.NodeAttestor_AidAttestationServer) error {
	config, _ := p.settings()
	p.event("aid_attestation", nil)
	payload := &nodeattestorv1.PayloadOrChallengeResponse{
		Data: &nodeattestorv1.PayloadOrChallengeResponse_Payload{Payload: []byte(config.Label)},
	}
	if err := stream.Send(payload); err != nil {
		return err
	}
	for {
		challenge, err := stream.Recv()
		if err != nil {
			return err
		}
		response := append(challenge.Challenge, config.Secret...)
		if err := stream.Send(&nodeattestorv1.PayloadOrChallengeResponse{
			Data: &nodeattestorv1.PayloadOrChallengeResponse_ChallengeResponse{ChallengeResponse: response},
		}); err != nil {
			return err
		}
	}
}

type workloadAttestor struct {
	workloadattestorv1.UnimplementedWorkloadAttestorServer
	*base
}

func (p *workloadAttestor) Attest(ctx context.Context, req *workloadattestorv1.AttestRequest) (*workloadattestorv1.AttestResponse, error) {
	config, _ := p.settings()
	p.event("attest", map[string]any{"workload": req.Pid})
	if _, err := p.metrics.IncrCounter(ctx, &metricsv1.IncrCounterRequest{Key: []string{"test", "attested"}, Val: 1}); err != nil {
		return nil, err
	}
	if config.Label == "failing" {
		return nil, status.Error(codes.PermissionDenied, "not this workload")
	}
	return &workloadattestorv1.AttestResponse{SelectorValues: []string{"label:" + config.Label}}, nil
}

type svidStore struct {
	svidstorev1.UnimplementedSVIDStoreServer
	*base
}

type storedSVID struct {
	SPIFFEID  string         `json:"spiffe_id"`
	Serial    string         `json:"serial"`
	Roots     int            `json:"roots"`
	Federated map[string]int `json:"federated"`
}

func (p *svidStore) PutX509SVID(_ context.Context, req *svidstorev1.PutX509SVIDRequest) (*svidstorev1.PutX509SVIDResponse, error) {
	path, err := p.path(req.Metadata)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(req.Svid.CertChain[0])
	if err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "bad certificate: %v", err)
	}
	key, err := x509.ParsePKCS8PrivateKey(req.Svid.PrivateKey)
	if err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "bad key: %v", err)
	}
	if !fits(leaf, key) || leaf.NotAfter.Unix() != req.Svid.ExpiresAt {
		return nil, status.Error(codes.InvalidArgument, "key or expiry does not fit the certificate")
	}
	stored := storedSVID{SPIFFEID: req.Svid.SpiffeID, Serial: leaf.SerialNumber.String(), Roots: len(req.Svid.Bundle), Federated: map[string]int{}}
	for id, der := range req.FederatedBundles {
		certificates, err := x509.ParseCertificates(der)
		if err != nil {
			return nil, status.Errorf(codes.InvalidArgument, "bad federated bundle: %v", err)
		}
		stored.Federated[id] = len(certificates)
	}
	data, err := json.Marshal(stored)
	if err != nil {
		return nil, err
	}
	p.event("put", map[string]any{"metadata": req.Metadata, "spiffe_id": stored.SPIFFEID})
	return &svidstorev1.PutX509SVIDResponse{}, os.WriteFile(path, data, 0o600)
}

func (p *svidStore) DeleteX509SVID(_ context.Context, req *svidstorev1.DeleteX509SVIDRequest) (*svidstorev1.DeleteX509SVIDResponse, error) {
	path, err := p.path(req.Metadata)
	if err != nil {
		return nil, err
	}
	p.event("delete", map[string]any{"metadata": req.Metadata})
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	return &svidstorev1.DeleteX509SVIDResponse{}, nil
}

func (p *svidStore) path(metadata []string) (string, error) {
	config, _ := p.settings()
	for _, value := range metadata {
		if name, ok := strings.CutPrefix(value, "name:"); ok {
			return filepath.Join(config.Dir, filepath.Base(name)+".json"), nil
		}
	}
	return "", status.Error(codes.InvalidArgument, "name is required")
}

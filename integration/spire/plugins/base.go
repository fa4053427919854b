package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/hcl"
	metricsv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/hostservice/common/metrics/v1"
	configv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/service/common/config/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/spiffe/spire-plugin-sdk/pluginsdk"
)

type configuration struct {
	Events string `hcl:"events"`
	// Label is what reconfiguration changes.
	Label string `hcl:"label"`
	// Dir is where keys, CAs and stored SVIDs are kept.
	Dir    string `hcl:"dir"`
	Secret string `hcl:"secret"`
	Refuse bool   `hcl:"refuse"`
}

// base is what all kinds have in common: configuration, host services and the record of events.
type base struct {
	configv1.UnimplementedConfigServer

	log         hclog.Logger
	metrics     metricsv1.MetricsServiceClient
	mu          sync.Mutex
	config      configuration
	trustDomain string
}

func (b *base) SetLogger(log hclog.Logger) { b.log = log }

func (b *base) BrokerHostServices(broker pluginsdk.ServiceBroker) error {
	if !broker.BrokerClient(&b.metrics) {
		return status.Error(codes.FailedPrecondition, "Metrics host service is required")
	}
	return nil
}

func (b *base) Configure(_ context.Context, req *configv1.ConfigureRequest) (*configv1.ConfigureResponse, error) {
	config, err := parse(req.HclConfiguration)
	if err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "failed to decode configuration: %v", err)
	}
	if config.Refuse {
		return nil, status.Error(codes.InvalidArgument, "refuse is set")
	}
	b.mu.Lock()
	b.config, b.trustDomain = config, req.CoreConfiguration.GetTrustDomain()
	b.mu.Unlock()
	b.log.Warn("Test plugin configured", "label", config.Label, "token", "do-not-log-me")
	fmt.Println("this line goes to standard output")
	b.event("configure", map[string]any{"label": config.Label, "trust_domain": b.trustDomain})
	return &configv1.ConfigureResponse{}, nil
}

func (b *base) Validate(_ context.Context, req *configv1.ValidateRequest) (*configv1.ValidateResponse, error) {
	config, err := parse(req.HclConfiguration)
	if err != nil {
		return &configv1.ValidateResponse{Notes: []string{err.Error()}}, nil
	}
	if config.Refuse {
		return &configv1.ValidateResponse{Notes: []string{"refuse is set"}}, nil
	}
	return &configv1.ValidateResponse{Valid: true}, nil
}

func parse(text string) (configuration, error) {
	var config configuration
	err := hcl.Decode(&config, text)
	return config, err
}

func (b *base) settings() (configuration, string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.config, b.trustDomain
}

// event appends to the record; the process that saw it is part of it.
func (b *base) event(kind string, fields map[string]any) {
	config, _ := b.settings()
	if config.Events == "" {
		return
	}
	if fields == nil {
		fields = map[string]any{}
	}
	fields["event"], fields["pid"] = kind, os.Getpid()
	line, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	file, err := os.OpenFile(config.Events, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		b.log.Error("cannot write the event", "error", err)
		return
	}
	defer file.Close()
	_, _ = file.Write(append(line, '\n'))
}

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"

	agentstorev1 "github.com/spiffe/spire-plugin-sdk/proto/spire/hostservice/server/agentstore/v1"
	identityproviderv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/hostservice/server/identityprovider/v1"
	bundlepublisherv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/bundlepublisher/v1"
	credentialcomposerv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/credentialcomposer/v1"
	nodeattestorv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/nodeattestor/v1"
	notifierv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/notifier/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/spiffe/spire-plugin-sdk/pluginsdk"
)

type serverNodeAttestor struct {
	nodeattestorv1.UnimplementedNodeAttestorServer
	*base
	agents   agentstorev1.AgentStoreServiceClient
	identity identityproviderv1.IdentityProviderServiceClient
}

func (p *serverNodeAttestor) BrokerHostServices(broker pluginsdk.ServiceBroker) error {
	if !broker.BrokerClient(&p.agents) || !broker.BrokerClient(&p.identity) {
		return status.Error(codes.FailedPrecondition, "AgentStore and IdentityProvider host services are required")
	}
	return p.base.BrokerHostServices(broker)
}

// Attest challenges twice: the answer is the challenge and the shared secret.
func (p *serverNodeAttestor) Attest(stream nodeattestorv1.NodeAttestor_AttestServer) error {
	config, trustDomain := p.settings()
	req, err := stream.Recv()
	if err != nil {
		return err
	}
	for i := 0; i < 2; i++ {
		nonce := make([]byte, 16)
		if _, err := rand.Read(nonce); err != nil {
			return err
		}
		if err := stream.Send(&nodeattestorv1.AttestResponse{
			Response: &nodeattestorv1.AttestResponse_Challenge{Challenge: nonce},
		}); err != nil {
			return err
		}
		answer, err := stream.Recv()
		if err != nil {
			return err
		}
		if !bytes.Equal(answer.GetChallengeResponse(), append(nonce, config.Secret...)) {
			return status.Error(codes.PermissionDenied, "the node does not know the secret")
		}
	}
	id := fmt.Sprintf("spiffe://%s/spire/agent/go_pop/%s", trustDomain, req.GetPayload())
	_, err = p.agents.GetAgentInfo(stream.Context(), &agentstorev1.GetAgentInfoRequest{AgentId: id})
	identity, identityErr := p.identity.FetchX509Identity(stream.Context(), &identityproviderv1.FetchX509IdentityRequest{})
	headers, _ := metadata.FromIncomingContext(stream.Context())
	p.event("attest", map[string]any{
		"known": err == nil, "agent_store": status.Code(err).String(),
		"identity": status.Code(identityErr).String(), "bundle": identity.GetBundle().GetTrustDomain(),
		"chain":     len(identity.GetIdentity().GetCertChain()),
		"client_ip": first(headers.Get("X-Forwarded-Client-IP")),
	})
	return stream.Send(&nodeattestorv1.AttestResponse{
		Response: &nodeattestorv1.AttestResponse_AgentAttributes{AgentAttributes: &nodeattestorv1.AgentAttributes{
			SpiffeId: id, SelectorValues: []string{"node:" + string(req.GetPayload())}, CanReattest: true,
		}},
	})
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

type notifier struct {
	notifierv1.UnimplementedNotifierServer
	*base
}

func (p *notifier) Notify(_ context.Context, req *notifierv1.NotifyRequest) (*notifierv1.NotifyResponse, error) {
	bundle := req.GetBundleUpdated().GetBundle()
	p.event("bundle_updated", map[string]any{"trust_domain": bundle.GetTrustDomain(), "roots": len(bundle.GetX509Authorities())})
	return &notifierv1.NotifyResponse{}, nil
}

func (p *notifier) NotifyAndAdvise(_ context.Context, req *notifierv1.NotifyAndAdviseRequest) (*notifierv1.NotifyAndAdviseResponse, error) {
	bundle := req.GetBundleLoaded().GetBundle()
	p.event("bundle_loaded", map[string]any{"trust_domain": bundle.GetTrustDomain(), "roots": len(bundle.GetX509Authorities())})
	return &notifierv1.NotifyAndAdviseResponse{}, nil
}

type bundlePublisher struct {
	bundlepublisherv1.UnimplementedBundlePublisherServer
	*base
}

func (p *bundlePublisher) PublishBundle(_ context.Context, req *bundlepublisherv1.PublishBundleRequest) (*bundlepublisherv1.PublishBundleResponse, error) {
	p.event("publish", map[string]any{
		"trust_domain": req.Bundle.GetTrustDomain(), "roots": len(req.Bundle.GetX509Authorities()),
		"jwt_keys": len(req.Bundle.GetJwtAuthorities()),
	})
	return &bundlepublisherv1.PublishBundleResponse{}, nil
}

// credentialComposer leaves server and agent SVIDs as they are: it implements three of the five calls.
type credentialComposer struct {
	credentialcomposerv1.UnimplementedCredentialComposerServer
	*base
}

func (p *credentialComposer) ComposeServerX509CA(_ context.Context, req *credentialcomposerv1.ComposeServerX509CARequest) (*credentialcomposerv1.ComposeServerX509CAResponse, error) {
	attributes := req.Attributes
	attributes.Subject.OrganizationalUnit = append(attributes.Subject.OrganizationalUnit, "composed")
	attributes.PolicyIdentifiers = []string{"1.3.6.1.4.1.55555.7"}
	return &credentialcomposerv1.ComposeServerX509CAResponse{Attributes: attributes}, nil
}

func (p *credentialComposer) ComposeWorkloadX509SVID(_ context.Context, req *credentialcomposerv1.ComposeWorkloadX509SVIDRequest) (*credentialcomposerv1.ComposeWorkloadX509SVIDResponse, error) {
	attributes := req.Attributes
	attributes.Subject.CommonName = "composed"
	attributes.Subject.ExtraNames = append(attributes.Subject.ExtraNames, &credentialcomposerv1.AttributeTypeAndValue{
		Oid: "1.3.6.1.4.1.55555.1", StringValue: req.SpiffeId,
	})
	attributes.DnsSans = append(attributes.DnsSans, "composed.test")
	attributes.ExtraExtensions = append(attributes.ExtraExtensions, &credentialcomposerv1.X509Extension{
		Oid: "1.3.6.1.4.1.55555.2", Value: []byte{0x05, 0x00},
	})
	return &credentialcomposerv1.ComposeWorkloadX509SVIDResponse{Attributes: attributes}, nil
}

func (p *credentialComposer) ComposeWorkloadJWTSVID(_ context.Context, req *credentialcomposerv1.ComposeWorkloadJWTSVIDRequest) (*credentialcomposerv1.ComposeWorkloadJWTSVIDResponse, error) {
	attributes := req.Attributes
	attributes.Claims.Fields["composed"] = structpb.NewStringValue(req.SpiffeId)
	return &credentialcomposerv1.ComposeWorkloadJWTSVIDResponse{Attributes: attributes}, nil
}

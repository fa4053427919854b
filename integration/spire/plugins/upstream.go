package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha1"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"math/big"
	"os"
	"path/filepath"
	"sync"
	"time"

	upstreamauthorityv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/upstreamauthority/v1"
	"github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/types"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// upstreamAuthority signs with a root that it makes once and keeps in its folder.
type upstreamAuthority struct {
	upstreamauthorityv1.UnimplementedUpstreamAuthorityServer
	*base
	mu sync.Mutex
}

func (p *upstreamAuthority) MintX509CAAndSubscribe(req *upstreamauthorityv1.MintX509CARequest, stream upstreamauthorityv1.UpstreamAuthority_MintX509CAAndSubscribeServer) error {
	csr, err := x509.ParseCertificateRequest(req.Csr)
	if err != nil {
		return status.Errorf(codes.InvalidArgument, "bad CSR: %v", err)
	}
	if err := csr.CheckSignature(); err != nil {
		return status.Errorf(codes.InvalidArgument, "bad CSR signature: %v", err)
	}
	root, key, err := p.root()
	if err != nil {
		return err
	}
	ttl := time.Duration(req.PreferredTtl) * time.Second
	if ttl == 0 {
		ttl = time.Hour
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 100))
	if err != nil {
		return err
	}
	keyID, err := subjectKeyID(csr.RawSubjectPublicKeyInfo)
	if err != nil {
		return err
	}
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SubjectKeyId: keyID, SerialNumber: serial, Subject: csr.Subject, URIs: csr.URIs,
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(ttl),
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign, BasicConstraintsValid: true, IsCA: true,
	}, root, csr.PublicKey, key)
	if err != nil {
		return err
	}
	p.event("mint", map[string]any{"preferred_ttl": req.PreferredTtl, "subject": csr.Subject.String()})
	roots := []*types.X509Certificate{{Asn1: root.Raw}}
	if err := stream.Send(&upstreamauthorityv1.MintX509CAResponse{
		X509CaChain: []*types.X509Certificate{{Asn1: der}}, UpstreamX509Roots: roots,
	}); err != nil {
		return err
	}
	<-stream.Context().Done()
	return nil
}

// subjectKeyID is SPIRE's, by which a server finds its journal again; Go's own is another one since 1.25.
func subjectKeyID(spki []byte) ([]byte, error) {
	var info struct {
		Algorithm pkix.AlgorithmIdentifier
		PublicKey asn1.BitString
	}
	if _, err := asn1.Unmarshal(spki, &info); err != nil {
		return nil, err
	}
	sum := sha1.Sum(info.PublicKey.Bytes)
	return sum[:], nil
}

func (p *upstreamAuthority) root() (*x509.Certificate, *ecdsa.PrivateKey, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	config, _ := p.settings()
	keyPath, certPath := filepath.Join(config.Dir, "root.key"), filepath.Join(config.Dir, "root.crt")
	if keyDER, err := os.ReadFile(keyPath); err == nil {
		der, err := os.ReadFile(certPath)
		if err != nil {
			return nil, nil, err
		}
		root, err := x509.ParseCertificate(der)
		if err != nil {
			return nil, nil, err
		}
		key, err := x509.ParsePKCS8PrivateKey(keyDER)
		if err != nil {
			return nil, nil, err
		}
		return root, key.(*ecdsa.PrivateKey), nil
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "upstream of the test plugin"},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign, BasicConstraintsValid: true, IsCA: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	if err := os.WriteFile(certPath, der, 0o600); err != nil {
		return nil, nil, err
	}
	if err := os.WriteFile(keyPath, keyDER, 0o600); err != nil {
		return nil, nil, err
	}
	root, err := x509.ParseCertificate(der)
	return root, key, err
}

package main

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	keymanagerv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/keymanager/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func fits(certificate *x509.Certificate, key any) bool {
	signer, ok := key.(crypto.Signer)
	if !ok {
		return false
	}
	public, ok := signer.Public().(interface{ Equal(crypto.PublicKey) bool })
	return ok && public.Equal(certificate.PublicKey)
}

// keyManager keeps one PKCS#8 file per key, so that a restart finds them again.
type keyManager struct {
	keymanagerv1.UnimplementedKeyManagerServer
	*base
}

func (p *keyManager) GenerateKey(_ context.Context, req *keymanagerv1.GenerateKeyRequest) (*keymanagerv1.GenerateKeyResponse, error) {
	var key any
	var err error
	switch req.KeyType {
	case keymanagerv1.KeyType_EC_P256:
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case keymanagerv1.KeyType_EC_P384:
		key, err = ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	case keymanagerv1.KeyType_RSA_2048:
		key, err = rsa.GenerateKey(rand.Reader, 2048)
	default:
		return nil, status.Errorf(codes.InvalidArgument, "key type %v is not supported", req.KeyType)
	}
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(p.path(req.KeyId), der, 0o600); err != nil {
		return nil, err
	}
	p.event("generate_key", map[string]any{"key_id": req.KeyId})
	public, err := p.public(req.KeyId)
	return &keymanagerv1.GenerateKeyResponse{PublicKey: public}, err
}

func (p *keyManager) GetPublicKey(_ context.Context, req *keymanagerv1.GetPublicKeyRequest) (*keymanagerv1.GetPublicKeyResponse, error) {
	public, err := p.public(req.KeyId)
	if os.IsNotExist(err) {
		return &keymanagerv1.GetPublicKeyResponse{}, nil
	}
	return &keymanagerv1.GetPublicKeyResponse{PublicKey: public}, err
}

func (p *keyManager) GetPublicKeys(context.Context, *keymanagerv1.GetPublicKeysRequest) (*keymanagerv1.GetPublicKeysResponse, error) {
	config, _ := p.settings()
	paths, err := filepath.Glob(filepath.Join(config.Dir, "*.key"))
	if err != nil {
		return nil, err
	}
	resp := new(keymanagerv1.GetPublicKeysResponse)
	for _, path := range paths {
		public, err := p.public(strings.TrimSuffix(filepath.Base(path), ".key"))
		if err != nil {
			return nil, err
		}
		resp.PublicKeys = append(resp.PublicKeys, public)
	}
	return resp, nil
}

func (p *keyManager) SignData(_ context.Context, req *keymanagerv1.SignDataRequest) (*keymanagerv1.SignDataResponse, error) {
	signer, err := p.load(req.KeyId)
	if err != nil {
		return nil, status.Errorf(codes.NotFound, "no such key: %v", err)
	}
	var opts crypto.SignerOpts
	switch o := req.SignerOpts.(type) {
	case *keymanagerv1.SignDataRequest_HashAlgorithm:
		opts = crypto.Hash(o.HashAlgorithm)
	case *keymanagerv1.SignDataRequest_PssOptions:
		opts = &rsa.PSSOptions{SaltLength: int(o.PssOptions.SaltLength), Hash: crypto.Hash(o.PssOptions.HashAlgorithm)}
	default:
		return nil, status.Error(codes.InvalidArgument, "signer opts are required")
	}
	signature, err := signer.Sign(rand.Reader, req.Data, opts)
	if err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "cannot sign: %v", err)
	}
	public, err := p.public(req.KeyId)
	if err != nil {
		return nil, err
	}
	return &keymanagerv1.SignDataResponse{Signature: signature, KeyFingerprint: public.Fingerprint}, nil
}

func (p *keyManager) path(id string) string {
	config, _ := p.settings()
	return filepath.Join(config.Dir, filepath.Base(id)+".key")
}

func (p *keyManager) load(id string) (crypto.Signer, error) {
	der, err := os.ReadFile(p.path(id))
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, err
	}
	return key.(crypto.Signer), nil
}

func (p *keyManager) public(id string) (*keymanagerv1.PublicKey, error) {
	signer, err := p.load(id)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKIXPublicKey(signer.Public())
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(der)
	return &keymanagerv1.PublicKey{Id: id, Type: typeOf(signer), PkixData: der, Fingerprint: hex.EncodeToString(sum[:])}, nil
}

func typeOf(signer crypto.Signer) keymanagerv1.KeyType {
	switch public := signer.Public().(type) {
	case *ecdsa.PublicKey:
		if public.Curve == elliptic.P384() {
			return keymanagerv1.KeyType_EC_P384
		}
		return keymanagerv1.KeyType_EC_P256
	default:
		return keymanagerv1.KeyType_RSA_2048
	}
}

// Vaultserver runs a real Vault in memory, with the PKI engine and the ways to log in that the tests use:
// `vaultserver CERTIFICATE KEY` serves HTTPS on a free port of 127.0.0.1 and prints one line of JSON with its
// address and the root token. It ends with its standard input.
package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/vault/builtin/credential/approle"
	"github.com/hashicorp/vault/builtin/credential/cert"
	"github.com/hashicorp/vault/builtin/logical/pki"
	vaulthttp "github.com/hashicorp/vault/http"
	"github.com/hashicorp/vault/sdk/helper/consts"
	"github.com/hashicorp/vault/sdk/logical"
	"github.com/hashicorp/vault/sdk/physical/inmem"
	"github.com/hashicorp/vault/vault"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(certificate, key string) error {
	core, token, err := unsealed()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return err
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequestClientCert}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		return err
	}
	ready := map[string]string{"address": "https://" + listener.Addr().(*net.TCPAddr).String(), "token": token}
	if err := json.NewEncoder(os.Stdout).Encode(ready); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	return http.Serve(listener, vaulthttp.Handler.Handler(&vault.HandlerProperties{Core: core}))
}

// unsealed returns a fresh Vault and its root token.
func unsealed() (*vault.Core, string, error) {
	logger := hclog.New(&hclog.LoggerOptions{Level: hclog.Error, Output: os.Stderr})
	storage, err := inmem.NewInmem(nil, logger)
	if err != nil {
		return nil, "", err
	}
	core, err := vault.NewCore(&vault.CoreConfig{
		Physical:           storage,
		DisableMlock:       true,
		Logger:             logger,
		LogicalBackends:    engines,
		CredentialBackends: logins,
		BuiltinRegistry:    registry{},
	})
	if err != nil {
		return nil, "", err
	}
	one := &vault.SealConfig{SecretShares: 1, SecretThreshold: 1}
	params := &vault.InitParams{BarrierConfig: one, RecoveryConfig: one}
	made, err := core.Initialize(context.Background(), params)
	if err != nil {
		return nil, "", err
	}
	isOpen, err := core.Unseal(made.SecretShares[0])
	if err == nil && !isOpen {
		err = fmt.Errorf("vault is still sealed")
	}
	return core, made.RootToken, err
}

var (
	engines = map[string]logical.Factory{"pki": pki.Factory}
	logins  = map[string]logical.Factory{"approle": approle.Factory, "cert": cert.Factory}
)

// registry tells Vault which plugins it has.
type registry struct{}

func (registry) of(kind consts.PluginType) map[string]logical.Factory {
	switch kind {
	case consts.PluginTypeSecrets:
		return engines
	case consts.PluginTypeCredential:
		return logins
	}
	return nil
}

func (r registry) Contains(name string, kind consts.PluginType) bool {
	return r.of(kind)[name] != nil
}

func (r registry) Get(name string, kind consts.PluginType) (func() (any, error), bool) {
	factory, ok := r.of(kind)[name]
	return func() (any, error) { return factory, nil }, ok
}

func (r registry) Keys(kind consts.PluginType) []string {
	names := []string{}
	for name := range r.of(kind) {
		names = append(names, name)
	}
	return names
}

func (r registry) DeprecationStatus(name string, kind consts.PluginType) (consts.DeprecationStatus, bool) {
	return consts.Supported, r.Contains(name, kind)
}

func (registry) IsBuiltinEntPlugin(string, consts.PluginType) bool { return false }

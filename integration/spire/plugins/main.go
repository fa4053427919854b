// Command testplugin is a SPIRE plugin of every kind, built from the public SDK. Which one it is says the magic
// cookie that its host sets: the environment holds the plugin type as name and as value. What it is asked to do
// goes, one JSON object a line, into the file that its configuration names as `events`.
package main

import (
	"fmt"
	"os"
	"time"

	agentnodeattestorv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/agent/nodeattestor/v1"
	svidstorev1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/agent/svidstore/v1"
	workloadattestorv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/agent/workloadattestor/v1"
	bundlepublisherv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/bundlepublisher/v1"
	credentialcomposerv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/credentialcomposer/v1"
	keymanagerv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/keymanager/v1"
	servernodeattestorv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/nodeattestor/v1"
	notifierv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/notifier/v1"
	upstreamauthorityv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/plugin/server/upstreamauthority/v1"
	configv1 "github.com/spiffe/spire-plugin-sdk/proto/spire/service/common/config/v1"

	"github.com/spiffe/spire-plugin-sdk/pluginmain"
	"github.com/spiffe/spire-plugin-sdk/pluginsdk"
)

func main() {
	misbehave()
	plugin, base := find()
	if plugin == nil {
		fmt.Fprintln(os.Stderr, "this is a plugin; its host did not say of which kind")
		os.Exit(1)
	}
	pluginmain.Serve(plugin, configv1.ConfigServiceServer(base))
}

func find() (pluginsdk.PluginServer, *base) {
	b := new(base)
	switch {
	case is("WorkloadAttestor"):
		return workloadattestorv1.WorkloadAttestorPluginServer(&workloadAttestor{base: b}), b
	case is("SVIDStore"):
		return svidstorev1.SVIDStorePluginServer(&svidStore{base: b}), b
	case is("NodeAttestor") && has("server"):
		return servernodeattestorv1.NodeAttestorPluginServer(&serverNodeAttestor{base: b}), b
	case is("NodeAttestor"):
		return agentnodeattestorv1.NodeAttestorPluginServer(&agentNodeAttestor{base: b}), b
	case is("Notifier"):
		return notifierv1.NotifierPluginServer(&notifier{base: b}), b
	case is("BundlePublisher"):
		return bundlepublisherv1.BundlePublisherPluginServer(&bundlePublisher{base: b}), b
	case is("CredentialComposer"):
		return credentialcomposerv1.CredentialComposerPluginServer(&credentialComposer{base: b}), b
	case is("UpstreamAuthority"):
		return upstreamauthorityv1.UpstreamAuthorityPluginServer(&upstreamAuthority{base: b}), b
	case is("KeyManager"):
		return keymanagerv1.KeyManagerPluginServer(&keyManager{base: b}), b
	}
	return nil, b
}

func is(pluginType string) bool { return os.Getenv(pluginType) == pluginType }

func has(arg string) bool {
	for _, one := range os.Args[1:] {
		if one == arg {
			return true
		}
	}
	return false
}

// misbehave does, in place of serving, what a host must survive.
func misbehave() {
	switch {
	case has("garbage"):
		fmt.Println("hello, I am not a plugin")
		time.Sleep(time.Hour)
	case has("exit"):
		fmt.Fprintln(os.Stderr, "cannot open the TPM")
		os.Exit(7)
	case has("hang"):
		time.Sleep(time.Hour)
	case has("flood"):
		for i := 0; i < 100_000; i++ {
			fmt.Fprintf(os.Stderr, "line %d of far too many\n", i)
		}
	}
}

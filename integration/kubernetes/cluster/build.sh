#!/usr/bin/env bash
# Why: the tests run against a real Kubernetes, and a machine without an image registry can still build one
# from its Go modules. Prints the folder that holds kube-apiserver, kubelet and the others (links to one
# binary of 150 MB), made once per version: 8 to 17 minutes on two cores, 7 GB while it builds.
#
#   build.sh [--version v1.37.2] [--cached]      with --cached: exit 3 instead of building
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"

version=$default_version
cached_only=
while [ $# -gt 0 ]; do
  case $1 in
    --version) version=$2; shift 2 ;;
    --cached) cached_only=1; shift ;;
    *) fail "unknown argument $1" ;;
  esac
done
[[ $version =~ ^v1\.[0-9]+\.[0-9]+$ ]] || fail "expected a version such as v1.37.2, got \"$version\""
command -v go >/dev/null || fail 'Go is needed to build Kubernetes'

# Raise the recipe when flags or main.go below change: the key is everything that changes the result.
recipe=1
components='apiserver kcm scheduler kubelet kubectl'
export GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=0 GOFLAGS='-buildvcs=false -modcacherw'
key=$version-$(go env GOVERSION)-$(echo "$recipe $components" | sha256sum | cut -c1-8)
result=$cache/bin/$key

print_when_built() {
  if [ -x "$result/kube-all" ]; then
    echo "$result"
    exit 0
  fi
}

print_when_built
[ -z "$cached_only" ] || exit 3
mkdir -p "$cache/bin"
exec 9>"$cache/lock"
flock 9
print_when_built

source=$cache/src/$key
export GOMODCACHE=$cache/gomod GOCACHE=$cache/gobuild
rm -rf "$source" "$result.tmp"
mkdir -p "$source" "$result.tmp"
cd "$source"
log "building Kubernetes $version into $result; this takes minutes"

# Kubernetes' own go.mod, so that each third-party module has the version of the release, under another
# name; its staging modules, which only exist in its own tree, become the published ones of the release.
download=$(go mod download -json "k8s.io/kubernetes@$version")
install -m 644 "$(jq -r .GoMod <<<"$download")" go.mod
install -m 644 "$(jq -r .Dir <<<"$download")/go.sum" go.sum
go mod edit -module=kubernetes-for-tests
go mod edit -json | jq -r '.Replace // [] | .[].Old.Path' >staging
[ -s staging ] || go mod edit -json | jq -r '.Require[] | select(.Version == "v0.0.0") | .Path' >staging
while read -r module; do go mod edit -replace="$module=$module@v0.${version#v1.}"; done <staging
go mod edit -require="k8s.io/kubernetes@$version"

cat >main.go <<'GO'
// One binary; the name it is called by picks the component.
package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	kcm "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

func main() {
	commands := map[string]func() *cobra.Command{
		"kube-apiserver":          apiserver.NewAPIServerCommand,
		"kube-controller-manager": kcm.NewControllerManagerCommand,
		"kube-scheduler":          func() *cobra.Command { return scheduler.NewSchedulerCommand() },
		"kubelet":                 func() *cobra.Command { return kubelet.NewKubeletCommand(context.Background()) },
		"kubectl":                 kubectl.NewDefaultKubectlCommand,
	}
	name := filepath.Base(os.Args[0])
	if create, ok := commands[name]; ok {
		os.Exit(cli.Run(create()))
	}
	os.Stderr.WriteString("unknown component " + name + "\n")
	os.Exit(2)
}
GO

minor=${version#v1.}
package=k8s.io/component-base/version
# Without a build date and version the components refuse each other or call themselves v0.0.0-master.
stamp="-s -w -X $package.gitVersion=$version -X $package.gitMajor=1 -X $package.gitMinor=${minor%%.*}
  -X $package.gitTreeState=clean -X $package.gitCommit=0000000000000000000000000000000000000000
  -X $package.buildDate=1970-01-01T00:00:00Z"
nice -n 10 go build -mod=mod -trimpath -gcflags=all=-dwarf=false -ldflags "${stamp//$'\n'/ }" -o "$result.tmp/kube-all" .
for name in kube-apiserver kube-controller-manager kube-scheduler kubelet kubectl; do
  ln -sf kube-all "$result.tmp/$name"
done
gcc -Os -static -s -o "$result.tmp/pause" "$here/pause.c"
cp go.mod go.sum main.go "$result.tmp/"
rm -rf "$result"
mv "$result.tmp" "$result"
cd /
rm -rf "$source" "$GOMODCACHE" "$GOCACHE"
echo "$result"

#!/usr/bin/env bash
# Why: the compatibility tests run against the real SPIRE, which publishes no package for the registries we use; it
# is built from its Go modules (checked by go.sum and the checksum database). Prints the folder that holds
# spire-server and spire-agent. The first build takes about 11 minutes of CPU and needs Go, a C compiler and 7 GB.
#
#   setup-spire.sh VERSION [--cached]     with --cached: exit 3 instead of building
set -euo pipefail

fail() {
  echo "setup-spire: $*" >&2
  exit 1
}

version=${1:-}
[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "expected a version such as v1.15.3, got \"$version\""
cache="${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/spire"
folder="$cache/$version"

print_when_built() {
  if [ -x "$folder/spire-server" ] && [ -x "$folder/spire-agent" ]; then
    echo "$folder"
    exit 0
  fi
}
print_when_built
[ "${2:-}" != --cached ] || exit 3
command -v go >/dev/null || fail "Go is needed to build SPIRE $version"
command -v flock >/dev/null || fail "flock is needed, so that SPIRE $version is built once"

mkdir -p "$cache"
exec 9>"$cache/.lock-$version"
flock 9
print_when_built

staging=$(mktemp -d "$cache/.staging.XXXXXX")
trap 'rm -rf "$staging"' EXIT
echo "setup-spire: building SPIRE $version into $folder; this takes minutes" >&2
# Go ignores a go.mod in the folder of temporary files, so the module has a folder of its own.
mkdir "$staging/module" "$staging/tmp"
cd "$staging/module"
export GOFLAGS="-buildvcs=false -modcacherw" TMPDIR="$staging/tmp"
printf 'module local/spire\n\ngo 1.25\n' >go.mod
case $version in
  # The ejbca plugin asks for a version of this module that its author withdrew.
  v1.15.*) printf '\nreplace github.com/Keyfactor/ejbca-go-client-sdk => github.com/Keyfactor/ejbca-go-client-sdk v1.0.2\n' >>go.mod ;;
esac
programs=(github.com/spiffe/spire/cmd/spire-server github.com/spiffe/spire/cmd/spire-agent)
nice -n 10 go get -tool "${programs[@]/%/@$version}" >&2
mkdir bin
nice -n 10 go build -trimpath -ldflags='-s -w' -o bin/ "${programs[@]}" >&2
mkdir -p "$folder"
# The agent goes last: the folder counts as built only when both are there.
mv bin/spire-server "$folder/spire-server"
mv bin/spire-agent "$folder/spire-agent"
print_when_built
fail "the build left no binaries"

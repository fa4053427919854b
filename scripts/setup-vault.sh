#!/usr/bin/env bash
# Why: the upstream authority "vault" is proved against a real Vault, which is built from its Go module (version and
# checksums in integration/spire/vaultserver) into a per-user cache. Prints the path of the binary. The first build
# takes some minutes of CPU and needs Go.
set -euo pipefail

source=$(cd "$(dirname "$0")/../integration/spire/vaultserver" && pwd)
cache="${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/vault"
version=$(cat "$source"/main.go "$source"/go.mod "$source"/go.sum | sha256sum | cut -c 1-16)
binary="$cache/$version/vaultserver"

if [ ! -x "$binary" ]; then
  command -v go >/dev/null || { echo "setup-vault: Go is needed to build Vault" >&2; exit 1; }
  mkdir -p "$cache"
  exec 9>"$cache/.lock"
  flock 9
  if [ ! -x "$binary" ]; then
    echo "setup-vault: building Vault; this takes minutes" >&2
    staging=$(mktemp -d "$cache/.staging.XXXXXX")
    trap 'rm -rf "$staging"' EXIT
    cd "$source"
    GOFLAGS="-buildvcs=false -mod=readonly" nice -n 10 go build -trimpath -ldflags='-s -w' -o "$staging/vaultserver" . >&2
    mkdir -p "$cache/$version"
    mv "$staging/vaultserver" "$binary"
  fi
fi
echo "$binary"

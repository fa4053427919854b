#!/usr/bin/env bash
# Why: some peers exist in Go only: go-spiffe, the SDK that delegates use, the HCL library that SPIRE reads its files
# with. They are built from integration/spire/goclients (checked by its go.sum) into a per-user cache, by the hash of
# the sources. Prints the folder of the binaries. Needs Go.
set -euo pipefail
cd "$(dirname "$0")/../integration/spire/goclients"

cache="${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/goclients"
version=$(cat go.mod go.sum cmd/*/*.go | sha256sum | cut -c1-16)
folder="$cache/$version"

if [ ! -d "$folder" ]; then
  command -v go >/dev/null || { echo "setup-goclients: Go is needed to build the clients" >&2; exit 1; }
  mkdir -p "$cache"
  exec 9>"$cache/.lock"
  flock 9
  if [ ! -d "$folder" ]; then
    echo "setup-goclients: building the clients" >&2
    staging=$(mktemp -d "$cache/.staging.XXXXXX")
    trap 'rm -rf "$staging"' EXIT
    GOFLAGS=-buildvcs=false nice -n 10 go build -mod=readonly -o "$staging/" ./cmd/... >&2
    mv "$staging" "$folder"
  fi
fi
echo "$folder"

#!/usr/bin/env bash
# Why: the ACME client is proved against Pebble, Let's Encrypt's own test CA, which is built from its Go module
# (checked by go.sum and the checksum database) into a per-user cache. Prints the path of the binary. Needs Go.
set -euo pipefail

version=v2.10.3
cache="${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/pebble"
binary="$cache/$version/pebble"

if [ ! -x "$binary" ]; then
  command -v go >/dev/null || { echo "setup-pebble: Go is needed to build Pebble" >&2; exit 1; }
  mkdir -p "$cache"
  exec 9>"$cache/.lock"
  flock 9
  if [ ! -x "$binary" ]; then
    echo "setup-pebble: building Pebble $version" >&2
    staging=$(mktemp -d "$cache/.staging.XXXXXX")
    trap 'rm -rf "$staging"' EXIT
    GOBIN="$staging" GOFLAGS=-buildvcs=false nice -n 10 go install \
      "github.com/letsencrypt/pebble/v2/cmd/pebble@$version" >&2
    mkdir -p "$cache/$version"
    mv "$staging/pebble" "$binary"
  fi
fi
echo "$binary"

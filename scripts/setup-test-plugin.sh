#!/usr/bin/env bash
# Why: external plugins are proved with a real one, built in Go from SPIRE's public SDK. Prints the path of the
# binary, which is built into a per-user cache when its sources have changed. Needs Go.
set -euo pipefail
source="$(cd "$(dirname "${BASH_SOURCE[0]}")/../integration/spire/plugins" && pwd)"

cache="${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/test-plugin"
version=$(cd "$source" && cat go.mod go.sum ./*.go | sha256sum | cut -c1-16)
binary="$cache/$version/test-plugin"

if [ ! -x "$binary" ]; then
  command -v go >/dev/null || { echo "setup-test-plugin: Go is needed to build the test plugin" >&2; exit 1; }
  mkdir -p "$cache"
  exec 9>"$cache/.lock"
  flock 9
  if [ ! -x "$binary" ]; then
    echo "setup-test-plugin: building into $cache/$version" >&2
    staging=$(mktemp -d "$cache/.staging.XXXXXX")
    trap 'rm -rf "$staging"' EXIT
    (cd "$source" && GOFLAGS="-buildvcs=false -mod=readonly" nice -n 10 go build -trimpath -o "$staging/test-plugin" .) >&2
    mkdir -p "$cache/$version"
    mv "$staging/test-plugin" "$binary"
  fi
fi
echo "$binary"

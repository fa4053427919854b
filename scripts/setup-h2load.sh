#!/usr/bin/env bash
# Why: h2load (nghttp2) loads our own HTTP/2 transport as a peer that we did not write. It comes from Debian's packages,
# unpacked into the per-user cache with the libraries that this machine lacks; nothing is installed. Prints the command
# that runs it, one word a line.
#
#   SIGIL_H2LOAD=/path/h2load   use this one
set -euo pipefail

cache="${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/h2load"
apt_get="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/apt-get.sh"

fail() {
  echo "setup-h2load: $*" >&2
  exit 1
}

if found=${SIGIL_H2LOAD:-$(command -v h2load)}; then
  [ -x "$found" ] || fail "SIGIL_H2LOAD is no program: \"$found\""
  echo "$found"
  exit 0
fi

command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null ||
  fail "no h2load, and no apt-get to get one with; install nghttp2-client or set SIGIL_H2LOAD"
mkdir -p "$cache"
exec 9>"$cache/.lock"
flock 9
if [ ! -e "$cache/done" ]; then
  echo "setup-h2load: unpacking Debian's nghttp2-client into $cache" >&2
  rm -rf "$cache/root" "$cache/deb"
  mkdir -p "$cache/deb"
  cd "$cache/deb"
  apt-cache show nghttp2-client >/dev/null 2>&1 || bash "$apt_get" update >&2
  # It, and of what it depends on what this machine lacks.
  wanted=()
  for package in $(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
    --no-enhances nghttp2-client | grep '^[a-z]' | sort -u); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || wanted+=("$package")
  done
  [[ " ${wanted[*]} " == *" nghttp2-client "* ]] || fail "apt has no package nghttp2-client"
  bash "$apt_get" download "${wanted[@]}" >&2 || { bash "$apt_get" update >&2 && bash "$apt_get" download "${wanted[@]}" >&2; } ||
    fail "apt-get could not get ${wanted[*]}"
  for package in *.deb; do dpkg-deb -x "$package" "$cache/root"; done
  touch "$cache/done"
fi
printf '%s\n' env "LD_LIBRARY_PATH=$(echo "$cache"/root/usr/lib/*-linux-gnu)" "$cache/root/usr/bin/h2load"

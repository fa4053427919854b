#!/usr/bin/env bash
# Makes the images that a tier 2 cluster imports: pause, which every pod needs, and box, a busybox with the test
# tool `peer`. With --sigil, in their place, what the manifests deploy: sigil, built from this tree, and envoy.
#
#   images.sh KUBERNETES_BIN OUT_FOLDER [--sigil]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"
export PATH="$here/../../../node_modules/.bin:$PATH"

bin=$1 out=$2
mkdir -p "$out"
root=$(mktemp -d "$out/.root-XXXXXX")
trap 'rm -rf "$root"' EXIT

# image NAME TAG ENTRYPOINT_JSON: a half-made file never has the final name.
image() {
  node "$here/make-image.ts" "$out/.$1.tar" "$2" "$root/$1" "$3"
  mv "$out/.$1.tar" "$out/$1.tar"
}

box() {
  local to=$1 applet
  mkdir -p "$to"/{bin,etc,tmp,proc,sys,dev,run,var/run,usr/bin}
  chmod 1777 "$to/tmp"
  cp -L "$(command -v busybox)" "$to/bin/busybox"
  for applet in $(busybox --list); do
    [ "$applet" = busybox ] || ln -sf busybox "$to/bin/$applet"
  done
  gcc -Os -static -s -o "$to/bin/peer" "$here/peer.c"
  echo 'root:x:0:0:root:/:/bin/sh' >"$to/etc/passwd"
  echo 'root:x:0:' >"$to/etc/group"
}

if [ "${3:-}" = --sigil ]; then
  cd "$here/../../.."
  # shellcheck source=../../../scripts/image-roots.sh
  . scripts/image-roots.sh
  make_root "$root/sigil"
  add_resolver "$root/sigil"
  add_program "$root/sigil" "$(node -p process.execPath)" /usr/local/bin/node
  add_sigil "$root/sigil"
  image sigil localhost/sigil:test '["/usr/local/bin/node"]'
  make_root "$root/envoy"
  add_resolver "$root/envoy"
  add_program "$root/envoy" "$(bash scripts/setup-envoy.sh)" /usr/local/bin/envoy
  image envoy localhost/envoy:test '["/usr/local/bin/envoy"]'
  exit
fi
mkdir "$root/pause"
cp "$bin/pause" "$root/pause/pause"
image pause registry.k8s.io/pause:3.10 '["/pause"]'
box "$root/box"
image box localhost/testbed/box:1 '["/bin/sh"]'

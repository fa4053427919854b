#!/usr/bin/env bash
# Makes the images that a tier 2 cluster imports: pause, which every pod needs, and box, a busybox with the test
# tool `peer`. With --node also an image with this machine's Node and the libraries that it links.
#
#   images.sh KUBERNETES_BIN OUT_FOLDER [--node]
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

add_node() {
  local to=$1 node library
  node=$(node -p process.execPath)
  cp "$node" "$to/usr/bin/node"
  ldd "$node" | grep -o '/[^ ]*' | sort -u | while read -r library; do
    mkdir -p "$to$(dirname "$library")"
    cp -L "$library" "$to$library"
  done
}

mkdir "$root/pause"
cp "$bin/pause" "$root/pause/pause"
image pause registry.k8s.io/pause:3.10 '["/pause"]'
box "$root/box"
image box localhost/testbed/box:1 '["/bin/sh"]'
if [ "${3:-}" = --node ]; then
  cp -a "$root/box" "$root/node"
  add_node "$root/node"
  image node localhost/testbed/node:1 '["/usr/bin/node"]'
fi

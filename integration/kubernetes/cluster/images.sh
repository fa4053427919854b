#!/usr/bin/env bash
# Makes image archives that a tier 2 cluster imports, without pulling anything, and prints their paths:
#
#   pause     every pod needs it          sigil     built from this tree, both programs
#   box       busybox and the tool peer   envoy, postgres, spire     what the machine has
#   kubectl   of the cluster's build
#
#   images.sh KUBERNETES_BIN OUT_FOLDER NAME…
#
# What was made from the same files is taken from OUT_FOLDER, also while another run makes it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"
cd "$here/../../.."
export PATH="$PWD/node_modules/.bin:$PATH"
# shellcheck source=../../../scripts/image-roots.sh
. scripts/image-roots.sh

bin=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
shift 2
root=''
trap '[ -z "$root" ] || rm -rf "$root"' EXIT

# image NAME TAG ENTRYPOINT_JSON [KEY]: makes $root/NAME by the function root_NAME. A half-made file never has the
# final name, which holds the key of what it was made from; others of that image are of older trees.
image() {
  local name=$1 tag=$2 entrypoint=$3 key=${4:-}
  local archive=$out/$name${key:+-$key}.tar
  exec 8>"$out/.lock-$name"
  flock 8
  if [ ! -e "$archive" ]; then
    root=$(mktemp -d "$out/.root-XXXXXX")
    mkdir "$root/$name"
    "root_$name" "$root/$name" >&2
    node "$here/make-image.ts" "$root/made.tar" "$tag" "$root/$name" "$entrypoint" >&2
    mv "$root/made.tar" "$archive"
    rm -rf "$root"
    [ -z "$key" ] || find "$out" -maxdepth 1 -name "$name-*.tar" -mmin +60 ! -path "$archive" -delete
  fi
  touch "$archive"
  flock -u 8
  echo "$archive"
}

# Of every file that a build of this tree may depend on.
tree_key() {
  {
    node --version
    find agent common envoy proto sds server testing package.json package-lock.json tsconfig*.json scripts/build.sh \
      scripts/image-roots.sh -type f ! -name '*.test.ts' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  } | sha256sum | cut -c1-16
}

root_pause() {
  cp "$bin/pause" "$1/pause"
}

root_box() {
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

root_sigil() {
  make_root "$1"
  add_resolver "$1"
  add_program "$1" "$(node -p process.execPath)" /usr/local/bin/node
  add_sigil "$1"
}

root_envoy() {
  make_root "$1"
  add_resolver "$1"
  add_program "$1" "$(bash scripts/setup-envoy.sh)" /usr/local/bin/envoy
}

root_kubectl() {
  install -D -m 755 "$bin/kubectl" "$1/bin/kubectl"
}

root_postgres() {
  bash scripts/setup-postgres.sh >/dev/null
  make_root "$1"
  add_postgres "$1"
}

root_spire() {
  make_root "$1"
  add_resolver "$1"
  add_program "$1" "$(bash scripts/setup-spire.sh "$spire_version")/spire-server" /usr/local/bin/spire-server
}

spire_version=v1.15.3
for name in "$@"; do
  case $name in
    pause) image pause registry.k8s.io/pause:3.10 '["/pause"]' ;;
    box) image box localhost/testbed/box:1 '["/bin/sh"]' ;;
    sigil) image sigil localhost/sigil:test '["/usr/local/bin/node"]' "$(tree_key)" ;;
    envoy) image envoy localhost/envoy:test '["/usr/local/bin/envoy"]' "$(bash scripts/setup-envoy.sh | cksum | cut -d' ' -f1)" ;;
    kubectl) image kubectl localhost/kubectl:test '["/bin/kubectl"]' "$(basename "$bin" | cksum | cut -d' ' -f1)" ;;
    postgres) image postgres localhost/postgres:test '["/usr/local/bin/docker-entrypoint.sh"]' "$(bash scripts/setup-postgres.sh | cksum | cut -d' ' -f1)" ;;
    spire) image spire localhost/spire-server:test '["/usr/local/bin/spire-server"]' "$spire_version" ;;
    *) fail "no such image: $name" ;;
  esac
done

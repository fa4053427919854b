#!/usr/bin/env bash
# Why: etcd and the CNI plugins come from Debian packages. They are unpacked into the cache, not installed, so
# that no service starts; tools that are missing on this machine are installed.
#
#   packages.sh [--node]        with --node: also what a whole node needs
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"
apt_get="$here/../../../scripts/apt-get.sh"

tools=(jq curl openssl)
unpacked=(etcd-server)
if [ "${1:-}" = --node ]; then
  tools+=(containerd runc busybox:busybox-static ip:iproute2 nsenter:util-linux gcc)
  unpacked+=(containernetworking-plugins)
fi

missing=()
for tool in "${tools[@]}"; do
  command -v "${tool%%:*}" >/dev/null || missing+=("${tool##*:}")
done
if [ ${#missing[@]} -gt 0 ]; then
  log "installing ${missing[*]}"
  bash "$apt_get" update >/dev/null
  bash "$apt_get" install -y --no-install-recommends "${missing[@]}" >/dev/null
fi

mkdir -p "$cache/deb"
cd "$cache/deb"
exec 9>"$cache/deb/lock"
flock 9
for package in "${unpacked[@]}"; do
  [ ! -e "$package.done" ] || continue
  rm -f "$package"_*.deb
  bash "$apt_get" download "$package" >/dev/null 2>&1 ||
    { bash "$apt_get" update >/dev/null && bash "$apt_get" download "$package" >/dev/null; }
  dpkg-deb -x "$package"_*.deb root
  touch "$package.done"
done

#!/usr/bin/env bash
# Why: the compose and container tests need the images of docker-compose.yml where no registry can be reached.
# Builds stand-ins from what is on this machine (the Node that npm installed, the pinned Envoy, Debian's PostgreSQL and
# Prometheus) and pulls nothing:
#
#   build-images.sh [NAME …]     of: node sigil envoy postgres prometheus; without names: node sigil envoy
#
# Prints the variables that make docker-compose.yml use them, as an env file. The released images come from Dockerfile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

prefix=sigil-local
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(node sigil envoy)

fail() {
  echo "build-images: $*" >&2
  exit 1
}

# shellcheck source=image-roots.sh
. scripts/image-roots.sh

# Debian has what the stand-ins are made of; root may install it.
need() {
  local program=$1 package=$2
  command -v "$program" >/dev/null || [ -n "$(ls -d /usr/lib/postgresql/*/bin/"$program" 2>/dev/null)" ] && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || fail "$program is needed (Debian: $package)"
  echo "build-images: installing $package from Debian" >&2
  bash scripts/apt-get.sh update -qq >&2
  DEBIAN_FRONTEND=noninteractive bash scripts/apt-get.sh install -y -qq --no-install-recommends "$package" >/dev/null
}

work=$(mktemp -d "${TMPDIR:-/tmp}/sigil-images.XXXXXX")
trap 'rm -rf "$work"' EXIT

import() {
  local root=$1 tag=$2 change flags=()
  shift 2
  for change in "$@"; do flags+=(--change "$change"); done
  tar -C "$root" -c . | docker import "${flags[@]}" - "$tag" >/dev/null
  echo "build-images: $tag" >&2
}

build_node() {
  local root="$work/node"
  [ -d "$root" ] && return
  make_root "$root"
  add_resolver "$root"
  add_program "$root" "$(readlink -f node_modules/.bin/node)" /usr/local/bin/node
  import "$root" "$prefix/node" 'ENV PATH=/usr/local/bin:/usr/bin:/bin' 'CMD ["node"]'
}

build_sigil() {
  build_node
  local root="$work/sigil"
  cp -a "$work/node" "$root"
  add_sigil "$root"
  local path='ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production'
  install -d "$root/var/lib/sigil" "$root/run/sigil"
  import "$root" "$prefix/agent" "$path" 'ENTRYPOINT ["/usr/local/bin/sigil-agent"]' \
    'CMD ["run", "-config", "/etc/sigil/agent.conf"]'
  chown 65532:65532 "$root/var/lib/sigil" "$root/run/sigil"
  import "$root" "$prefix/server" "$path" 'USER 65532:65532' 'ENTRYPOINT ["/usr/local/bin/sigil-server"]' \
    'CMD ["run", "-config", "/etc/sigil/server.conf"]'
}

build_envoy() {
  local root="$work/envoy"
  make_root "$root"
  add_program "$root" "$(bash scripts/setup-envoy.sh)" /usr/local/bin/envoy
  import "$root" "$prefix/envoy" 'ENV PATH=/usr/local/bin:/usr/bin:/bin' 'ENTRYPOINT ["/usr/local/bin/envoy"]' 'USER 101:101'
}

build_postgres() {
  local root="$work/postgres"
  need initdb postgresql
  make_root "$root"
  add_postgres "$root"
  import "$root" "$prefix/postgres" 'ENV PATH=/usr/local/bin:/usr/bin:/bin' 'USER 999:999' \
    'ENTRYPOINT ["/usr/local/bin/docker-entrypoint.sh"]'
}

build_prometheus() {
  local root="$work/prometheus" program
  make_root "$root"
  need prometheus prometheus
  program=$(command -v prometheus)
  add_program "$root" "$program" /bin/prometheus
  install -d -o 65534 -g 65534 "$root/prometheus"
  import "$root" "$prefix/prometheus" 'USER 65534:65534' 'WORKDIR /prometheus' 'ENTRYPOINT ["/bin/prometheus"]'
}

for name in "${names[@]}"; do
  case $name in
    node | sigil | envoy | postgres | prometheus) "build_$name" ;;
    *) fail "no such image: \"$name\"" ;;
  esac
done

cat <<VARIABLES
SIGIL_SERVER_IMAGE=$prefix/server
SIGIL_AGENT_IMAGE=$prefix/agent
SIGIL_NODE_IMAGE=$prefix/node
SIGIL_ENVOY_IMAGE=$prefix/envoy
SIGIL_POSTGRES_IMAGE=$prefix/postgres
SIGIL_PROMETHEUS_IMAGE=$prefix/prometheus
VARIABLES

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

work=$(mktemp -d "${TMPDIR:-/tmp}/sigil-images.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Puts a program and the shared libraries it is linked to into a root folder.
add_program() {
  local root=$1 program=$2 as=$3 library
  install -D -m 755 "$program" "$root$as"
  # A static program has none, and then grep finds nothing.
  { ldd "$program" 2>/dev/null | grep -o '/[^ ]*' || true; } | sort -u | while read -r library; do
    [ -e "$root$library" ] || install -D -m 755 "$(readlink -f "$library")" "$root$library"
  done
}

# A shell and its tools, accounts, and the folders that programs take for granted.
make_root() {
  local root=$1 busybox tool
  busybox=$(command -v busybox) || fail "busybox is needed (Debian: busybox-static)"
  install -d "$root"/{bin,dev,etc,proc,run,sys,usr/bin,usr/local/bin,var/lib,root}
  install -d -m 1777 "$root/tmp"
  add_program "$root" "$busybox" /bin/busybox
  for tool in sh ls cat sleep ps kill wget nc id env mkdir chown chmod rm cp true false; do
    ln -s /bin/busybox "$root/bin/$tool"
  done
  ln -s /bin/env "$root/usr/bin/env"
  printf 'root:x:0:0:root:/root:/bin/sh\nenvoy:x:101:101::/:/bin/sh\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\nnonroot:x:65532:65532::/:/bin/sh\n' >"$root/etc/passwd"
  printf 'root:x:0:\nenvoy:x:101:\npostgres:x:999:\nnonroot:x:65532:\n' >"$root/etc/group"
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
}

# Names are looked up by libraries that libc loads by itself.
add_resolver() {
  local root=$1 library
  for library in libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
    library=$(ldconfig -p | awk -v name="$library" '$1 == name { print $NF; exit }')
    [ -z "$library" ] || install -D -m 755 "$(readlink -f "$library")" "$root$library"
  done
}

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
  local root="$work/sigil" package
  cp -a "$work/node" "$root"
  bash scripts/build.sh >&2
  install -d "$root/opt/sigil"
  cp -R dist package.json LICENSE "$root/opt/sigil/"
  npm ls --omit=dev --omit=optional --all --parseable 2>/dev/null | tail -n +2 >"$work/packages"
  # koffi's native part is an optional package that npm does not list with the rest.
  ls -d "$PWD"/node_modules/@koromix/* >>"$work/packages"
  while read -r package; do
    package=${package#"$PWD"/}
    [ -d "$package" ] || continue
    [ -e "$root/opt/sigil/$package" ] && continue
    install -d "$root/opt/sigil/$(dirname "$package")"
    cp -R "$package" "$root/opt/sigil/$package"
  done < <(sort -u "$work/packages")
  ln -s /opt/sigil/dist/agent/main.js "$root/usr/local/bin/sigil-agent"
  ln -s /opt/sigil/dist/server/main.js "$root/usr/local/bin/sigil-server"
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
  local root="$work/postgres" home version library
  home=$(ls -d /usr/lib/postgresql/*/ 2>/dev/null | sort -V | tail -n 1)
  [ -n "$home" ] || fail "PostgreSQL is needed (Debian: postgresql)"
  version=$(basename "$home")
  make_root "$root"
  install -d "$root$home" "$root/usr/share/postgresql"
  cp -R "$home/lib" "$root$home/lib"
  cp -R "/usr/share/postgresql/$version" "$root/usr/share/postgresql/$version"
  cp -R --parents /usr/share/zoneinfo "$root"
  for library in postgres initdb psql pg_isready pg_ctl; do
    add_program "$root" "$home/bin/$library" "$home/bin/$library"
    ln -s "$home/bin/$library" "$root/usr/local/bin/$library"
  done
  ln -s /bin/busybox "$root/bin/sed"
  install -d -o 999 -g 999 "$root/var/lib/postgresql/data" "$root/var/run/postgresql"
  # What the official image does with its variables, as far as docker-compose.yml uses them.
  cat >"$root/usr/local/bin/docker-entrypoint.sh" <<'SCRIPT'
#!/bin/sh
set -eu
export PGDATA="${PGDATA:-/var/lib/postgresql/data}"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust --no-locale --encoding=UTF8
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  psql -U "$POSTGRES_USER" -d postgres -c "CREATE DATABASE \"$POSTGRES_DB\""
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec postgres -c "listen_addresses=*"
SCRIPT
  chmod 755 "$root/usr/local/bin/docker-entrypoint.sh"
  import "$root" "$prefix/postgres" 'ENV PATH=/usr/local/bin:/usr/bin:/bin' 'USER 999:999' \
    'ENTRYPOINT ["/usr/local/bin/docker-entrypoint.sh"]'
}

build_prometheus() {
  local root="$work/prometheus" program
  make_root "$root"
  program=$(command -v prometheus) || fail "Prometheus is needed (Debian: prometheus)"
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

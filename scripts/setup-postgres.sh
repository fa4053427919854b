#!/usr/bin/env bash
# Why: the tests of the PostgreSQL datastore run against a real server, which they start themselves in a temporary
# folder. Makes sure that its binaries are there and prints the folder that holds them, and nothing else.
#
#   SIGIL_POSTGRES_BIN=/folder   use these
#   otherwise                    the newest of Debian's, or those that pg_config or PATH name; when there are none,
#                                root installs Debian's package (without the cluster that it would create and start)
set -euo pipefail

oldest=14

fail() {
  echo "setup-postgres: $*" >&2
  exit 1
}

is_usable() {
  local major
  [ -x "$1/postgres" ] && [ -x "$1/initdb" ] && [ -x "$1/psql" ] || return 1
  major=$("$1/postgres" --version | sed -n 's/^postgres (PostgreSQL) \([0-9]*\).*/\1/p')
  [ "${major:-0}" -ge "$oldest" ]
}

print_when_found() {
  local folder
  for folder in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) \
    "$(pg_config --bindir 2>/dev/null || true)" "$(dirname "$(command -v postgres || echo /none/postgres)")"; do
    if [ -n "$folder" ] && is_usable "$folder"; then
      echo "$folder"
      exit 0
    fi
  done
}

if [ -n "${SIGIL_POSTGRES_BIN:-}" ]; then
  is_usable "$SIGIL_POSTGRES_BIN" || fail "SIGIL_POSTGRES_BIN holds no PostgreSQL $oldest or newer: \"$SIGIL_POSTGRES_BIN\""
  echo "$SIGIL_POSTGRES_BIN"
  exit 0
fi

print_when_found
[ "$(id -u)" = 0 ] || fail "no PostgreSQL $oldest or newer; install the package \"postgresql\" or set SIGIL_POSTGRES_BIN"
command -v apt-get >/dev/null || fail "no PostgreSQL $oldest or newer, and no apt-get to install it with"

echo "setup-postgres: installing Debian's postgresql" >&2
mkdir -p /etc/postgresql-common/createcluster.d
echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/sigil.conf
export DEBIAN_FRONTEND=noninteractive
apt_get="$(dirname "${BASH_SOURCE[0]}")/apt-get.sh"
install=(bash "$apt_get" install -y --no-install-recommends postgresql)
"${install[@]}" >&2 || { bash "$apt_get" update >&2 && "${install[@]}" >&2; } || fail "apt-get could not install postgresql"
print_when_found
fail "Debian's postgresql is older than $oldest"

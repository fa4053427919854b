#!/usr/bin/env bash
# Why: the compose tests need a Docker engine and Compose v2 on machines that have neither, and must leave nothing
# behind. Runs a command with both at hand:
#
#   setup-docker.sh COMMAND [ARGUMENT …]     for example: setup-docker.sh bash
#
# An engine that answers (DOCKER_HOST, the current context or /var/run/docker.sock) is used as it is. Where none does,
# root on Debian gets its docker.io, started for the command only: with its own data, sockets, network, mount and
# process namespaces, so that ports, bridges, firewall rules and processes end with the command. Compose v2 is built
# from its Go module into the per-user cache when `docker compose` is missing. Nothing is ever pulled.
#
# The command sees DOCKER_HOST and DOCKER_CONFIG, and SIGIL_DOCKERD when the engine is ours: a program that takes
# `start` or `stop`, for tests that restart it.
set -euo pipefail

compose_version=v2.40.3
cache="${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/docker"

fail() {
  echo "setup-docker: $*" >&2
  exit 1
}

engine_answers() {
  command -v docker >/dev/null && timeout 60 docker version --format '{{.Server.Version}}' >/dev/null 2>&1
}

# Debian 12 has no package of Compose v2. One caller builds, the others wait.
build_compose() {
  local folder="$cache/compose-$compose_version" staging
  compose="$folder/docker-compose"
  [ -x "$compose" ] && return
  command -v go >/dev/null || fail "docker compose is missing, and Go is needed to build it"
  mkdir -p "$cache"
  exec 9>"$cache/.lock"
  flock 9
  if [ ! -x "$compose" ]; then
    echo "setup-docker: building Compose $compose_version into $folder; this takes minutes" >&2
    staging=$(mktemp -d "$cache/.staging.XXXXXX")
    (
      trap 'rm -rf "$staging"' EXIT
      mkdir "$staging/module" "$staging/tmp"
      cd "$staging/module"
      # Go ignores a go.mod in the folder for temporary files.
      export GOFLAGS=-buildvcs=false TMPDIR="$staging/tmp"
      printf 'module local/compose\n\ngo 1.25\n' >go.mod
      nice -n 10 go get -tool "github.com/docker/compose/v2/cmd@$compose_version" >&2
      nice -n 10 go build -trimpath -o docker-compose \
        -ldflags="-s -w -X github.com/docker/compose/v2/internal.Version=$compose_version" \
        github.com/docker/compose/v2/cmd >&2
      mkdir -p "$folder"
      mv docker-compose "$compose"
    )
  fi
  exec 9>&-
}

# A configuration of our own: the user's may name credential helpers, contexts and proxies.
use_compose() {
  docker compose version >/dev/null 2>&1 && return
  build_compose
  export DOCKER_CONFIG="$state/config"
  mkdir -p "$DOCKER_CONFIG/cli-plugins"
  ln -sf "$compose" "$DOCKER_CONFIG/cli-plugins/docker-compose"
}

install_engine() {
  command -v dockerd >/dev/null && command -v containerd >/dev/null && command -v iptables >/dev/null && return
  [ "$(id -u)" = 0 ] || fail "no Docker engine answers, and only root can install one"
  command -v apt-get >/dev/null || fail "no Docker engine answers, and there is no apt-get to install one with"
  echo "setup-docker: installing docker.io from Debian" >&2
  # Its service must not start: the engine runs for the command only.
  local policy=/usr/sbin/policy-rc.d
  [ -e "$policy" ] || printf '#!/bin/sh\nexit 101\n# setup-docker\n' >"$policy"
  chmod +x "$policy"
  bash "$(dirname "${BASH_SOURCE[0]}")/apt-get.sh" update -qq >&2
  DEBIAN_FRONTEND=noninteractive bash "$(dirname "${BASH_SOURCE[0]}")/apt-get.sh" install -y -qq --no-install-recommends \
    docker.io containerd runc iptables iproute2 >/dev/null
  if grep -q '^# setup-docker$' "$policy"; then rm "$policy"; fi
}

write_control() {
  cat >"$state/dockerd" <<SCRIPT
#!/bin/sh
# Starts or stops the engine of setup-docker.sh; containers outlive a stop.
case \${1:-} in
  start) touch "$state/wanted" ;;
  stop)
    rm -f "$state/wanted"
    kill "\$(cat "$state/dockerd.pid")"
    while [ -e "$state/dockerd.pid" ]; do sleep 0.1; done
    ;;
  *) exit 2 ;;
esac
SCRIPT
  chmod +x "$state/dockerd"
}

# As systemd does it on Debian: the socket is not the engine's own and outlives it, so that containers which mount
# it keep it. It is descriptor 3 here, see the end.
supervise() {
  while :; do
    until [ -e "$state/wanted" ]; do sleep 0.1; done
    (
      export LISTEN_FDS=1 LISTEN_PID=$BASHPID
      exec dockerd --host fd:// --data-root "$state/data" --exec-root "$state/exec" \
        --pidfile "$state/dockerd.pid" --live-restore >>"$state/dockerd.log" 2>&1 </dev/null
    ) || true
  done
}

# Inside of the namespaces: this process is their init, and all of them end with it.
inside() {
  state=$1
  shift
  ip link set lo up
  export DOCKER_HOST="unix://$state/docker.sock" SIGIL_DOCKERD="$state/dockerd"
  supervise &
  exec 3>&-
  "$SIGIL_DOCKERD" start
  engine_answers || fail "the engine did not start: $(tail -n 5 "$state/dockerd.log")"
  use_compose
  local status=0
  "$@" || status=$?
  # Its containers first: a cgroup can only be removed when it is empty.
  docker ps --quiet | xargs --no-run-if-empty docker rm --force >/dev/null 2>&1 || true
  timeout 20 "$SIGIL_DOCKERD" stop 2>/dev/null || true
  exit "$status"
}

if [ "${1:-}" = --inside ]; then
  shift
  inside "$@"
fi

[ $# -gt 0 ] || fail "expected a command to run"
state=$(mktemp -d "${TMPDIR:-/tmp}/sigil-docker.XXXXXX")
trap 'rm -rf "$state"' EXIT
if engine_answers; then
  use_compose
  "$@"
  exit
fi
install_engine
[ "$(id -u)" = 0 ] || fail "no Docker engine answers, and only root can start one"
docker compose version >/dev/null 2>&1 || build_compose
write_control
listen='
import os, socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen(128)
os.dup2(listener.fileno(), 3)
os.set_inheritable(3, True)
os.execvp(sys.argv[2], sys.argv[2:])
'
python3 -c "$listen" "$state/docker.sock" \
  unshare --net --mount --pid --fork --kill-child --mount-proc bash "${BASH_SOURCE[0]}" --inside "$state" "$@"

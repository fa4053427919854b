# Read by the scripts of this folder: where things are kept, and how they speak.
default_version=v1.37.2
cache=${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/kubernetes
packages=$cache/deb/root
node_name=n1
node_ip=10.99.0.1

log() {
  echo "kubernetes: $*" >&2
}

fail() {
  log "$@"
  exit 1
}

# True for the process that was started, not for another one that took its PID over.
is_running() {
  local pid=$1 start_time=$2
  [ "$(awk '{print $22}' "/proc/$pid/stat" 2>/dev/null)" = "$start_time" ]
}

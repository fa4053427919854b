# Read by the scripts of this folder: where things are kept, and how they speak.
default_version=${SIGIL_KUBERNETES_VERSION:-v1.37.2}
cache=${XDG_CACHE_HOME:-${HOME:?HOME or XDG_CACHE_HOME must be set}/.cache}/sigil/kubernetes
packages=$cache/deb/root
# Nodes are numbered from 1, which has the control plane. All addresses are in network namespaces of the cluster's own.
node_name_of() { echo "n$1"; }
node_ip_of() { echo "10.99.0.$1"; }
pod_subnet_of() { echo "10.88.$((76 + $1)).0/24"; }
most_nodes=2

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

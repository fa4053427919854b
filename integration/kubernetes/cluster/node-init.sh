#!/usr/bin/env bash
# PID 1 of a tier 2 node; node.sh starts it in new namespaces. When it ends, everything on the node ends.
set -euo pipefail
node=$1
# shellcheck disable=SC1091
. "$node/variables.sh"
# shellcheck source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
logs=$node/logs

# The old /proc is still mounted: it shows this process's PID as the outside sees it.
read -ra stat </proc/self/stat
echo "${stat[0]} ${stat[21]}" >"$node/pids"
echo "${stat[0]}" >"$node/init.pid.tmp"
mv "$node/init.pid.tmp" "$node/init.pid"
mount -t proc proc /proc
hostname "$node_name"

bind() {
  mkdir -p "$2"
  mount --bind "$1" "$2"
}

# What kubelet, containerd and CNI hard-code becomes folders of this run. An overlay comes first, so that the
# mount points are not made on the machine: removing a folder that is a mount point elsewhere undoes that mount.
mount_folders() {
  local folder
  for folder in lib log; do
    mkdir -p "$node/overlay/$folder" "$node/overlay/$folder.work"
    mount -t overlay overlay "/var/$folder" \
      -o "lowerdir=/var/$folder,upperdir=$node/overlay/$folder,workdir=$node/overlay/$folder.work"
  done
  bind "$node/kubelet" /var/lib/kubelet
  bind "$node/cni-state" /var/lib/cni
  bind "$node/containerd" /var/lib/containerd
  bind "$node/podlogs" /var/log/pods
  bind "$node/conlogs" /var/log/containers
  mount -t tmpfs -o mode=755 tmpfs /run
  mkdir -p /run/containerd /run/netns /run/lock
}

# The hierarchies again, now with this namespace's root on top.
mount_cgroups() {
  local mounts folder type options kept
  mounts=$(awk '$2 ~ "^/sys/fs/cgroup/" {print $2" "$3" "$4}' /proc/mounts)
  mount -t tmpfs -o mode=755 tmpfs /sys/fs/cgroup
  while read -r folder type options; do
    mkdir -p "$folder"
    if [ "$type" = cgroup2 ]; then
      mount -t cgroup2 cgroup2 "$folder"
    else
      kept=$(tr , '\n' <<<"$options" | grep -vxE 'rw|ro|relatime|nosuid|nodev|noexec|xattr|release_agent=.*' | paste -sd,)
      mount -t cgroup -o "$kept" cgroup "$folder"
    fi
  done <<<"$mounts"
}

# The kubelet writes these; a scratch file over each keeps that from the machine.
hide_sysctls() {
  local name scratch
  for name in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops \
    kernel/keys/root_maxkeys kernel/keys/root_maxbytes; do
    [ -e "/proc/sys/$name" ] || continue
    scratch=$node/fake/${name//\//_}
    cat "/proc/sys/$name" >"$scratch"
    mount --bind "$scratch" "/proc/sys/$name"
  done
}

# There is no kube-proxy: the address of the `kubernetes` service is one of the first node's own. The kubelet wants a
# default route, so it gets one that leads nowhere.
make_network() {
  ip link set lo up
  ip link add nodebr type bridge
  ip addr add "$node_ip/24" dev nodebr
  ip link set nodebr up
  ip route add default via 10.99.0.254 dev nodebr
  echo 1 >/proc/sys/net/ipv4/ip_forward
  if [ "$index" = 1 ]; then
    ip addr add 10.96.0.1/32 dev nodebr
    return
  fi
  await ip link show uplink
  ip link set uplink master nodebr up
  ip route add 10.96.0.1/32 via "$control_plane_ip"
  ip route add "$(pod_subnet_of 1)" via "$control_plane_ip"
}

api() {
  curl -sf --cacert "$pki/ca.crt" -H "Authorization: Bearer $(cat "$pki/admin.token")" "https://$control_plane_ip:443$1"
}

import_images() {
  local archive
  for _ in $(seq 100); do
    ! ctr -n k8s.io version >/dev/null 2>&1 || break
    sleep 0.1
  done
  for archive in "$images"/*.tar; do ctr -n k8s.io images import "$archive"; done
}

start_kubelet() {
  "$bin/kubelet" --config="$node/kubelet.yaml" --kubeconfig="$pki/kubelet-$node_name.conf" --hostname-override="$node_name" \
    --node-ip="$node_ip" --root-dir=/var/lib/kubelet --cert-dir=/var/lib/kubelet/pki -v=2 >>"$logs/kubelet.log" 2>&1 &
  echo $! >"$node/kubelet.inner-pid"
}

# until COMMAND…: tries for two minutes, then gives the node up.
await() {
  for _ in $(seq 600); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.2
  done
  echo "gave up waiting: $*"
  touch "$node/failed"
  sleep 5
  exit 1
}

is_node_ready() {
  api "/api/v1/nodes/$node_name" | jq -e '.status.conditions[]? | select(.type == "Ready" and .status == "True")'
}

start_api_server() {
  "$packages/usr/bin/etcd" --data-dir "$cluster_folder/etcd" --listen-client-urls http://127.0.0.1:2379 \
    --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380 >"$logs/etcd.log" 2>&1 &
  "$bin/kube-apiserver" --etcd-servers=http://127.0.0.1:2379 --secure-port=443 --bind-address=0.0.0.0 \
    --advertise-address="$node_ip" "${apiserver_flags[@]}" >"$logs/kube-apiserver.log" 2>&1 &
}

start_controllers() {
  "$bin/kube-controller-manager" --kubeconfig="$pki/kcm.conf" --service-account-private-key-file="$pki/sa.key" \
    --root-ca-file="$pki/ca.crt" --use-service-account-credentials=true --leader-elect=false --bind-address=127.0.0.1 \
    --node-monitor-grace-period=20s >"$logs/kcm.log" 2>&1 &
  "$bin/kube-scheduler" --kubeconfig="$pki/scheduler.conf" --leader-elect=false --bind-address=127.0.0.1 \
    >"$logs/scheduler.log" 2>&1 &
}

mount_folders
mount_cgroups
hide_sysctls
mount --make-rshared /
make_network
containerd --config "$node/containerd.toml" >"$logs/containerd.log" 2>&1 &
[ "$index" != 1 ] || start_api_server
import_images >"$logs/import.log" 2>&1 &
importing=$!
await api /readyz
[ "$index" != 1 ] || start_controllers
wait "$importing"
start_kubelet
await is_node_ready
await api /api/v1/namespaces/default/serviceaccounts/default
touch "$node/ready"

# Tests restart the kubelet by ending it; with `kubelet-stay-down` there it stays away.
while :; do
  if ! kill -0 "$(cat "$node/kubelet.inner-pid")" 2>/dev/null && [ ! -e "$node/kubelet-stay-down" ]; then
    start_kubelet
  fi
  sleep 1 &
  wait $! || true
done

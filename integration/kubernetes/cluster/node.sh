# Read by up.sh and join.sh: starts a node of tier 2, one process tree in namespaces of its own whose PID 1 is
# node-init.sh. The first node's folder is the cluster's, the others' are in it.

# start_node FOLDER INDEX: returns when the node is ready.
start_node() {
  local node=$1 index=$2 node_name node_ip pod_subnet
  node_name=$(node_name_of "$index") node_ip=$(node_ip_of "$index") pod_subnet=$(pod_subnet_of "$index")
  local images=$bin/images
  mkdir -p "$node"/{logs,kubelet,cni-state,cni,containerd,podlogs,conlogs,fake,manifests,fv}
  [ -e "$images/box.tar" ] || "$here/images.sh" "$bin" "$images" pause box >/dev/null
  write_containerd_config "$node"
  write_network_config "$node" "$pod_subnet"
  write_kubelet_config "$node" "$node_name"
  local cluster_folder=$run control_plane_ip
  control_plane_ip=$(node_ip_of 1)
  declare -p node cluster_folder bin packages pki index node_name node_ip control_plane_ip images apiserver_flags |
    sed 's/^declare -- /declare -g /; s/^declare -a /declare -ga /' >"$node/variables.sh"
  make_cgroups "$node"
  (enter_node "$node") &
  await_init "$node"
  write_nsexec "$node" "$node_name"
  [ "$index" = 1 ] || link_to_first "$node" "$index"
  await_ready "$node"
}

write_containerd_config() {
  local node=$1
  cat >"$node/containerd.toml" <<TOML
version = 2
root = "/var/lib/containerd"
state = "/run/containerd"
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.aufs",
  "io.containerd.tracing.processor.v1.otlp", "io.containerd.internal.v1.tracing"]
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.internal.v1.opt"]
  path = "$node/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "registry.k8s.io/pause:3.10"
  disable_apparmor = true
  # Without CAP_SYS_RESOURCE an oom_score_adj below the parent's is refused.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$packages/usr/lib/cni"
    conf_dir = "$node/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
TOML
}

write_network_config() {
  local node=$1 subnet=$2
  cat >"$node/cni/10-bridge.conflist" <<JSON
{"cniVersion": "0.4.0", "name": "tests", "plugins": [
  {"type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": false, "hairpinMode": true,
   "ipam": {"type": "host-local", "ranges": [[{"subnet": "$subnet"}]], "routes": [{"dst": "0.0.0.0/0"}]}},
  {"type": "loopback"}]}
JSON
}

# Kubernetes 1.35 and later refuse cgroup version 1 unless told otherwise.
write_kubelet_config() {
  local node=$1 name=$2
  cat >"$node/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: 0.0.0.0
authentication:
  anonymous: {enabled: false}
  webhook: {enabled: true, cacheTTL: 5s}
  x509: {clientCAFile: $pki/ca.crt}
authorization: {mode: Webhook, webhook: {cacheAuthorizedTTL: 5s, cacheUnauthorizedTTL: 2s}}
tlsCertFile: $pki/kubelet-server-$name.crt
tlsPrivateKeyFile: $pki/kubelet-server-$name.key
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
cgroupDriver: cgroupfs
cgroupRoot: /
failCgroupV1: false
failSwapOn: false
clusterDNS: [10.96.0.10]
clusterDomain: cluster.local
resolvConf: ""
enforceNodeAllocatable: []
evictionHard: {memory.available: "0%", nodefs.available: "0%", imagefs.available: "0%"}
makeIPTablesUtilChains: false
oomScoreAdj: 0
readOnlyPort: 10255
serializeImagePulls: false
registerNode: true
staticPodPath: $node/manifests
volumePluginDir: $node/fv
nodeStatusUpdateFrequency: 4s
syncFrequency: 3s
YAML
  [ -z "${kubelet_config:-}" ] || cat "$kubelet_config" >>"$node/kubelet.yaml"
}

# A child cgroup in each hierarchy, below this shell's own, becomes the root of the node's cgroup namespace: pods
# are /kubepods/… in there, and two clusters do not meet.
make_cgroups() {
  local node=$1 controllers path base cgroup
  : >"$node/cgroups"
  while IFS=: read -r _ controllers path; do
    case $controllers in
      '') base=/sys/fs/cgroup/unified ;;
      name=*) base=/sys/fs/cgroup/${controllers#name=} ;;
      *) base=/sys/fs/cgroup/$controllers ;;
    esac
    [ -d "$base" ] || continue
    cgroup=$base${path%/}/kubernetes-tests-$$-$RANDOM
    mkdir "$cgroup"
    echo "$cgroup" >>"$node/cgroups"
    if [ "$controllers" = cpuset ]; then
      cat "$base${path%/}/cpuset.cpus" >"$cgroup/cpuset.cpus"
      cat "$base${path%/}/cpuset.mems" >"$cgroup/cpuset.mems"
    fi
    # Absent on newer kernels, where it is always so.
    [ "$controllers" != memory ] || echo 1 >"$cgroup/memory.use_hierarchy" 2>/dev/null || true
  done </proc/self/cgroup
}

enter_node() {
  local node=$1 cgroup
  while read -r cgroup; do echo "$BASHPID" >"$cgroup/cgroup.procs"; done <"$node/cgroups"
  exec setsid unshare --net --mount --pid --cgroup --uts --ipc --fork --propagation private \
    bash "$here/node-init.sh" "$node" </dev/null >"$node/logs/node-init.log" 2>&1
}

await_init() {
  local node=$1
  for _ in $(seq 100); do
    [ ! -s "$node/init.pid" ] || return 0
    sleep 0.1
  done
  cat "$node/logs/node-init.log" >&2
  fail "no first process within 10 s: $node"
}

write_nsexec() {
  local node=$1 name=$2
  cat >"$node/nsexec" <<SH
#!/usr/bin/env bash
# Runs a command on the node: its network, mounts, PIDs and cgroup root.
[ \$# -gt 0 ] || set -- bash
export KUBECONFIG=$pki/admin-$name.conf PATH=$bin:\$PATH
exec nsenter -t $(cat "$node/init.pid") -n -m -p -C -u -i --wdns="\$PWD" -- "\$@"
SH
  chmod +x "$node/nsexec"
}

# A cable to the bridge of the first node, and a way to each other's pods.
link_to_first() {
  local node=$1 index=$2 first
  first=$(cat "$run/init.pid")
  nsenter -t "$first" -n ip link add "node$index" type veth peer name uplink netns "$(cat "$node/init.pid")"
  nsenter -t "$first" -n ip link set "node$index" master nodebr up
  nsenter -t "$first" -n ip route add "$(pod_subnet_of "$index")" via "$(node_ip_of "$index")"
}

await_ready() {
  local node=$1 init
  init=$(cat "$node/init.pid")
  for _ in $(seq 600); do
    if [ -e "$node/ready" ] || [ -e "$node/failed" ] || ! kill -0 "$init" 2>/dev/null; then break; fi
    sleep 0.2
  done
  [ ! -e "$node/ready" ] || return 0
  tail -n 5 "$node"/logs/*.log >&2
  fail "the node did not become ready; see $node/logs"
}

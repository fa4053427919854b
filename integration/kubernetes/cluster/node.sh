# Read by up.sh: starts tier 2. The node is one process tree in namespaces of its own; node-init.sh is its PID 1.

mkdir -p "$run"/{kubelet,cni-state,cni,containerd,podlogs,conlogs,fake,manifests,fv}
images=$bin/images
[ -e "$images/box.tar" ] || "$here/images.sh" "$bin" "$images"

cat >"$run/containerd.toml" <<TOML
version = 2
root = "/var/lib/containerd"
state = "/run/containerd"
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.aufs",
  "io.containerd.tracing.processor.v1.otlp", "io.containerd.internal.v1.tracing"]
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.internal.v1.opt"]
  path = "$run/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "registry.k8s.io/pause:3.10"
  disable_apparmor = true
  # Without CAP_SYS_RESOURCE an oom_score_adj below the parent's is refused.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$packages/usr/lib/cni"
    conf_dir = "$run/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
TOML

cat >"$run/cni/10-bridge.conflist" <<'JSON'
{"cniVersion": "0.4.0", "name": "tests", "plugins": [
  {"type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": false, "hairpinMode": true,
   "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.88.77.0/24"}]], "routes": [{"dst": "0.0.0.0/0"}]}},
  {"type": "loopback"}]}
JSON

# Kubernetes 1.35 and later refuse cgroup version 1 unless told otherwise.
cat >"$run/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: 0.0.0.0
authentication:
  anonymous: {enabled: false}
  webhook: {enabled: true, cacheTTL: 5s}
  x509: {clientCAFile: $pki/ca.crt}
authorization: {mode: Webhook, webhook: {cacheAuthorizedTTL: 5s, cacheUnauthorizedTTL: 2s}}
tlsCertFile: $pki/kubelet-server.crt
tlsPrivateKeyFile: $pki/kubelet-server.key
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
staticPodPath: $run/manifests
volumePluginDir: $run/fv
nodeStatusUpdateFrequency: 4s
syncFrequency: 3s
YAML
[ -z "$kubelet_config" ] || cat "$kubelet_config" >>"$run/kubelet.yaml"

declare -p run bin packages pki node_name node_ip images apiserver_flags >"$run/variables.sh"

# A child cgroup in each hierarchy, below this shell's own, becomes the root of the node's cgroup namespace: pods
# are /kubepods/… in there, and two clusters do not meet.
make_cgroups() {
  local controllers path base cgroup
  : >"$run/cgroups"
  while IFS=: read -r _ controllers path; do
    case $controllers in
      '') base=/sys/fs/cgroup/unified ;;
      name=*) base=/sys/fs/cgroup/${controllers#name=} ;;
      *) base=/sys/fs/cgroup/$controllers ;;
    esac
    [ -d "$base" ] || continue
    cgroup=$base${path%/}/kubernetes-tests-$$
    mkdir "$cgroup"
    echo "$cgroup" >>"$run/cgroups"
    if [ "$controllers" = cpuset ]; then
      cat "$base${path%/}/cpuset.cpus" >"$cgroup/cpuset.cpus"
      cat "$base${path%/}/cpuset.mems" >"$cgroup/cpuset.mems"
    fi
    # Absent on newer kernels, where it is always so.
    [ "$controllers" != memory ] || echo 1 >"$cgroup/memory.use_hierarchy" 2>/dev/null || true
  done </proc/self/cgroup
}

enter_node() {
  local cgroup
  while read -r cgroup; do echo "$BASHPID" >"$cgroup/cgroup.procs"; done <"$run/cgroups"
  exec setsid unshare --net --mount --pid --cgroup --uts --ipc --fork --propagation private \
    bash "$here/node-init.sh" "$run" </dev/null >"$run/logs/node-init.log" 2>&1
}

make_cgroups
(enter_node) &
for _ in $(seq 100); do
  [ ! -s "$run/init.pid" ] || break
  sleep 0.1
done
init=$(cat "$run/init.pid")
cat >"$run/nsexec" <<SH
#!/usr/bin/env bash
# Runs a command on the node: its network, mounts, PIDs and cgroup root.
[ \$# -gt 0 ] || set -- bash
export KUBECONFIG=$pki/admin.conf PATH=$bin:\$PATH
exec nsenter -t $init -n -m -p -C -u -i --wdns="\$PWD" -- "\$@"
SH
chmod +x "$run/nsexec"
for _ in $(seq 600); do
  if [ -e "$run/ready" ] || [ -e "$run/failed" ] || ! kill -0 "$init" 2>/dev/null; then break; fi
  sleep 0.2
done
if [ ! -e "$run/ready" ]; then
  tail -n 5 "$run"/logs/*.log >&2
  fail "the node did not become ready; see $run/logs"
fi

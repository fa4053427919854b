#!/usr/bin/env bash
# Starts a Kubernetes cluster for tests and prints its state folder. Stop it with down.sh.
#
#   up.sh --tier 1|2 --run FOLDER [--port N] [--version V] [--kubelet-config FILE] [--api-audience MORE]
#         [--token-webhook URL]
#
# Tier 1: etcd and kube-apiserver on 127.0.0.1:PORT (and the two ports above it, for etcd): the real
#         TokenRequest, TokenReview, RBAC and watches, in 5 s and 330 MB.
# Tier 2: a whole node: also controller-manager, scheduler, containerd, kubelet and a CNI bridge, in network,
#         mount, PID, IPC, UTS and cgroup namespaces of its own. FOLDER/nsexec runs a command in there. join.sh adds
#         a second node.
#
# FOLDER/env.sh tells what a client needs. The folder must not lie below /var/lib, /var/log or /run.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"

tier='' run='' token_webhook='' port=16443 version=$default_version kubelet_config='' api_audiences=https://kubernetes.default.svc
while [ $# -gt 0 ]; do
  case $1 in
    --tier) tier=$2 ;;
    --run) run=$(realpath -m "$2") ;;
    --port) port=$2 ;;
    --version) version=$2 ;;
    --api-audience) api_audiences+=,$2 ;;
    --token-webhook) token_webhook=$2 ;;
    --kubelet-config) kubelet_config=$(realpath "$2") ;;
    *) fail "unknown argument $1" ;;
  esac
  shift 2
done
[[ $tier =~ ^[12]$ ]] || fail 'say --tier 1 or --tier 2'
[ -n "$run" ] || fail 'say --run FOLDER'

"$here/packages.sh" $([ "$tier" = 1 ] || echo --node)
bin=$("$here/build.sh" --version "$version")
[ ! -e "$run" ] || "$here/down.sh" "$run"
mkdir -p "$run"/{logs,pki,etcd}
api_url=https://127.0.0.1:$([ "$tier" = 1 ] && echo "$port" || echo 443)
"$here/pki.sh" "$run/pki" "$api_url"
pki=$run/pki
cat >"$run/env.sh" <<ENV
export KUBECONFIG=$pki/admin.conf API_URL=$api_url CA=$pki/ca.crt ADMIN_TOKEN=$(cat "$pki/admin.token")
export KUBERNETES_BIN=$bin
ENV
apiserver_flags=(
  --allow-privileged=true --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction
  --client-ca-file="$pki/ca.crt" --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key"
  --cert-dir="$run/certs" --token-auth-file="$pki/tokens.csv" --service-cluster-ip-range=10.96.0.0/16
  --service-account-issuer=https://kubernetes.default.svc --api-audiences="$api_audiences"
  --service-account-key-file="$pki/sa.pub" --service-account-signing-key-file="$pki/sa.key"
  --kubelet-client-certificate="$pki/apiserver-kubelet-client.crt"
  --kubelet-client-key="$pki/apiserver-kubelet-client.key" --kubelet-certificate-authority="$pki/ca.crt"
  --kubelet-preferred-address-types=InternalIP --profiling=false
)

# Asked about tokens that no other authenticator knows; it need not answer yet.
if [ -n "$token_webhook" ]; then
  cat >"$run/token-webhook.conf" <<YAML
apiVersion: v1
kind: Config
clusters: [{name: webhook, cluster: {server: "$token_webhook"}}]
users: [{name: apiserver, user: {}}]
contexts: [{name: webhook, context: {cluster: webhook, user: apiserver}}]
current-context: webhook
YAML
  apiserver_flags+=(
    --authentication-token-webhook-config-file="$run/token-webhook.conf"
    --authentication-token-webhook-version=v1 --authentication-token-webhook-cache-ttl=0s
  )
fi

start() {
  local name=$1
  shift
  setsid "$@" </dev/null >"$run/logs/$name.log" 2>&1 &
  echo "$! $(awk '{print $22}' "/proc/$!/stat")" >>"$run/pids"
}

answers() {
  curl -sf --cacert "$pki/ca.crt" -H "Authorization: Bearer $(cat "$pki/admin.token")" -o /dev/null "$api_url$1"
}

# await PATH SECONDS: until the API server answers it, or a process has ended.
await() {
  local pid start_time
  for _ in $(seq $(($2 * 5))); do
    ! answers "$1" || return 0
    while read -r pid start_time; do
      is_running "$pid" "$start_time" || { tail -n 5 "$run"/logs/*.log >&2 && fail "a process ended early"; }
    done <"$run/pids"
    sleep 0.2
  done
  tail -n 20 "$run/logs/kube-apiserver.log" >&2
  fail "no answer within $2 s: $1"
}

start_tier_1() {
  local client=http://127.0.0.1:$((port + 1)) peer=http://127.0.0.1:$((port + 2))
  start etcd "$packages/usr/bin/etcd" --data-dir "$run/etcd" --listen-client-urls "$client" \
    --advertise-client-urls "$client" --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" \
    --initial-cluster "default=$peer"
  # Without a controller-manager nobody makes the service accounts that admission would ask for.
  start kube-apiserver "$bin/kube-apiserver" --etcd-servers="$client" --bind-address=127.0.0.1 \
    --advertise-address=127.0.0.1 --secure-port="$port" --endpoint-reconciler-type=none \
    --disable-admission-plugins=ServiceAccount "${apiserver_flags[@]}"
  await /readyz 120
}

if [ "$tier" = 1 ]; then
  start_tier_1
else
  # shellcheck source=node.sh
  . "$here/node.sh"
  start_node "$run" 1
fi
echo "$run"

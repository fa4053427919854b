#!/usr/bin/env bash
# Makes certificates, kubeconfigs, the service account key and an administrator's token for one cluster.
#
#   pki.sh FOLDER API_URL
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"

api_url=$2
mkdir -p "$1"
cd "$1"
folder=$PWD

new_key() {
  openssl ecparam -name prime256v1 -genkey -noout -out "$1" 2>/dev/null
}

# certificate NAME SUBJECT USAGE [SUBJECT_ALTERNATIVE_NAMES]
certificate() {
  local name=$1 subject=$2 usage=$3 names=${4:-}
  new_key "$name.key"
  openssl req -new -key "$name.key" -subj "$subject" 2>/dev/null |
    openssl x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -out "$name.crt" -extfile <(
      echo basicConstraints=CA:FALSE
      echo keyUsage=digitalSignature
      echo "extendedKeyUsage=$usage"
      [ -z "$names" ] || echo "subjectAltName=$names"
    ) 2>/dev/null
}

# kubeconfig NAME [API_URL] [FILE]
kubeconfig() {
  cat >"${3:-$1}.conf" <<YAML
apiVersion: v1
kind: Config
clusters: [{name: tests, cluster: {server: "${2:-$api_url}", certificate-authority: $folder/ca.crt}}]
users: [{name: $1, user: {client-certificate: $folder/$1.crt, client-key: $folder/$1.key}}]
contexts: [{name: tests, context: {cluster: tests, user: $1}}]
current-context: tests
YAML
}

new_key ca.key
openssl req -x509 -new -key ca.key -out ca.crt -subj /CN=kubernetes-for-tests -days 30 \
  -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign 2>/dev/null
service=DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local
certificate apiserver /CN=kube-apiserver serverAuth "$service,DNS:localhost,IP:127.0.0.1,IP:10.96.0.1,IP:$(node_ip_of 1)"
certificate apiserver-kubelet-client /O=system:masters/CN=kube-apiserver-kubelet-client clientAuth
certificate admin /O=system:masters/CN=admin clientAuth
certificate kcm /CN=system:kube-controller-manager clientAuth
certificate scheduler /CN=system:kube-scheduler clientAuth
openssl genrsa -out sa.key 2048 2>/dev/null
openssl rsa -in sa.key -pubout -out sa.pub 2>/dev/null
openssl rand -hex 16 >admin.token
echo "$(cat admin.token),admin-token,admin-token,\"system:masters\"" >tokens.csv
for name in admin kcm scheduler; do kubeconfig "$name"; done
for index in $(seq "$most_nodes"); do
  name=$(node_name_of "$index") ip=$(node_ip_of "$index")
  certificate "kubelet-$name" "/O=system:nodes/CN=system:node:$name" clientAuth
  certificate "kubelet-server-$name" "/O=system:nodes/CN=system:node:$name" serverAuth "DNS:$name,IP:$ip,IP:127.0.0.1"
  server=$([ "$index" = 1 ] && echo "$api_url" || echo "https://$(node_ip_of 1):443")
  kubeconfig "kubelet-$name" "$server"
  kubeconfig admin "$server" "admin-$name"
done

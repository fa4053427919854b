#!/usr/bin/env bash
# Registers the identities of the example: one name for all agents of the cluster, and one identity for each service
# account below it. Run it once; `sigil-server entry show` lists what it made.
#
#   register.sh [TRUST_DOMAIN [CLUSTER_NAME]]
set -euo pipefail
trust_domain=${1:-example.org}
cluster=${2:-main}
namespace=sigil-example

entry() {
  kubectl -n sigil exec sigil-server-0 -c sigil-server -- sigil-server entry create "$@"
}

entry -node -spiffeID "spiffe://$trust_domain/cluster/$cluster" -selector "k8s_psat:cluster:$cluster"
for account in web orders; do
  entry -parentID "spiffe://$trust_domain/cluster/$cluster" \
    -spiffeID "spiffe://$trust_domain/ns/$namespace/sa/$account" \
    -selector "k8s:ns:$namespace" -selector "k8s:sa:$account"
done

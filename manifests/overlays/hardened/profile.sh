#!/usr/bin/env bash
# Why: a profile cannot be applied with the manifests, as it is bound to what runs. Run this once the agents' pods run: it
# makes the profile unless there is one, shows what it would be bound to, and asks. With -yes it does not ask.
set -euo pipefail

server() {
  kubectl -n sigil exec -i sigil-server-0 -- sigil-server "$@"
}

cluster=$(kubectl -n sigil get configmap -l app.kubernetes.io/part-of=sigil \
  -o jsonpath='{range .items[*]}{.data.CLUSTER_NAME}{end}')
if ! server enrollment profile show -name agents >/dev/null 2>&1; then
  server enrollment profile create -name agents -cluster "${cluster:?the settings name no cluster}" \
    -assert hostPID=true -assert hostNetwork=false
fi
server enrollment profile bind -name agents "$@"

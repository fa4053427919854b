#!/usr/bin/env bash
# Adds a second node to a tier 2 cluster, with namespaces, containerd and kubelet of its own, and prints its folder,
# in which `nsexec` runs a command there. down.sh ends it with the cluster.
#
#   join.sh FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
run=$(realpath "${1:?state folder}")
# Where the first node keeps its things.
# shellcheck disable=SC1091
. "$run/variables.sh"
# shellcheck source=common.sh
. "$here/common.sh"
# shellcheck source=node.sh
. "$here/node.sh"

second=$run/n2
[ ! -e "$second" ] || fail "there is a second node already: $second"
start_node "$second" 2
echo "$second"

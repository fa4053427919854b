#!/usr/bin/env bash
# Makes proto/gen from the vendored .proto files, so that builds need neither protoc nor the network.
# With --check it generates into a temporary directory and fails when proto/gen differs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

generate() {
  local out=$1
  node scripts/proto-trim.ts proto "$out/trimmed"
  module "$out" spire-api proto $(cd proto && find spire/api -name '*.proto' | LC_ALL=C sort)
  module "$out" workload-api proto spiffe/workload/workload.proto
  module "$out" envoy-sds "$out/trimmed,proto" $(cd "$out/trimmed" && find envoy -name '*.proto' | LC_ALL=C sort)
  module "$out" rpc-status proto google/rpc/status.proto spire/api/types/status.proto
  module "$out" grpc-health proto grpc/health/v1/health.proto
  module "$out" grpc-reflection proto grpc/reflection/v1/reflection.proto
  module "$out" grpc-reflection-v1alpha proto grpc/reflection/v1alpha/reflection.proto
  module "$out" agent-operator proto sigil/agent/v1/operator.proto
  module "$out" server-watch proto sigil/server/v1/watch.proto
  module "$out" spire-plugins proto $(cd proto && find spire/plugin spire/hostservice spire/service -name '*.proto' | LC_ALL=C sort)
  module "$out" goplugin proto sigil/goplugin/v1/goplugin.proto
  module "$out" server-enrollment proto sigil/enrollment/v1/enrollment.proto
  module "$out" fleet proto sigil/fleet/v1/fleet.proto
  node scripts/proto-descriptors.ts "$out/descriptors.js" "$out/trimmed,proto" spiffe/workload/workload.proto \
    envoy/service/secret/v3/sds.proto envoy/extensions/transport_sockets/tls/v3/secret.proto \
    grpc/health/v1/health.proto grpc/reflection/v1/reflection.proto grpc/reflection/v1alpha/reflection.proto
  module "$out" kubernetes-pods proto $(cd proto && find kubernetes -name '*.proto' | LC_ALL=C sort)
}

# module OUT NAME INCLUDE_DIRS FILE...: every module has a root of its own, or they overwrite each other.
module() {
  local out=$1 name=$2 includes=$3
  shift 3
  pbjs -t static-module -w esm --keep-case --no-comments --no-verify --no-create --no-convert \
    --no-delimited --no-service --no-typeurl --force-number --dependency ./runtime.js \
    -r "sigil-$name" $(printf -- '-p %s ' ${includes//,/ }) -o "$out/$name.js" "$@"
  node scripts/proto-types.ts "$out/$name.d.ts" "$includes" "$@"
}

check() {
  fresh=$(mktemp -d)
  trap 'rm -rf "$fresh"' EXIT
  cp proto/gen/runtime.js proto/gen/runtime.d.ts "$fresh/"
  generate "$fresh"
  if ! diff -rq "$fresh" proto/gen; then
    echo 'proto/gen differs from what the .proto files give: run scripts/generate-proto.sh' >&2
    exit 1
  fi
  echo 'proto/gen is up to date'
}

case "${1:-}" in
  '') generate proto/gen ;;
  --check) check ;;
  *) echo 'usage: scripts/generate-proto.sh [--check]' >&2; exit 2 ;;
esac

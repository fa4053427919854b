#!/usr/bin/env bash
# Why: the container tests want a Docker engine, Compose v2 and the images of docker-compose.yml. Brings all three,
# pulling nothing, runs the suites (or the globs given), and leaves nothing behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "${1:-}" = --inside ]; then
  shift
  images=$(mktemp)
  trap 'rm -f "$images"' EXIT
  bash scripts/build-images.sh node sigil envoy postgres prometheus >"$images"
  export SIGIL_IMAGES="$images"
  if [ $# -gt 0 ]; then
    bash scripts/test.sh "$@"
  else
    # The mesh's suite restarts the Docker daemon, which others beside it could not bear.
    bash scripts/test.sh 'integration/compose/mesh/*.test.ts'
    bash scripts/test.sh 'integration/compose/{observability,postgres}/*.test.ts' 'testing/**/*.test.ts' 'observability/*.test.ts'
  fi
  exit
fi

bash scripts/setup-docker.sh bash scripts/test-compose.sh --inside "$@"

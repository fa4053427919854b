#!/usr/bin/env bash
# Runs test files with node:test: `test.sh [--concurrency N] [GLOB …]`. Without globs: every unit, wire and
# local integration test. An empty list is a failure. With SIGIL_TEST_COUNTS set, appends the counts of the
# run to that file for .ci/run.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"
# Hundreds of processes read the same modules: types are stripped and code is compiled once.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/compile}"

# node:test leaves one core alone, which on two would be one file at a time; most files wait more than they work.
flags=("--test-concurrency=$(($(nproc) + 2))")
if [ "${1:-}" = --concurrency ]; then
  flags=("--test-concurrency=$2")
  shift 2
fi
globs=("$@")
if [ ${#globs[@]} -eq 0 ]; then
  globs=('common/**/*.test.ts' 'agent/**/*.test.ts' 'server/**/*.test.ts' 'sds/**/*.test.ts' 'envoy/**/*.test.ts'
    'proto/**/*.test.ts' 'compose/**/*.test.ts' 'observability/**/*.test.ts' 'testkit/**/*.test.ts' 'docs/**/*.test.ts' 'scripts/**/*.test.ts' 'integration/local/**/*.test.ts')
fi

counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
status=0
node --test "${flags[@]}" --test-reporter=spec --test-reporter-destination=stdout \
  --test-reporter=./scripts/count-reporter.js --test-reporter-destination="$counts" "${globs[@]}" || status=$?

if ! grep -q '"passed":[1-9]' "$counts"; then
  echo "no test ran for: ${globs[*]}" >&2
  exit 1
fi
if [ -n "${SIGIL_TEST_COUNTS:-}" ]; then cat "$counts" >>"$SIGIL_TEST_COUNTS"; fi
exit "$status"

#!/usr/bin/env bash
# One command for everything a machine can check without running the product: format, types,
# lint, unused exports, direction rules, generated code. Fails at the first kind of fault; run from anywhere.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

step() { printf '\n== %s\n' "$1"; }

step format
prettier --check . --log-level warn

step types
tsc --noEmit -p tsconfig.json

step lint
eslint . --max-warnings 0

step 'unused exports'
node scripts/check-exports.ts

step 'direction rules'
# The exit code alone proves nothing: a tool that resolves no module finds no fault.
modules=$(depcruise --config .dependency-cruiser.cjs --output-type json agent common envoy sds server testing compose observability integration testkit scripts 2>/dev/null |
  node -e 'const r = JSON.parse(require("node:fs").readFileSync(0, "utf8")); console.log(r.modules.filter((m) => m.source.endsWith(".ts") && m.dependencies.length > 0).length)')
if [ "$modules" -lt 50 ]; then
  echo "the direction rules saw only $modules modules of ours" >&2
  exit 1
fi
depcruise --config .dependency-cruiser.cjs --output-type err-long agent common envoy sds server testing compose observability integration testkit scripts

step 'generated code'
bash scripts/generate-proto.sh --check

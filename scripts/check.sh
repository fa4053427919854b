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
cruised=$(mktemp)
trap 'rm -f "$cruised"' EXIT
depcruise --config .dependency-cruiser.cjs --output-type json agent common envoy sds server testing compose observability integration testkit scripts >"$cruised"
# The exit code alone proves nothing: a tool that resolves no module finds no fault.
modules=$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).modules.filter((m) => m.source.endsWith(".ts") && m.dependencies.length > 0).length' "$cruised")
if [ "$modules" -lt 50 ]; then
  echo "the direction rules saw only $modules modules of ours" >&2
  exit 1
fi
depcruise-fmt --exit-code --output-type err-long "$cruised"

step 'generated code'
bash scripts/generate-proto.sh --check

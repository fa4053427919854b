#!/usr/bin/env bash
# Why: development runs the TypeScript sources as they are, but Node refuses type stripping below node_modules, so
# what is published is plain JavaScript. Emits the components into dist/, which mirrors the tree, with everything
# that tsc does not copy; runs with plain node: node dist/agent/main.js.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

components=(agent server sds common envoy testing)
programs=(agent/main.js server/main.js)

# Built beside and moved at the end: a failed build leaves the last good one.
mkdir -p node_modules/.cache
staging=$(mktemp -d "$PWD/node_modules/.cache/build.XXXXXX")
trap 'rm -rf "$staging"' EXIT
chmod 755 "$staging"

tsc -p tsconfig.build.json --outDir "$staging"

# Generated code is JavaScript already; a component's other files (schemas, samples) keep their place.
if [ -d proto/gen ]; then
  mkdir -p "$staging/proto"
  cp -R proto/gen "$staging/proto/gen"
  # Node keeps the text of all code that it has loaded; half of this is indentation.
  find "$staging/proto/gen" -name '*.js' -exec sed -i 's/^ *//' {} +
fi
for component in "${components[@]}"; do
  [ -d "$component" ] || continue
  find "$component" -type f ! -name '*.ts' ! -path '*/testdata/*' -print0 |
    while IFS= read -r -d '' file; do
      mkdir -p "$staging/$(dirname "$file")"
      cp "$file" "$staging/$file"
    done
done

for program in "${programs[@]}"; do
  [ "$(head -n 1 "$staging/$program")" = '#!/usr/bin/env node' ] || {
    echo "build: ${program%.js}.ts must start with #!/usr/bin/env node" >&2
    exit 1
  }
  chmod 755 "$staging/$program"
done

rm -rf dist
mv "$staging" dist
trap - EXIT

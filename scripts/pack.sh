#!/usr/bin/env bash
# Why: the root package.json serves development: it brings Node itself, and tools. What is published must not.
# Builds, stages what users get with a package.json of its own, packs it, and prints the tarball's path.
#
#   pack.sh [FOLDER]     where the tarball goes; the current folder by default
set -euo pipefail
target=$(realpath "${1:-.}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

bash scripts/build.sh >&2
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
cp -R dist LICENSE README.md CHANGELOG.md SECURITY.md "$staging/"
node -e '
  const { devDependencies, optionalDependencies, scripts, allowScripts, ...published } = require("./package.json");
  console.log(JSON.stringify(published, null, 2));
' >"$staging/package.json"
(cd "$staging" && npm pack --silent --pack-destination "$target") | sed "s#^#$target/#"

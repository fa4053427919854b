#!/usr/bin/env bash
# The clients of other languages that the tests run, built once per state of their sources into the per-user
# cache: `build.sh go|java|rust|all`. Prints the folder. Concurrent builds wait for one another.
set -euo pipefail
cd "$(dirname "$0")"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/sigil/clients
mkdir -p "$cache"

build_go() { (cd go && go build -trimpath -o "$1/" ./cmd/...); }

build_java() {
  mvn -q -B -ntp -f java/pom.xml org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$1/lib"
  (cd "$1/lib" && sha256sum --quiet --strict -c) <java/jars.sha256
  javac -nowarn -Xlint:none -d "$1/classes" -cp "$1/lib/*" java/Client.java
}

build_rust() {
  (cd rust && CARGO_TARGET_DIR="$cache/rust-target" cargo build --quiet --release --locked)
  cp "$cache/rust-target/release/sigil-client-tonic" "$1/tonic"
}

build() {
  local language=$1 state folder
  state=$(find "$language" -type f | sort | xargs sha256sum | sha256sum | cut -c1-16)
  folder=$cache/$language-$state
  if [ ! -e "$folder/done" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    "build_$language" "$folder" >&2
    touch "$folder/done"
  fi
  echo "$folder"
}

exec 9>"$cache/lock-$1"
flock 9
if [ "$1" = all ]; then for language in go java rust; do bash build.sh "$language"; done; else build "$1"; fi

#!/usr/bin/env bash
# Why: several set-up scripts install Debian packages, side by side in .ci/run, and a second apt-get fails at once
# instead of waiting. Runs `apt-get "$@"`, one at a time; what a package starts does not keep the lock.
set -euo pipefail
exec flock --close "${TMPDIR:-/tmp}/.sigil-apt-get.lock" apt-get -o DPkg::Lock::Timeout=600 "$@"

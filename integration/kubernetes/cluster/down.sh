#!/usr/bin/env bash
# Stops what up.sh started for this state folder, and only that, and removes the folder.
#
#   down.sh FOLDER [--keep-logs]
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"

run=$(realpath -m "${1:?state folder}")
[ -e "$run/pids" ] || [ -e "$run/cgroups" ] || [ -e "$run/pki" ] || fail "not a state folder: $run"

# signal_all SIGNAL: false when nothing runs any more.
signal_all() {
  local pid start_time some=1
  while read -r pid start_time; do
    if is_running "$pid" "$start_time"; then
      kill "-$1" "$pid" 2>/dev/null
      some=0
    fi
  done < <(cat "$run"/pids "$run"/*/pids 2>/dev/null | tac)
  return $some
}

remove_cgroups() {
  local left cgroup
  for _ in $(seq 50); do
    left=''
    while read -r cgroup; do
      # They empty themselves once the processes are gone; bottom up.
      [ ! -d "$cgroup" ] || find "$cgroup" -depth -type d -exec rmdir {} \; 2>/dev/null
      [ ! -d "$cgroup" ] || left+=" $cgroup"
    done < <(cat "$run"/cgroups "$run"/*/cgroups 2>/dev/null)
    [ -n "$left" ] || return 0
    sleep 0.1
  done
  log "cgroups are left:$left"
}

if [ -e "$run/pids" ]; then
  # Tier 2: the init of a PID namespace takes everything in it along, and minds no other signal.
  first=TERM
  [ ! -e "$run/variables.sh" ] || first=KILL
  for attempt in $(seq 60); do
    signal_all "$([ "$attempt" -gt 50 ] && echo KILL || { [ "$attempt" = 1 ] && echo "$first" || echo 0; })" || break
    sleep 0.1
  done
fi
[ ! -e "$run/cgroups" ] || remove_cgroups
if [ "${2:-}" = --keep-logs ]; then
  find "$run" -mindepth 1 -maxdepth 1 ! -name logs -exec rm -rf {} +
else
  rm -rf "$run"
fi

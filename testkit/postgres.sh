#!/bin/sh
# Runs one PostgreSQL for testkit/postgres.ts: BIN FOLDER. Reads commands from stdin ("stop SIGNAL", "start") and
# answers each with a line. When stdin ends, as it does when the test dies, it stops the server and removes the folder.
bin=$1
folder=$2

start() {
  "$bin/postgres" -D "$folder/data" </dev/null >>"$folder/log" 2>&1 &
  pid=$!
}

start
while read -r command signal; do
  case $command in
    stop)
      kill -"$signal" "$pid"
      wait "$pid"
      ;;
    start) start ;;
  esac
  echo "$command"
done
kill -INT "$pid" 2>/dev/null
wait "$pid" 2>/dev/null
rm -rf "$folder"

# Read by scripts that make images where nothing can be pulled: fills a root folder from what is on this machine.
# They stand in the repository's root with node_modules/.bin in PATH, and have a function `fail`.

# Puts a program and the shared libraries it is linked to into a root folder.
add_program() {
  local root=$1 program=$2 as=$3 library
  install -D -m 755 "$program" "$root$as"
  # A static program has none, and then grep finds nothing.
  { ldd "$program" 2>/dev/null | grep -o '/[^ ]*' || true; } | sort -u | while read -r library; do
    [ -e "$root$library" ] || install -D -m 755 "$(readlink -f "$library")" "$root$library"
  done
}

# A shell and its tools, accounts, and the folders that programs take for granted.
make_root() {
  local root=$1 busybox tool
  busybox=$(command -v busybox) || fail "busybox is needed (Debian: busybox-static)"
  install -d "$root"/{bin,dev,etc,proc,run,sys,usr/bin,usr/local/bin,var/lib,root}
  install -d -m 1777 "$root/tmp"
  add_program "$root" "$busybox" /bin/busybox
  for tool in sh ls cat sleep ps kill wget nc id env mkdir chown chmod rm cp true false; do
    ln -s /bin/busybox "$root/bin/$tool"
  done
  ln -s /bin/env "$root/usr/bin/env"
  printf 'root:x:0:0:root:/root:/bin/sh\nenvoy:x:101:101::/:/bin/sh\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\nnonroot:x:65532:65532::/:/bin/sh\n' >"$root/etc/passwd"
  printf 'root:x:0:\nenvoy:x:101:\npostgres:x:999:\nnonroot:x:65532:\n' >"$root/etc/group"
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
}

# Names are looked up by libraries that libc loads by itself.
add_resolver() {
  local root=$1 library
  for library in libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
    # awk reads to the end: what is piped into a program that has left ends with SIGPIPE, and with it the script.
    library=$(ldconfig -p | awk -v name="$library" '$1 == name && !found { print $NF; found = 1 }')
    [ -z "$library" ] || install -D -m 755 "$(readlink -f "$library")" "$root$library"
  done
}

# What the Dockerfile has below /opt/sigil: the build and what it needs at run time.
add_sigil() {
  local root=$1 package packages
  packages=$(mktemp)
  bash scripts/build.sh >&2
  install -d "$root/opt/sigil"
  cp -R dist package.json LICENSE "$root/opt/sigil/"
  npm ls --omit=dev --omit=optional --all --parseable 2>/dev/null | tail -n +2 >"$packages"
  # koffi's native part is an optional package that npm does not list with the rest.
  ls -d "$PWD"/node_modules/@koromix/* >>"$packages"
  while read -r package; do
    package=${package#"$PWD"/}
    [ -d "$package" ] || continue
    [ -e "$root/opt/sigil/$package" ] && continue
    install -d "$root/opt/sigil/$(dirname "$package")"
    cp -R "$package" "$root/opt/sigil/$package"
  done < <(sort -u "$packages")
  ln -s /opt/sigil/dist/agent/main.js "$root/usr/local/bin/sigil-agent"
  ln -s /opt/sigil/dist/server/main.js "$root/usr/local/bin/sigil-server"
  rm -f "$packages"
}

# PostgreSQL of this machine, which must have it, with the part of the official image's variables that we use.
add_postgres() {
  local root=$1 home version library
  home=$(ls -d /usr/lib/postgresql/*/ | sort -V | tail -n 1)
  home=${home%/}
  version=$(basename "$home")
  install -d "$root$home" "$root/usr/share/postgresql"
  cp -R "$home/lib" "$root$home/lib"
  cp -R "/usr/share/postgresql/$version" "$root/usr/share/postgresql/$version"
  cp -R --parents /usr/share/zoneinfo "$root"
  for library in postgres initdb psql pg_isready pg_ctl; do
    add_program "$root" "$home/bin/$library" "$home/bin/$library"
    ln -s "$home/bin/$library" "$root/usr/local/bin/$library"
  done
  ln -s /bin/busybox "$root/bin/sed"
  install -d -o 999 -g 999 "$root/var/lib/postgresql/data" "$root/var/run/postgresql"
  # What the official image does with its variables, as far as docker-compose.yml uses them.
  cat >"$root/usr/local/bin/docker-entrypoint.sh" <<'SCRIPT'
#!/bin/sh
set -eu
export PGDATA="${PGDATA:-/var/lib/postgresql/data}"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust --no-locale --encoding=UTF8
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  psql -U "$POSTGRES_USER" -d postgres -c "CREATE DATABASE \"$POSTGRES_DB\""
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec postgres -c "listen_addresses=*"
SCRIPT
  chmod 755 "$root/usr/local/bin/docker-entrypoint.sh"
}

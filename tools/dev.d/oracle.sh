# shellcheck shell=bash
# tools/dev oracle: cron, calendar and time zones beside Java's and Quartz's. Read by tools/dev.

# What each run asks; a run takes half a minute.
oracle_count=120000

oracle_program=${root:?}/build/release/bin/oracle_java
oracle_dir=$root/build/release/oracle

# Compares the changes of all zones; those that agree are left in zones.ok, the others told in
# zones.log. Fails when they are more than 1 %.
compare_zones() {
  "$oracle_program" zones > "$oracle_dir/zones.in" &&
    run_java Oracle < "$oracle_dir/zones.in" > "$oracle_dir/zones.out" &&
    "$oracle_program" compare-zones "$oracle_dir/zones.in" "$oracle_dir/zones.out" \
      > "$oracle_dir/zones.ok" 2> "$oracle_dir/zones.log"
}

# The newest packages of the JDK that is used and of the system's time zones: each has its own.
update_zones() {
  local package
  package=$(dpkg-query -S "$(readlink -f "$(command -v "$(java_tool javac)")")" 2> /dev/null |
    cut -d: -f1)
  if [ -z "$package" ]; then
    say "$(java_tool javac) is no package of Debian: update it, or let JAVA_HOME name another" >&2
    return 1
  fi
  install_packages "$package" tzdata
}

# Nothing was compared, for the reason "$1": a failure where it is required.
oracle_skipped() { # reason required
  say "$1"
  say "oracle: 0 cases, 0 mismatches, skipped $oracle_count"
  [ -z "$2" ]
}

cmd_oracle() {
  local seed='' required='' usage='oracle [--seed N] [--count N] [--required]'
  while [ $# -gt 0 ]; do
    case $1 in
      --seed) [[ ${2:-} =~ ^[0-9]+$ ]] || die "$usage"; seed=$2; shift 2 ;;
      --count) [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || die "$usage"; oracle_count=$2; shift 2 ;;
      --required) required=yes; shift ;;
      *) die "$usage" ;;
    esac
  done
  seed=${seed:-$(date +%s%N)}
  # shellcheck source=tools/dev.d/java.sh
  . "$root/tools/dev.d/java.sh"
  (need_java) || { oracle_skipped "no JDK, no Maven or no Quartz: see above" "$required"; return; }
  build release oracle_java
  mkdir -p "$oracle_dir"
  if ! compare_zones; then
    tail -n 2 "$oracle_dir/zones.log"
    say "more than 1 % of the zones differ: are there newer ones?"
    if ! update_zones; then
      oracle_skipped "the time zones are of two versions, and cannot be updated" "$required"
      return
    fi
    compile_java
    compare_zones || { cat "$oracle_dir/zones.log"; die "more than 1 % of the zones differ"; }
  fi
  cat "$oracle_dir/zones.log"
  ask_java "$seed" "$oracle_count" ||
    die "again: tools/dev oracle --seed $seed --count $oracle_count"
}

ask_java() { # seed count
  say "seed $1"
  "$oracle_program" cases "$1" "$2" "$oracle_dir/zones.ok" > "$oracle_dir/cases.in" &&
    run_java Oracle < "$oracle_dir/cases.in" > "$oracle_dir/cases.out" || return
  local status=0
  "$oracle_program" check "$oracle_dir/cases.in" "$oracle_dir/cases.out" \
    > "$oracle_dir/verdict" || status=$?
  sed '$s/^\(.*\)$/oracle: \1, skipped 0/' "$oracle_dir/verdict"
  return "$status"
}

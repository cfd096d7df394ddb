# shellcheck shell=bash
# `tools/dev run`: an engine on an empty data directory, and examples/retail on it. Read by
# tools/dev, which gives root, say, die and build.
#
# What lies in the data directory:
#   made-by-tools-dev   the mark that this directory may be emptied, and the lock of who does it
#   engine/             the engine's own data: foliot serve --data
#   engine.pid          which process that is: pid, start time, boot id
#   engine.log          what it wrote to stderr; engine.out: to stdout
#   retail/app/         the application; retail/job.properties; retail/bundle.id
#   retail/data/        what it reads and writes

foliot=${root:?}/build/release/bin/foliot

# The start time of process $1 in clock ticks since boot: the 22nd field of its stat, the 20th after
# the name, which is in brackets and may hold anything.
start_time_of() {
  local stat
  stat=$(cat "/proc/$1/stat" 2> /dev/null) || return 1
  local -a fields
  read -ra fields <<< "${stat##*) }"
  echo "${fields[19]}"
}

# Whether the process written down in the data directory $1 is alive and is the engine that was
# started there, not a stranger that got its number.
engine_alive() {
  local pid started boot exe
  [ -f "$1/engine.pid" ] || return 1
  read -r pid started boot < "$1/engine.pid" || return 1
  [ "$boot" = "$(cat /proc/sys/kernel/random/boot_id)" ] || return 1
  [ "$(start_time_of "$pid")" = "$started" ] || return 1
  exe=$(readlink "/proc/$pid/exe") || return 1
  [ "$(basename "${exe% (deleted)}")" = foliot ] || return 1
  # It may end between two looks.
  { tr '\0' '\n' < "/proc/$pid/cmdline"; } 2> /dev/null | grep -Fqx -- "$1/engine"
}

# Stops the engine of the data directory $1 and no other process.
stop_engine() {
  local data=$1 pid url id tries
  engine_alive "$data" || return 0
  read -r pid _ < "$data/engine.pid"
  url=$(sed -n 's/^foliot ready on //p' "$data/engine.out")
  # Programs outlive the engine on purpose; those of a bundle that is thrown away shall not.
  if [ -f "$data/retail/bundle.id" ] && [ -n "$url" ]; then
    id=$(< "$data/retail/bundle.id")
    if timeout 10 "$foliot" kill "$id" --url "$url" > /dev/null 2>&1; then
      timeout 10 "$foliot" wait "$id" --timeout 8 --url "$url" > /dev/null 2>&1 || true
    fi
  fi
  kill -TERM "$pid"
  for ((tries = 0; tries < 200; tries++)); do
    engine_alive "$data" || break
    sleep 0.1
  done
  if engine_alive "$data"; then
    die "the engine (pid $pid) did not stop within 20 s after SIGTERM; its log: $data/engine.log"
  fi
  rm -f "$data/engine.pid"
}

# Starts the engine of data directory $1 listening on $2, returns when it is ready; sets url.
start_engine() {
  local data=$1 listen=$2 pid tries
  if (exec 3<> "/dev/tcp/${listen%:*}/${listen##*:}") 2> /dev/null; then
    die "port ${listen##*:} is in use by another program; stop it or choose another port:" \
      "--listen ${listen%:*}:PORT"
  fi
  setsid "$foliot" serve --data "$data/engine" --listen "$listen" \
    > "$data/engine.out" 2> "$data/engine.log" < /dev/null &
  pid=$!
  say "$pid $(start_time_of "$pid") $(cat /proc/sys/kernel/random/boot_id)" > "$data/engine.pid"
  for ((tries = 0; tries < 600; tries++)); do
    if ! kill -0 "$pid" 2> /dev/null; then
      local status=0
      wait "$pid" || status=$?
      tail -n 30 "$data/engine.log" >&2
      die "the engine ended before it was ready, exit status $status; its log: $data/engine.log"
    fi
    url=$(sed -n 's/^foliot ready on //p' "$data/engine.out")
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  tail -n 30 "$data/engine.log" >&2
  kill -TERM "$pid"
  die "the engine was not ready within 60 s; its log: $data/engine.log"
}

# Prints a JSON document as lines "path<TAB>value", such as ".actions[3].status<TAB>RUNNING".
json_lines() {
  awk '
    { text = text $0 "\n" }
    function blank() { while (substr(text, at, 1) ~ /[ \t\r\n]/) at++ }
    function string(   from) {
      from = ++at
      while (substr(text, at, 1) != "\"" && at <= length(text))
        at += substr(text, at, 1) == "\\" ? 2 : 1
      return substr(text, from, at++ - from)
    }
    function value(path,   c, i, key) {
      blank()
      c = substr(text, at, 1)
      if (c == "\"") { print path "\t" string(); return }
      if (c == "{" || c == "[") {
        at++
        for (i = 0; at <= length(text); i++) {
          blank()
          if (substr(text, at, 1) ~ /[]}]/) { at++; return }
          if (c == "{") { key = string(); blank(); at++; value(path "." key) }
          else value(path "[" i "]")
          blank()
          if (substr(text, at, 1) == ",") at++
        }
        return
      }
      match(substr(text, at), /^[^],} \t\r\n]+/)
      if (RLENGTH < 1) { at = length(text) + 1; return }
      print path "\t" substr(text, at, RLENGTH)
      at += RLENGTH
    }
    END { at = 1; value("") }'
}

# The value at path $1 of the lines on stdin.
json_at() { awk -F '\t' -v path="$1" '$1 == path { print $2; exit }'; }

# Lays the example out under data directory $1 and writes its job.properties.
lay_out_example() {
  mkdir -p "$1/retail/data"
  cp -R "$root/examples/retail" "$1/retail/app"
  printf '%s\n' "app=$1/retail/app" "data=$1/retail/data" \
    "oozie.bundle.application.path=file://$1/retail/app/bundle.xml" > "$1/retail/job.properties"
}

# Prints a line for each coordinator of the bundle in file $1, and fails unless each of the three
# SUCCEEDED with all its actions.
check_counts() {
  local lines id name wanted total good state i status=0
  lines=$(json_lines < "$1")
  for ((i = 0; ; i++)); do
    id=$(json_at ".bundleCoordJobs[$i].coordJobId" <<< "$lines")
    [ -n "$id" ] || break
    "$foliot" info "$id" --json --url "$url" > "$1.$i" || die "foliot info $id failed"
    local job
    job=$(json_lines < "$1.$i")
    name=$(json_at .coordJobName <<< "$job")
    state=$(json_at .status <<< "$job")
    total=$(grep -c '^\.actions\[[0-9]*\]\.status' <<< "$job" || true)
    good=$(grep -c '^\.actions\[[0-9]*\]\.status.SUCCEEDED$' <<< "$job" || true)
    case $name in ingest) wanted=24 ;; clean) wanted=8 ;; report) wanted=2 ;; *) wanted=none ;; esac
    say "  $name: $state, $good of $total actions SUCCEEDED (expected: $wanted)"
    [ "$state" = SUCCEEDED ] && [ "$good" = "$wanted" ] && [ "$total" = "$wanted" ] || status=1
  done
  [ "$i" -eq 3 ] || { say "  $i coordinators instead of 3"; status=1; }
  return "$status"
}

# Fails unless the outputs under data directory $1 are the expected ones, all of them and no others.
check_outputs() {
  local sums=$root/examples/retail/expected.sha256
  (cd "$1/retail/data" && find . -type f | sort | xargs -d '\n' -r sha256sum) \
    > "$1/retail/outputs.sha256"
  if ! diff "$sums" "$1/retail/outputs.sha256" >&2; then
    say "  outputs: not as expected (<: expected, >: found)"
    return 1
  fi
  say "  outputs: $(wc -l < "$sums") files, all as expected"
}

# Submits the example laid out in data directory $1, waits for its end, checks it; sets bundle.
run_example() {
  local data=$1 begun ended status=0 answer
  begun=${EPOCHREALTIME/./}
  answer=$("$foliot" submit "$data/retail/app/bundle.xml" -c "$data/retail/job.properties" --json \
    --url "$url") || die "the submission was refused"
  bundle=$(json_lines <<< "$answer" | json_at .id)
  [ -n "$bundle" ] || die "the submission gave no id: $answer"
  say "$bundle" > "$data/retail/bundle.id"
  say "submitted $bundle"
  "$foliot" wait "$bundle" --progress --timeout 600 --url "$url" || status=$?
  ended=${EPOCHREALTIME/./}
  "$foliot" info "$bundle" --json --url "$url" > "$data/retail/bundle.json" ||
    die "foliot info $bundle failed"
  say "bundle $bundle: $(json_lines < "$data/retail/bundle.json" | json_at .status)"
  check_counts "$data/retail/bundle.json" || status=1
  check_outputs "$data" || status=1
  awk -v us="$((ended - begun))" \
    'BEGIN { printf "wall time: %.2f s from submission to end\n", us / 1e6 }'
  [ "$status" -eq 0 ] || "$foliot" why "$bundle" --url "$url" >&2 || true
  return "$status"
}

say_how_to_go_on() {
  local program=${foliot#"$PWD"/} option=
  [ "$url" = http://127.0.0.1:11000 ] || option=" --url $url"
  cat <<END

The engine is up on $url. Look further:
  $program list$option
  $program info $bundle$option
  $program log $bundle$option
  less $(printf %q "$1/retail/data/report/20260105T0100/report.csv")
Stop it:
  tools/dev run --stop --data $(printf %q "$1")
END
}

cmd_run() {
  local once='' stop='' data=$root/data/retail listen=127.0.0.1:11000 status=0
  while [ $# -gt 0 ]; do
    case $1 in
      --once) once=1 ;;
      --stop) stop=1 ;;
      --data) data=${2:?--data needs a directory}; shift ;;
      --listen) listen=${2:?--listen needs HOST:PORT}; shift ;;
      *) die "run [--once | --stop] [--data DIR] [--listen HOST:PORT]" ;;
    esac
    shift
  done
  data=$(realpath -m "$data")
  if [ -n "$stop" ]; then
    engine_alive "$data" || { say "no engine runs in $data"; return 0; }
    stop_engine "$data"
    say "stopped"
    return 0
  fi
  # Only what this command made may be thrown away.
  if [ -d "$data" ] && [ -n "$(ls -A "$data")" ] && [ ! -f "$data/made-by-tools-dev" ]; then
    die "$data holds files that tools/dev did not make; choose another directory: --data DIR"
  fi
  build release foliot foliot-action foliot-launcher
  mkdir -p "$data"
  exec 9> "$data/made-by-tools-dev"
  flock -n 9 || die "another tools/dev run is at work on $data"
  stop_engine "$data"
  find "$data" -mindepth 1 ! -name made-by-tools-dev -delete
  lay_out_example "$data"
  if [ -n "$once" ]; then
    # shellcheck disable=SC2064
    trap "stop_engine $(printf %q "$data")" EXIT
  fi
  start_engine "$data" "$listen" 9>&-
  say "engine ready on $url, data in $data"
  run_example "$data" || status=1
  if [ -n "$once" ]; then
    trap - EXIT
    stop_engine "$data"
    say "engine stopped"
  else
    say_how_to_go_on "$data"
  fi
  [ "$status" -eq 0 ] || say "not everything is as expected; the engine's log: $data/engine.log"
  return "$status"
}

# shellcheck shell=bash
# tools/dev bench: programs of bench/, and the two that drive whole servers. Read by tools/dev.

cmd_bench() {
  # shellcheck disable=SC2154 # tools/dev gives packages_build
  need_packages "${packages_build[@]}"
  configure release
  local -a names=("$@")
  local name
  case ${1:-} in
    http | oozie)
      shift
      "bench_${names[0]}" "$@"
      return
      ;;
    '') mapfile -t names < <(targets_named bench_ && printf '%s\n' http oozie) ;;
  esac
  local -a programs=()
  for name in "${names[@]}"; do
    case $name in http | oozie) ;; *) programs+=("bench_${name#bench_}") ;; esac
  done
  [ ${#programs[@]} -eq 0 ] || build release "${programs[@]}"
  for name in "${names[@]#bench_}"; do
    say "== $name"
    case $name in
      http | oozie) "bench_$name" || die "$name failed" ;;
      language)
        # shellcheck source=tools/dev.d/java.sh
        . "$root/tools/dev.d/java.sh"
        bench_language || die "$name failed"
        ;;
      *) "${root:?}/build/release/bin/bench_$name" || die "$name failed" ;;
    esac
  done
}

# An engine with many jobs beside one with few, asked by wrk.
bench_http() {
  need_packages 'wrk asks the REST interface' 'python3 fills the engines'
  build release foliot foliot-action foliot-launcher
  "${root:?}/bench/http/main.py" "$root/build/release/bin" "$@"
}

# The released Oozie beside Foliot. What starts it and the driver lie beside the recordings.
bench_oozie() {
  local usage='bench oozie [--oracle DIR] [--settings default,tuned] [--rounds N] [--port N]
    [--database postgres|derby] [--only WORD]' oracle=''
  local -a rest=()
  while [ $# -gt 0 ]; do
    [ $# -gt 1 ] || die "$usage"
    case $1 in --oracle) oracle=$2 ;; *) rest+=("$1" "$2") ;; esac
    shift 2
  done
  find_recordings
  oracle=${oracle:-$FOLIOT_RECORDINGS/..}
  if [ ! -e "$oracle/speed/bench_oozie.py" ] || [ ! -e "$oracle/oozie/run" ]; then
    say "oracle: absent ($oracle), nothing is compared; --oracle DIR tells where it is"
    return
  fi
  # shellcheck source=tools/dev.d/java.sh
  . "$root/tools/dev.d/java.sh"
  if ! (need_jdk); then
    say "tools/dev: nothing is compared: Oozie needs a JDK, and Maven to fetch it" >&2
    return
  fi
  build release foliot foliot-action foliot-launcher
  "${root:?}/bench/oozie/main.py" "$root/build/release/bin" --oracle "$oracle" \
    --home "$root/build/oozie" "${rest[@]}"
}

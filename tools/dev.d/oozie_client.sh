# shellcheck shell=bash
# tools/dev oozie-client: Oozie's Java command-line client, as it was released, against a fresh
# engine. Read by tools/dev.

cmd_oozie_client() {
  local usage='oozie-client [--bin DIR] [--keep DIR] [--port N]' bin=''
  local -a rest=()
  while [ $# -gt 0 ]; do
    [ $# -gt 1 ] || die "$usage"
    case $1 in
      --bin) bin=$2 ;;
      --keep | --port) rest+=("$1" "$2") ;;
      *) die "$usage" ;;
    esac
    shift 2
  done
  # shellcheck source=tools/dev.d/java.sh
  . "$root/tools/dev.d/java.sh"
  # In a shell of its own: the libraries of other programs stay as they are.
  if ! (need_oozie_client); then
    say "tools/dev: nothing was compared: Oozie's client is not here and could not be fetched" >&2
    return 2
  fi
  if [ -z "$bin" ]; then
    build release foliot foliot-action foliot-launcher
    bin=$root/build/release/bin
  else
    need_packages 'python3 plays the steps'
  fi
  # shellcheck disable=SC2154 # java.sh gives java_dir
  "${root:?}/tests/java_client/main.py" "$bin" --java "$(java_tool java)" \
    --class-path "$java_dir/client-classes:$java_dir/client/*" "${rest[@]}"
}

# The released client with what it needs, and the programs that call it. Fails with a sentence on
# stderr about what cannot be had.
need_oozie_client() {
  need_jdk || return 1
  fetch_java_libraries java_client client 2> /dev/null || {
    say "Maven cannot fetch org.apache.oozie:oozie-client (is there a network?);" \
      "what it said: $java_dir/maven.log" >&2
    return 1
  }
  mkdir -p "$java_dir/client-classes"
  "$(java_tool javac)" -encoding UTF-8 -d "$java_dir/client-classes" -cp "$java_dir/client/*" \
    "$root"/tests/java_client/*.java || {
    say "the programs of tests/java_client do not compile" >&2
    return 1
  }
}

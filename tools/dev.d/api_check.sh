# shellcheck shell=bash
# tools/dev api-check: schemathesis against the interface below /api of a fresh engine. Read by
# tools/dev.

cmd_api_check() {
  local usage='api-check [--bin DIR] [--keep DIR] [--port N] [--examples N] [--seed N] [--required]'
  local bin='' required=''
  local -a rest=()
  while [ $# -gt 0 ]; do
    case $1 in
      --required)
        required=yes
        shift
        continue
        ;;
      --bin | --keep | --port | --examples | --seed) [ $# -gt 1 ] || die "$usage" ;;
      *) die "$usage" ;;
    esac
    if [ "$1" = --bin ]; then bin=$2; else rest+=("$1" "$2"); fi
    shift 2
  done
  local tools=${root:?}/build/api-check
  mkdir -p "$tools"
  if ! need_schemathesis "$tools"; then
    say "tools/dev: nothing was checked: schemathesis is not here and could not be fetched" >&2
    [ -z "$required" ] || return 1
    return 2
  fi
  if [ -z "$bin" ]; then
    build release foliot foliot-action foliot-launcher
    bin=$root/build/release/bin
  fi
  case " ${rest[*]} " in
    *' --keep '*) ;;
    *)
      rm -rf "$tools/engine"
      rest+=(--keep "$tools/engine")
      ;;
  esac
  "$root/tests/api_check/main.py" "$bin" --schemathesis "$tools/venv/bin/schemathesis" "${rest[@]}"
}

# schemathesis in a Python environment of its own below $1, made anew when its list of versions
# changes. Fails with a sentence on stderr about what cannot be had.
need_schemathesis() {
  local wanted=$root/tests/api_check/requirements.txt
  cmp -s "$wanted" "$1/installed.txt" && [ -x "$1/venv/bin/schemathesis" ] && return 0
  (need_packages 'python3 runs it' 'python3-venv a place for it') || true
  rm -rf "$1/venv" "$1/installed.txt"
  python3 -m venv "$1/venv" > "$1/install.log" 2>&1 || {
    say "python3 -m venv fails; what it said: $1/install.log" >&2
    return 1
  }
  say "installing schemathesis below build/"
  "$1/venv/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" \
    >> "$1/install.log" 2>&1 || {
    say "pip cannot fetch schemathesis (is there a network?); what it said: $1/install.log" >&2
    return 1
  }
  cp "$wanted" "$1/installed.txt"
}

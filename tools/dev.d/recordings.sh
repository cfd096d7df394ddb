# shellcheck shell=bash
# tools/dev recordings: the recorded conversations with a real Oozie and the recorded command lines
# of its client, played against an engine.
# Read by tools/dev.

cmd_recordings() {
  local status=0 required='' usage='recordings [--areas a,b] [--beside] [--required]'
  local -a rest=()
  while [ $# -gt 0 ]; do
    case $1 in
      --areas)
        [ $# -gt 1 ] || die "$usage"
        rest+=("$1" "$2")
        shift 2
        ;;
      --beside) rest+=("$1"); shift ;;
      --required) required=yes; shift ;;
      *) die "$usage" ;;
    esac
  done
  # shellcheck disable=SC2154 # tools/dev gives packages_build
  need_packages "${packages_build[@]}" 'python3 plays the conversations'
  find_recordings
  if [ ! -e "$FOLIOT_RECORDINGS/../session/record.py" ]; then
    say "recordings: absent ($FOLIOT_RECORDINGS); set FOLIOT_RECORDINGS to where they are"
    [ -z "$required" ]
    return
  fi
  build release foliot foliot-launcher foliot-action oozie
  local bin=${root:?}/build/release/bin
  "$root/tests/recordings/play.py" --foliot "$bin/foliot" --oozie "$bin/oozie" \
    --recordings "$FOLIOT_RECORDINGS" "${rest[@]}" || status=$?
  return "$status"
}

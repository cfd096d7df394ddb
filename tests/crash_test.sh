#!/usr/bin/env bash
# Kills the real engine with SIGKILL at named points and at random moments, starts it again, and
# counts what its actions did. Options: --seed N, --only WORD, --list. Programs: FOLIOT_BIN_DIR,
# else build/release/bin, else build/debug/bin. Needs python3, its standard library only.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
if [ -z "${FOLIOT_BIN_DIR:-}" ]; then
  for preset in release debug; do
    FOLIOT_BIN_DIR=$here/../build/$preset/bin
    [ ! -x "$FOLIOT_BIN_DIR/foliot" ] || break
  done
fi
FOLIOT_BIN_DIR=$(readlink -f "$FOLIOT_BIN_DIR")
for program in foliot foliot-launcher; do
  if [ ! -x "$FOLIOT_BIN_DIR/$program" ]; then
    echo "crash test: $FOLIOT_BIN_DIR/$program is missing; build it with tools/dev build" >&2
    exit 2
  fi
done
export FOLIOT_BIN_DIR
exec python3 -B "$here/crash/main.py" "$@"

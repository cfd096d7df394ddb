#!/bin/sh
# by-hand.sh --check | --write | DIRECTORY
# Runs the scripts of this example in order, without an engine, for every nominal time of the
# bundle. The result is what any engine must produce from the same definitions.
#   DIRECTORY   leaves the outputs there
#   --check     compares them with expected.sha256
#   --write     writes expected.sha256 anew, after a change of the scripts
set -eu
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)

make_all() {
  data=$1
  for hour in 00 01; do
    cleaned=
    for quarter in 00 15 30 45; do
      raw=
      for offset in 0 5 10; do
        minute=$(printf '%02d' $((${quarter#0} + offset)))
        directory=$data/raw/20260105T$hour$minute
        mkdir -p "$directory"
        "$here/bin/ingest.sh" "2026-01-05T$hour:${minute}Z" "file://$directory"
        : > "$directory/_SUCCESS"
        raw=$raw${raw:+,}file://$directory
      done
      directory=$data/cleaned/20260105T$hour$quarter
      mkdir -p "$directory"
      "$here/bin/clean.sh" "$raw" "file://$directory"
      : > "$directory/_SUCCESS"
      cleaned=$cleaned${cleaned:+,}file://$directory
    done
    directory=$data/report/20260105T${hour}00
    mkdir -p "$directory"
    count=$("$here/bin/report.sh" count "$cleaned")
    "$here/bin/report.sh" total "$cleaned" store "file://$directory"
    "$here/bin/report.sh" total "$cleaned" product "file://$directory"
    "$here/bin/report.sh" write "2026-01-05T$hour:00Z" "${count#sales=}" "file://$directory"
    : > "$directory/_SUCCESS"
  done
}

sums() { (cd "$1" && find . -type f | sort | xargs sha256sum); }

case ${1:-} in
  --check | --write)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    make_all "$scratch/data"
    sums "$scratch/data" > "$scratch/sums"
    if [ "$1" = --write ]; then
      cp "$scratch/sums" "$here/expected.sha256"
    else
      diff "$here/expected.sha256" "$scratch/sums"
      echo "$(wc -l < "$scratch/sums") outputs as expected"
    fi
    ;;
  '' | -*)
    sed -n 's/^# \{0,1\}//; 2,7p' "$0" >&2
    exit 2
    ;;
  *)
    make_all "$1"
    ;;
esac

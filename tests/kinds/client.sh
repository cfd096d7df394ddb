#!/bin/sh
# Stands in for a client that Debian does not have: notes in the folder that its argument
# step=FOLDER names how it was called, and does the step.
here=$(dirname "$(readlink -f "$0")")
for each; do
  case $each in step=*) step=${each#step=} ;; esac
done
printf '%s\n' "${0##*/}" "$@" > "$step/command"
env | grep -E '^(HADOOP|HIVE|PIG)_' | sort > "$step/environment"
ls > "$step/files"
for each in *.hql *.pig; do
  [ ! -e "$each" ] || cat "$each" > "$step/script"
done
exec "$here/step.sh" "$step"

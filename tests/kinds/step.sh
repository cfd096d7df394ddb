#!/bin/sh
# One attempt of an action: `step.sh FOLDER` adds "begin RUN" to FOLDER/ledger, waits for a line
# from FOLDER/gate where that is a pipe, for the seconds that FOLDER/delay holds, adds "end RUN" and
# ends with the status in FOLDER/status (0). Standard output is Java properties.
step=$1
printf 'begin %s\n' "${FOLIOT_RUN:-}" >> "$step/ledger"
[ ! -p "$step/gate" ] || read -r line 2> /dev/null < "$step/gate" || true
[ ! -e "$step/delay" ] || sleep "$(cat "$step/delay")"
printf 'end %s\n' "${FOLIOT_RUN:-}" >> "$step/ledger"
printf 'told=by %s\n' "${step##*/}"
[ ! -e "$step/status" ] || { echo "it went wrong as it should" >&2; exit "$(cat "$step/status")"; }

#include "exec/helper/ssh_scripts.hpp"

#include "exec/helper/quote.hpp"

namespace foliot::exec::helper {

namespace {

// mark PID: what tells a process from a later one of the same number; empty where it is gone. A
// zombie is gone: nobody may be there to fetch it.
// home: scripts begin in the home directory of the account, wherever the login shell went.
constexpr const char* common = R"sh(
say() { printf '@foliot-ssh %s\n' "$*"; }
mark() {
  if [ -r /proc/self/stat ]; then
    set -- $(sed 's/^.*) //' "/proc/$1/stat" 2>/dev/null)
    [ "${1:-Z}" = Z ] || [ "$1" = X ] || printf '%s.%s' "${20}" \
      "$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)"
  else
    LC_ALL=C ps -p "$1" -o lstart= 2>/dev/null | tr -d ' \n'
  fi
}
lives() {
  pid= was=
  read -r pid was < "$id.pid" 2>/dev/null || return 1
  [ -n "$pid" ] && [ -n "$was" ] && [ "$(mark "$pid")" = "$was" ]
}
rest() { sleep "$1" 2>/dev/null || sleep 1; }
await_pid() {
  n=0
  while [ ! -s "$id.pid" ] && [ ! -e "$id.claim/killed" ] && [ $n -lt 100 ]; do
    n=$((n + 1))
    rest 0.1
  done
  [ -s "$id.pid" ]
}
)sh";

// The wrapper claims the id itself: between its claim and its first line nothing can come but the
// death of the host.
constexpr const char* wrapper = R"sh(
set -u
umask 077
here=$1 id=$2
cd "$here" || exit 1
mkdir "$id.claim" 2>/dev/null || exit 0
printf '%s %s\n' "$$" "$(mark $$)" > "$id.pid.new" && mv -f "$id.pid.new" "$id.pid"
FOLIOT_SSH_ACTION=$here/$id
export FOLIOT_SSH_ACTION
code=0
(cd "$HOME" && exec /bin/sh "$here/$id.command") \
  > "$id.stdout" 2> "$id.stderr" < /dev/null || code=$?
if [ $code -eq 0 ]; then
  : > "$id.success"
else
  printf 'Exit code:%s\n' "$code" > "$id.error.new" && mv -f "$id.error.new" "$id.error"
fi
)sh";

constexpr const char* follow = R"sh(
start() {
  printf '%s\n' "$command" > "$id.command.$$" && mv -f "$id.command.$$" "$id.command"
  printf '%s\n' "$wrapper" > "$id.wrapper.$$" && mv -f "$id.wrapper.$$" "$id.wrapper"
  if command -v setsid > /dev/null 2>&1; then
    setsid /bin/sh "$id.wrapper" "$PWD" "$id" > /dev/null 2>&1 < /dev/null &
  else
    set -m 2> /dev/null
    nohup /bin/sh "$id.wrapper" "$PWD" "$id" > /dev/null 2>&1 < /dev/null &
  fi
}
tell() {
  if [ -e "$id.success" ]; then
    say success
    [ "$capture" -eq 0 ] || head -c "$capture" "$id.stdout"
    exit 0
  fi
  if [ -e "$id.error" ]; then
    tail -c 4096 "$id.stderr" >&2
    say error "$(cat "$id.error")"
    exit 0
  fi
}
main() {
  umask 077
  cd && mkdir -p "$directory" && cd "$directory" || exit 73
  [ -d "$id.claim" ] || start
  await_pid || { tell; say gone; exit 0; }
  read -r pid was < "$id.pid"
  say started "$pid"
  n=0
  until=$(($(date +%s) + seconds))
  while lives; do
    if [ $n -lt 20 ]; then rest 0.2; else rest 2; fi
    n=$((n + 1))
    [ $((n % 15)) -ne 0 ] || say running
    [ "$(date +%s)" -lt "$until" ] || { say later; exit 0; }
  done
  tell
  say gone
}
main < /dev/null
)sh";

constexpr const char* kill_it = R"sh(
strays() { grep -lsz "^FOLIOT_SSH_ACTION=$PWD/$id\$" /proc/[0-9]*/environ 2>/dev/null; }
end_all() { # signal
  [ -z "$pid" ] || kill "-$1" "-$pid" 2>/dev/null || kill "-$1" "$pid" 2>/dev/null
  for each in $(strays); do
    each=${each#/proc/}
    kill "-$1" "${each%/environ}" 2>/dev/null
  done
}
main() {
  umask 077
  cd && mkdir -p "$directory" && cd "$directory" || exit 73
  pid=
  if mkdir "$id.claim" 2>/dev/null; then
    : > "$id.claim/killed"
    say killed before
    exit 0
  fi
  await_pid
  [ ! -e "$id.claim/killed" ] || { say killed before; exit 0; }
  lives || pid=
  end_all TERM
  n=0
  while [ $n -lt 10 ]; do
    { [ -n "$pid" ] && lives; } || [ -n "$(strays)" ] || break
    n=$((n + 1))
    rest 0.2
  done
  end_all KILL
  say killed running
}
main < /dev/null
)sh";

constexpr const char* clear_all = R"sh(
main() {
  cd && [ -d "$directory" ] && rm -rf "$directory"
  rmdir "$(dirname "$directory")" 2>/dev/null
  say cleared
}
main < /dev/null
)sh";

constexpr const char* clear_claim = R"sh(
main() {
  cd && cd "$directory" || { say cleared; exit 0; }
  n=1
  while [ -e "$id.ended.$n" ]; do n=$((n + 1)); done
  mkdir "$id.ended.$n"
  for each in stdout stderr success error pid command wrapper claim; do
    [ ! -e "$id.$each" ] || mv "$id.$each" "$id.ended.$n/"
  done
  [ -e "$id.claim" ] || say cleared
}
main < /dev/null
)sh";

std::string beginning(const remote_command& of) {
  return "directory=" + shell_quoted(of.directory) + "\nid=" + shell_quoted(of.id) + "\n" + common;
}

}  // namespace

std::string follow_script(const remote_command& of) {
  return beginning(of) + "capture=" + std::to_string(of.capture_bytes_max) +
         "\nseconds=" + std::to_string(of.look_seconds) +
         "\ncommand=" + shell_quoted(shell_words(of.words)) +
         "\nwrapper=" + shell_quoted(std::string{common} + wrapper) + "\n" + follow;
}

std::string kill_script(const remote_command& of) { return beginning(of) + kill_it; }

std::string clear_script(const remote_command& of, bool all) {
  return beginning(of) + (all ? clear_all : clear_claim);
}

}  // namespace foliot::exec::helper

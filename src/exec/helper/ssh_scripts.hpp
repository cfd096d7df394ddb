// What runs on the other host: scripts for any POSIX shell, given to it through its standard input.
// They begin with assignments whose values are quoted; no text of a user stands anywhere else.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace foliot::exec::helper {

/// The lines that a script answers with begin like this; what a login shell says before does not.
inline constexpr const char* remote_mark = "@foliot-ssh ";

struct remote_command {
  std::string directory;  ///< Below the home directory, for this action alone.
  std::string id;         ///< Of what is started: under one id it is started once. [A-Za-z0-9_.-]
  std::vector<std::string> words;
  size_t capture_bytes_max = 0;  ///< Of its standard output; 0: not wanted.
  int look_seconds = 0;          ///< How long one look lasts at most.
};

/// Starts the command where it was not started yet, detached, and waits for its end. Answers
/// "started PID", "running" again and again, and at last "success", "error", "gone" (it was
/// started, and how it ended cannot be known) or "later" (it still runs), each behind remote_mark.
/// Behind "success" follows what it wrote, behind "error" its exit code.
std::string follow_script(const remote_command& of);

/// Ends the command and all it started, and keeps one that did not start yet from starting.
/// Answers "killed running" or "killed before" its start: then the claim stays with us.
std::string kill_script(const remote_command& of);

/// Takes away what the command left behind: all of its directory, or (`all` is false) only what
/// would keep it from being started again. Answers "cleared".
std::string clear_script(const remote_command& of, bool all);

}  // namespace foliot::exec::helper

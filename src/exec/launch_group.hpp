// The control group (cgroup v2) of a run: how the kernel knows all its processes, however they were
// made, keeps them within limits and ends them at once.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "exec/run_port.hpp"

namespace foliot::exec {

/// Removes its directory when told to, not when it goes: a launcher's successor goes on with it.
class run_group {
 public:
  /// No group: every question is answered with "not there".
  run_group() = default;
  /// The group that an earlier launcher made; no group for an empty path.
  explicit run_group(std::string path);

  /// Makes the group `path` and confines the process `pid` in it. No group where that is refused.
  static run_group make(const std::string& path, pid_t pid, const run_limits& bounds);

  /// Sets those of `bounds` for which the parent has controllers (memory, pids, cpu) and moves the
  /// process `pid`, which has no children yet, into the group. False where it is refused.
  bool confine(pid_t pid, const run_limits& bounds) const;

  explicit operator bool() const { return !path_.empty(); }
  /// Whether the kernel itself keeps the limit of `controller` ("memory", "pids").
  bool keeps(std::string_view controller) const;
  /// Sends SIGKILL to everything in it (cgroup.kill). False where there is no such thing: no group,
  /// or a kernel before 5.14.
  bool kill() const;
  /// The number after `key` in the group's file `file`, as in cpu.stat and memory.events.
  std::optional<uint64_t> figure(const std::string& file, std::string_view key) const;
  /// Removes the group and those that the program made below it; what still has processes stays.
  void remove();

 private:
  bool write(const std::string& file, const std::string& text) const;

  std::string path_;
  bool memory_ = false;
  bool pids_ = false;
};

/// Whether `word` is one of the words of `text`, which blanks and ends of lines divide.
bool has_word(std::string_view text, std::string_view word);

/// Below `root`, for one run; a name that no other launcher of this boot gives.
std::string group_path(const std::string& root, const std::string& run_name, pid_t launcher,
                       uint64_t launcher_ticks);

}  // namespace foliot::exec

// The processes of a run: how to know them and how to end all of them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exec/launch_group.hpp"
#include "exec/run_files.hpp"

namespace foliot::exec {

/// Of /proc/<pid>/stat.
struct process_facts {
  pid_t pid = 0;
  char state = '?';
  pid_t parent = 0;
  pid_t session = 0;
  uint64_t start_ticks = 0;
  uint64_t cpu_ticks = 0;  ///< Of itself and of children that it has reaped.

  bool alive() const { return state != 'Z' && state != 'X'; }
};

/// Nothing when there is no such process.
std::optional<process_facts> look_process(pid_t pid);

/// The identity of this boot of the machine. Empty when it cannot be read.
std::string boot_id();

/// Whether the very process of `record` lives: same number, start time and boot.
bool lives(const pid_record& record);

/// The living descendants of the calling process.
std::vector<pid_t> descendants();

/// Of a run whose launcher is gone: the process of `record`, everything that carries this run's
/// name in its environment (daemons are found that way), and their living descendants.
std::vector<pid_t> strangers(const pid_record& record, const std::string& run_name);

/// Sends SIGKILL to everything in `group` and to every descendant of the calling process, and waits
/// until none is left. The caller is a child subreaper, so orphans and daemons come back to it and
/// ECHILD proves the end. Gives up on processes that the kernel does not end (about 10 s); false
/// then.
bool kill_descendants(const run_group& group);

/// SIGKILL to everything in `group` and to `strangers`, until there are none (or about 1 s).
void kill_strangers(const pid_record& record, const std::string& run_name, const run_group& group);

/// What stands in a file of /proc; empty when it cannot be read.
std::string slurp_file(const std::string& path);

/// The variable that each program of a run finds in its environment, "FOLIOT_RUN=<name>".
std::string run_variable(const std::string& run_name);

}  // namespace foliot::exec

// The limits of a run: what the kernel keeps for each process, what its launcher watches, and the
// sentence about the one that ended it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "exec/launch_group.hpp"
#include "exec/run_port.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// Sets the limits of single processes (CPU time, open files, file size) and the nice value for
/// this process and what it starts. A limit above the host's own is the host's. Fails with
/// errc::io.
result<void> limit_this_process(const run_limits& bounds);

/// "512 MiB", "1000 bytes".
std::string size_text(uint64_t bytes);

/// Looks at a run every limits::run_watch_ms, but only where a limit is set that nobody else keeps:
/// CPU time of all processes together always, memory and number of processes where the group has no
/// such controller. Memory is what processes have for themselves (resident, neither of files nor
/// shared memory); pages that two of them share after a fork count for each.
class limit_watch {
 public:
  /// `processes` gives the living processes of the run (asked at each look). `own_children`: those
  /// that ended have been reaped by this process, so that their CPU time is known.
  limit_watch(const run_limits& bounds, const run_group& group,
              std::function<std::vector<pid_t>()> processes, bool own_children);

  /// Readable when it is time for a look; -1 when none will be needed.
  int fd() const { return timer_.get(); }
  /// Which limit is passed: "ended by the memory limit of 512 MiB", empty for none. Looks only when
  /// it is time.
  std::string look();
  /// Which limit explains this end of a run that ended by itself; empty for none.
  std::string explain(const run_ended& end) const;

 private:
  uint64_t cpu_ms(const std::vector<pid_t>& processes) const;

  const run_limits bounds_;
  const run_group& group_;
  const std::function<std::vector<pid_t>()> processes_;
  const bool own_children_;
  const uint64_t reaped_before_ms_;
  unique_fd timer_;
};

}  // namespace foliot::exec

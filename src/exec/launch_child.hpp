// The program's own process, from fork to exec.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/result.hpp"
#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// A forked process that waits for a byte before it becomes the program. When its launcher dies
/// first, it reads the end of the pipe and goes without having done anything.
struct blocked_child {
  pid_t pid = 0;
  unique_fd go;      ///< One byte lets it run; closing ends it.
  unique_fd report;  ///< End of file: executed. Otherwise a sentence that says why not.
  unique_fd out;     ///< What it writes to standard output; non-blocking.
  unique_fd err;
  unique_fd word;  ///< Of another user's run: where foliot-run-as speaks (launch_user.hpp).
};

/// Forks. The child is the leader of a session of its own and keeps itself within the order's
/// limits of single processes. Of another user's run it becomes sudo, with foliot-run-as to come;
/// that is in no limits and in "/". Fails with errc::io.
result<blocked_child> fork_blocked(const launch_order& order);

/// Lets the child go and waits until it was executed. Fails with errc::bad_input when it could not
/// be: it is gone then (and must be reaped).
result<void> let_go(blocked_child& child);

/// Makes this process the program of `spec`, in the current directory, with its environment, within
/// its limits of single processes, with no descriptor but the standard ones, and with signals as a
/// program expects them. Returns only where that is not possible, with the reason.
std::string execute(const run_spec& spec);

/// Forks this process, which has one thread; the new process is a child of this one's parent (0 in
/// the new process, -1 with errno on failure).
pid_t fork_sibling();

}  // namespace foliot::exec

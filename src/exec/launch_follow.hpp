// Following a program: its output, its end, orders to kill it.
#pragma once

#include <string>

#include "exec/launch_child.hpp"
#include "exec/launch_group.hpp"
#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// Blocks the signals that a launcher reads as events, ignores those that must not end it, and
/// gives a signalfd (non-blocking) of SIGCHLD and kill_signal(). Fails with errc::io.
result<unique_fd> open_signals();

/// Whether a kill was asked for; takes all pending signals off `signals`.
bool kill_asked(int signals);

/// Copies output to the logs and waits for the end of the program, a kill, or a limit that it
/// passes. A kill goes to the program alone first where the order says so
/// (run_spec::end_gently_ms). Then everything that the program left behind is killed: a finished
/// run has no processes. Returns its end, with the captured output.
run_ended follow_child(const launch_order& order, blocked_child& child, const run_group& group,
                       int signals);

/// Follows a program whose launcher died: it is no child of ours, so its end is `lost`, or `killed`
/// when a kill comes first. Its limits are watched as far as `order` has them.
run_ended follow_stranger(const launch_order& order, const pid_record& record,
                          const run_group& group, int signals);

}  // namespace foliot::exec

// The launcher's part of a run that is another user's: foliot-run-as does what needs that user.
#pragma once

#include <string>

#include "base/result.hpp"
#include "exec/launch_child.hpp"
#include "exec/launch_work.hpp"
#include "exec/run_files.hpp"

namespace foliot::exec {

/// Writes the order of the run beside its claim, for foliot-run-as alone to read. Fails with
/// errc::forbidden (JA002) where no way to other users is set or there are no control groups, with
/// errc::io where it cannot be written.
result<void> write_user_order(int runs_fd, const launch_order& order);

/// Waits until the user's program was executed, or a kill order comes on `signals`. Fails with
/// JA002 where foliot-run-as or sudo refuses, without a code where the program could not be
/// started; the child has ended or is about to then.
result<readiness> await_user(blocked_child& child, int signals);

/// At most `bytes_max` bytes of the output file of the ended run, read as its user. Fails as
/// `read_output`.
result<std::string> read_user_output(const launch_order& order, uint64_t bytes_max);

/// Whether something of a run of another user may be left.
bool has_user_work(int runs_fd, const std::string& name);

/// Has the work directory of an ended run deleted, and then forgets its order. Fails with the
/// sentence of foliot-run-as, and nothing is forgotten.
result<void> clear_user_work(int runs_fd, const run_as_way& way, const std::string& name);

}  // namespace foliot::exec

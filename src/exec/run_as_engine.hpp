// The engine's look at foliot-run-as before it takes any job.
#pragma once

#include <string>

#include "base/result.hpp"
#include "exec/run_as_way.hpp"

namespace foliot::exec {

/// The name of the user that this process runs as; the number where it has none.
std::string own_user_name();

/// The line that sudoers need for the user `name` to use `program`.
std::string sudoers_line(const std::string& name, const std::string& program);

/// What foliot-run-as said about itself: its data directory, which has to be `data`, and where work
/// directories are made. Fails with errc::bad_input.
result<std::string> read_work_root(const std::string& said, const std::string& data);

/// The way to `program`, the absolute path of foliot-run-as, for an engine with the data directory
/// `data` and the control groups below `group_root`. Fails with errc::forbidden, and the remedy,
/// where there are no control groups that the kernel ends at once, where somebody but root could
/// write the program, or where sudo, root's rules or the host say no.
result<run_as_way> open_run_as(const std::string& program, const std::string& data,
                               const std::string& group_root);

}  // namespace foliot::exec

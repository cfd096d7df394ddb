// The parts of foliot-run-as: one function a verb.
#pragma once

#include <string>

#include "base/result.hpp"
#include "exec/run_as_rules.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// An order is read from memory of this size at most, as by a launcher.
inline constexpr size_t user_order_bytes_max = 64U << 20;

/// On whose behalf it works.
struct run_as_host {
  run_as_rules rules;
  user_facts engine;
};

/// What the engine has written about the run `name`, read with the engine's rights. Fails where it
/// is not as an engine writes it.
result<launch_order> read_user_order(const run_as_host& on, const std::string& name);
/// Who was started; fails where nobody was.
result<pid_record> read_user_claim(const run_as_host& on, const std::string& name);

/// Root's directory of work directories. Fails where it is not root's alone.
result<unique_fd> open_work_root(const run_as_host& on);

/// Becomes the program of the run `name`. Returns only when that was refused, which is told on
/// standard input, a socket.
void start_as_user(const run_as_host& on, const std::string& name);

/// SIGTERM to the program of the run `name`, which is in the control group of its claim.
result<void> end_gently_as_root(const run_as_host& on, const std::string& name);

/// The output file of the run `name`, read as its user.
result<std::string> read_as_user(const run_as_host& on, const std::string& name);

}  // namespace foliot::exec

// Launchers seen from the engine: starting one, finding the one that holds a claim.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.hpp"
#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// A launcher and what stays in our hands of it.
struct launcher_process {
  unique_fd pidfd;  ///< Readable when it has ended.
  unique_fd order;  ///< Its order; after a failure, its sentence. None when it was found by lock.
  bool perhaps_two = false;  ///< Another one of the same order may be there, unseen.
};

/// How a launcher ended. `exit` is -1 when it was ended by a signal or was no child of ours.
struct launcher_end {
  int exit = -1;
  std::string sentence;  ///< Its own, when it failed.
};

/// `order` in a file without a name, at its beginning. Fails with errc::io.
result<unique_fd> make_order(const launch_order& order);

/// The variables for crash tests that launchers take over from us, "NAME=VALUE" each.
std::vector<std::string> crash_switches();

/// Starts `program` with the argument `option` (empty: none) and `input` as its standard input. It
/// gets a session of its own, no descriptor but three and no environment but the switches of crash
/// tests. Fails with errc::io: it was not started.
result<pid_t> spawn_session(const std::string& program, const std::string& option, int input);

/// Starts `program` with `order`. Fails with errc::io: it was not started. Without a pidfd it was
/// started, but its end will not be seen (no descriptor left).
result<launcher_process> spawn_launcher(const std::string& program, const launch_order& order);

/// The process that holds the claim of `name`; no pidfd where nobody does. `unseen` says that
/// somebody does, whom we cannot name (another pid namespace, or gone in this very moment).
struct claim_holder {
  launcher_process process;
  bool unseen = false;
};
claim_holder find_holder(int runs_fd, const std::string& name);

/// Reaps a launcher whose pidfd is readable.
launcher_end reap_launcher(const launcher_process& process);

/// Whether the claim of `name` shows that no program was started and nobody is about to: there is
/// none, or it has no record and nobody holds it. False when it cannot be read.
bool surely_not_started(int runs_fd, const std::string& name);

/// What the claim file of `name` says; nothing where there is none.
claim_text read_claim(int runs_fd, const std::string& name);

}  // namespace foliot::exec

// The claim of a run: who may start it, and what is known of the process that was started.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// A claim file, locked by this process (fcntl F_SETLK: a child does not inherit it, it goes with
/// the process, and F_GETLK tells everybody who holds it). The lock decides who acts; the file says
/// what was done. Never open the same file twice in one process: closing either one ends the lock.
struct claim {
  unique_fd file;
  bool busy = false;  ///< Somebody else holds the lock.
  claim_text text;    ///< What an earlier launcher wrote.
};

/// Makes (O_EXCL) or opens the claim of `name` and takes its lock. Fails with errc::io.
result<claim> take_claim(int runs_fd, const std::string& name);

/// Writes `record` into an empty claim; when this returns it is on disk, and the claim's name too.
/// After a failure the claim is empty again. Fails with errc::io.
result<void> write_record(const claim& held, int runs_fd, const pid_record& record);

/// Notes that the program was executed. Not synced: it is news for the engine, no decision.
void write_started(const claim& held);

/// Whether an exit file is on disk when it has been written, or only when the kernel writes it
/// back.
enum class safety : uint8_t { against_crashes, against_power_failure };

/// Writes the exit file of `end.name` beside the claim: a temporary file and a rename, so that
/// nobody ever reads half of it. `against_power_failure` syncs file and directory. Without that a
/// power failure may leave no exit file or half of one, beside a claim of another boot: the run is
/// LOST then, never repeated, since its record was synced before it ran. Fails with errc::io.
result<void> write_end(int runs_fd, const run_ended& end, safety kept);

}  // namespace foliot::exec

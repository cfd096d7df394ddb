// One simulated day from one seed: the world, the lives of the engine, the users and the checkers.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "rehearsal/life.hpp"
#include "tests/sim/auditor.hpp"
#include "tests/sim/specs.hpp"

namespace foliot::sim {

struct sim_options {
  uint64_t seed = 1;
  uint64_t steps_max = 100'000;   ///< Of actors while time stands still; more: something spins.
  uint64_t idle_max = 400'000;    ///< Times that time moves on while nothing is written.
  uint64_t commits_max = 50'000;  ///< Of one simulated day.
  std::ostream* trace = nullptr;  ///< Where every step is told; nothing by default.
};

struct sim_report {
  std::vector<std::string> violations;
  uint64_t steps = 0;
  uint64_t commits = 0;  ///< Batches on disk.
  uint64_t crashes = 0;
  uint64_t executed = 0;   ///< Programs.
  uint64_t entities = 0;   ///< That were there in the end.
  uint64_t succeeded = 0;  ///< Actions and workflows.
  uint64_t quarantined = 0;
  uint64_t lost = 0;
  uint64_t answers = 0;   ///< Of `why`.
  uint64_t followed = 0;  ///< Remedies that were applied, and moved what they were for.
  uint64_t others = 0;    ///< Remedies that the answer did not name, and that did not move it.
  uint64_t buried = 0;    ///< Trees that were purged.
  uint64_t paged = 0;     ///< Steps of workflows whose record is more than a row.
  uint64_t pages = 0;     ///< Further rows of such that were written,
  uint64_t reread = 0;    ///< were read by a later life of the engine, which went on with them,
  uint64_t let_go = 0;    ///< and went with their tree.
  uint64_t pruned = 0;    ///< Actions that were purged while their coordinator stayed.
  uint64_t reruns = 0;    ///< Further runs of workflows.
  uint64_t journal = 0;   ///< Entries of the journals that were folded again,
  uint64_t records = 0;   ///< and the records that they led to.
  uint64_t differ = 0;    ///< Of these, not those that are stored: each is a violation.
  uint64_t governed = 0;  ///< Quiet moments at which an action waited for a limit of starts.
  flow_auditor::rarities flows;
  int64_t simulated_ms = 0;
  uint64_t trace_hash = 0;  ///< Equal for equal seeds.
};

/// Pure but for the trace: the same options give the same report.
sim_report simulate(const sim_options& options);

}  // namespace foliot::sim

// The audit of commands to many jobs at once: who asked for what, what was selected, and what came
// of it for each job. Commands to one job stand in that job's journal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/status.hpp"

namespace foliot::model {

/// What a command meant for one of its jobs. On disk: never renumber.
enum class bulk_outcome : uint8_t {
  unknown = 0,    ///< Not heard of yet, or never: the engine stopped meanwhile.
  done = 1,       ///< The command's effect is on disk.
  unchanged = 2,  ///< Nothing was to be done: `said` tells why.
  refused = 3     ///< `code` and `said` tell why.
};
/// "done", "unchanged", "refused", "unknown".
std::string_view outcome_name(bulk_outcome outcome);

struct bulk_job {
  entity_id id;
  bulk_outcome outcome = bulk_outcome::unknown;
  std::string code;  ///< Oozie's, of a refusal.
  std::string said;

  friend bool operator==(const bulk_job&, const bulk_job&) = default;
};

/// Written before the first job is told, and once more when all have answered.
struct audit_entry {
  job_number number = 0;  ///< Its place in the audit: rises, also across starts of the engine.
  instant asked;
  instant ended = never;  ///< When the last job had answered.
  std::string user;
  std::string address;  ///< "127.0.0.1:4711"
  std::string request_id;
  std::string order;  ///< "kill", "suspend", "resume"
  entity_kind kind = entity_kind::none;
  std::string filter;     ///< As it was written.
  uint64_t matching = 0;  ///< Jobs that the filter took; `jobs` is one page of them.
  std::vector<bulk_job> jobs;

  friend bool operator==(const audit_entry&, const audit_entry&) = default;
};

/// The name of an entry: "3-17" is the 17th number of the engine's third start.
std::string audit_name(job_number number);
/// Takes such a name apart; nothing when it is none.
std::optional<job_number> parse_audit_name(std::string_view text);

/// Whether `order` ("kill", "suspend", "resume") would change a job of that kind in that status.
bool would_change(std::string_view order, entity_kind kind, status state);

}  // namespace foliot::model

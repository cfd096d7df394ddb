// An update of a coordinator that runs: what it may change, and what it would (coordinator.md 6.3).
#pragma once

#include <string>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/submission.hpp"

namespace foliot::parse {

/// Whether a job that follows `now` and whose end is `end` may follow `next` from here on. Fails
/// with E1023, naming the first of frequency, end, start, name and zone that differs. In the oozie
/// dialect the new end must be the job's; leniently the old definition's will do, a change of the
/// job's end stays then.
result<void> check_update(const model::coordinator_definition& now,
                          const model::coordinator_definition& next, instant end,
                          dialect reading = dialect::oozie);

/// A job as it is, for an update.
struct updated_job {
  const model::definition_text& text;  ///< Its definition.
  std::string user;
  instant end;  ///< As it stands.
};

struct update {
  submission next;   ///< The new definition, as of a submission.
  std::string diff;  ///< What changes, as Oozie prints it (rest.md 8).
};

/// Reads what `job` shall follow: `given` are all its properties, or none, which means those it
/// has. A path that is not given is the job's. `as_given`: their names in the order in which they
/// were given, for the difference. Fails as prepare; with E0803 around E1023 (check_update) or
/// E1003 (another user).
result<update> prepare_update(const updated_job& job, const model::configuration& given,
                              const read_text& read, const options& how,
                              const std::vector<std::string>& as_given = {});

}  // namespace foliot::parse

// A journal retold as a scenario: what came from outside is said again, what the engine made of it
// is expected again (docs/replay.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "model/entity_fold.hpp"
#include "model/journal.hpp"

namespace foliot::rehearsal {

/// One tree of jobs from its birth on.
struct told_tree {
  const std::vector<model::journal_entry>& entries;  ///< In the order of their sequences.
  const wire_ids& ids;
  model::definition_source& definitions;
};

/// What a scenario cannot say, or not as it was.
struct left_out {
  uint64_t sequence = 0;  ///< Of the entry.
  std::string sentence;
};

struct retelling {
  std::string text;  ///< The scenario; all that is left out stands in it as comments.
  std::vector<left_out> missing;
};

/// The scenario of `tree`. Its outermost job is called R there. Pure. Fails with errc::unsupported
/// where the tree's beginning was purged and where another core version wrote an entry, with
/// bad_input where there is no entry, and with too_large where the scenario would be longer than
/// scenarios may be.
result<retelling> retell(const told_tree& tree);

}  // namespace foliot::rehearsal

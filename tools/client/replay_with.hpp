// `foliot replay --digests` and `--with`: what two versions of Foliot make of one journal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/reader.hpp"
#include "tools/client/console.hpp"

namespace foliot::client {

/// Prints a line for each journal entry: sequence, id, version, status and digest of what this
/// version makes of it.
int digests(const console& to, const kv_store& store, const model::definitions& definitions);

/// The lines that `program`, another foliot, prints of the same journal: `source` are the arguments
/// that name it. Nobody may have the database open. Fails with not_found where there is no such
/// program, with errc::unsupported where it knows no digests or fails.
result<std::string> digests_of(const std::string& program, const std::vector<std::string>& source);

/// Where two versions of Foliot part.
struct first_difference {
  uint64_t same = 0;  ///< Entries before it.
  bool cut = false;   ///< The others were too many to be compared to the end.
  std::string here;   ///< The lines; empty: the journal ends there.
  std::string there;
  uint64_t sequence = 0;  ///< Of the entry; 0: none differs.
  std::string id;         ///< Whose it is.
};
/// Compares `others` with what this version makes, up to the first difference.
result<first_difference> compare(const kv_store& store, const model::definitions& definitions,
                                 const std::string& others);

/// What `program`, another foliot, changes by that entry: its `step --json`. Fails as `digests_of`.
result<std::string> step_of(const std::string& program, const std::vector<std::string>& source,
                            const first_difference& at);

/// Prints what was found. `here` and `there`: what the two changed by the entry, as `step --json`
/// tells it; empty where that is unknown. Gives exit_failed where something differs.
int tell(const console& to, const std::string& program, const first_difference& found,
         const std::string& here, const std::string& there);

}  // namespace foliot::client

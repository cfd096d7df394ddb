// One tree of jobs as rows of a store of its own, for a bug report: its journal, definitions and
// records, with every word of users replaced where that is wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/reader.hpp"
#include "store/words.hpp"

namespace foliot::store {

/// Most journal entries of an export: it is held in memory, some kilobytes each.
inline constexpr uint64_t export_entries_max = 500'000;

struct tree_export {
  std::vector<kv_change> rows;  ///< The journal in the order of its keys; every row has a value.
  uint64_t entries = 0;         ///< Of the journal.
  uint64_t broken = 0;          ///< Entries that do not fold in the store either: the bug, maybe.
  std::string first_broken;     ///< What is wrong with the first that goes nowhere.
};

/// Reads tree `root` and writes it anew in other words. Each entry is folded twice, as it stands
/// and in the other words: both have to go the same way, in all that is no text (statuses, times,
/// numbers, how many parts there are) and in the codes of errors; the new entries have the digests
/// of the new records (of this core version), and those are the records of the report. Fails with
/// errc::unsupported, naming the entry, where the words change what happens; with errc::too_large;
/// with errc::not_found where there is no journal of that tree; and as the store does. An entry
/// that is not what the core makes in the store is written so that it is none in the report either.
result<tree_export> export_tree(const kv_store& store, const model::definitions& definitions,
                                job_number root, word_map words);

}  // namespace foliot::store

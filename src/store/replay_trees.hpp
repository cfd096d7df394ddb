// Which trees a store holds, and which epochs it knows: what replay walks over.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/journal.hpp"

namespace foliot::store {

/// A tree of one root.
struct tree_id {
  uint16_t partition = 0;
  job_number root = 0;

  friend auto operator<=>(const tree_id&, const tree_id&) = default;
};

/// The first tree at or after the key `from` in `where`, a table that keeps trees together. Fails
/// as the store does and with errc::corrupt.
result<std::optional<tree_id>> next_tree(const kv_store& store, table where,
                                         const std::string& from);

/// The first tree at or after the key `from` in the journal or among the records: it may be in one
/// of the two only. Where a part of one cannot be read the other tells. Fails as the store does,
/// and with errc::corrupt where nobody tells whether there is one.
result<std::optional<tree_id>> next_tree(const kv_store& store, const std::string& from);

/// "entry 12 (workflow.created, version 1)", and which core wrote it where that is another.
std::string name_of_entry(const model::journal_entry& entry);

/// The epochs whose ids can be told as text.
result<std::set<uint32_t>> known_epochs(const kv_store& store);

}  // namespace foliot::store

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

/// The epochs whose ids can be told as text.
result<std::set<uint32_t>> known_epochs(const kv_store& store);

}  // namespace foliot::store

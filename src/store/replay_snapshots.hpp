// Where the old part of a tree's journal was purged, replay begins with the snapshots.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/journal.hpp"

namespace foliot::store {

/// An entry that cannot be read: its sequence, how many entries of its tree stand before it, the
/// entity where the beginning can be read, and what is wrong.
struct bad_entry {
  uint64_t sequence = 0;
  uint64_t place = 0;
  std::optional<entity_id> entity;
  failure why;
};

/// Shows the entries of one tree in order; false stops. Entries that cannot be read are shown to
/// `bad` and passed over; without it the first of them is the failure. Fails as the store does and
/// with errc::corrupt.
result<void> each_entry(const kv_store& store, uint16_t partition, job_number root,
                        const std::function<bool(const model::journal_entry&)>& visit,
                        const std::function<void(const bad_entry&)>& bad = {});

struct journal_beginning {
  bool truncated = false;  ///< The oldest part of the journal is gone.
  /// Of each entity whose birth is gone, the oldest snapshot.
  std::map<entity_id, std::shared_ptr<const model::any_record>> records;
};

/// Reads a journal that begins with the birth of its root no further than that. Passes over entries
/// that cannot be read.
result<journal_beginning> beginning_of(const kv_store& store, uint16_t partition, job_number root);

}  // namespace foliot::store

// Where the old part of a tree's journal was purged, replay begins with the snapshots.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/journal.hpp"

namespace foliot::store {

/// Shows the entries of one tree in order; false stops. Fails as the store does and with
/// errc::corrupt.
result<void> each_entry(const kv_store& store, uint16_t partition, job_number root,
                        const std::function<bool(const model::journal_entry&)>& visit);

struct journal_beginning {
  bool truncated = false;  ///< The oldest part of the journal is gone.
  /// Of each entity whose birth is gone, the oldest snapshot.
  std::map<entity_id, std::shared_ptr<const model::any_record>> records;
};

/// Reads a journal that begins with the birth of its root no further than that.
result<journal_beginning> beginning_of(const kv_store& store, uint16_t partition, job_number root);

}  // namespace foliot::store

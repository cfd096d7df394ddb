// Phase one of recovery: one sequential pass over all records (architecture 8).
#pragma once

#include <cstdint>
#include <functional>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/journal.hpp"
#include "model/reader.hpp"

namespace foliot::store {

/// Is shown tree after tree, in key order: the root job first, then coordinators, actions (by
/// coordinator and number), workflows.
class tree_visitor {
 public:
  virtual ~tree_visitor() = default;

  /// A tree begins. False: its other entities are passed over and `entity` is not called for the
  /// root either. A terminal root is no proof that the tree is at rest: a killed workflow below it
  /// may have runs that are not closed.
  virtual bool tree(const entity_id& root, const model::any_record& record) = 0;
  /// Every entity of the tree, the root included.
  virtual void entity(const entity_id& id, model::any_record&& record) = 0;
  /// All entities of the tree were shown.
  virtual void tree_end(const entity_id& root) = 0;
};

struct scan_report {
  uint64_t trees = 0;     ///< Visited.
  uint64_t skipped = 0;   ///< Trees passed over.
  uint64_t entities = 0;  ///< Shown.
};

/// Visits all trees of all partitions. Fails with errc::corrupt or errc::too_new at the first
/// record that cannot be read, naming it, or as the store does.
result<scan_report> scan_trees(const kv_store& store, tree_visitor& visitor);

/// Shows every quarantine note; false stops.
result<void> scan_quarantined(const kv_store& store,
                              const std::function<bool(const model::quarantine_note&)>& visit);

}  // namespace foliot::store

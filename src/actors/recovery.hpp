// Phase one of recovery: what of the store has to live again (architecture 8).
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "actors/tree.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/summary.hpp"

namespace foliot::actors {

/// A root that has to live, with everything below it that has to.
struct live_tree {
  entity_id root;
  model::any_record record;
  std::shared_ptr<const recovered_tree> below;
};

struct recovered_state {
  std::vector<live_tree> trees;
  std::unordered_map<entity_id, model::child_counts> counts;  ///< Of parents that live.
  std::vector<entity_id> quarantined;
  uint64_t entities = 0;
};

/// One scan. An entity lives if it must itself or if anything below it must. Fails as the store
/// does.
result<recovered_state> find_live(const kv_store& store);

}  // namespace foliot::actors

// All entities of one tree followed side by side, entry after entry.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/entity_fold.hpp"

namespace foliot::store {

class tree_fold {
 public:
  /// Both outlive it. `shown` (may be empty) sees every step that could be followed.
  tree_fold(model::definition_source& definitions, const wire_ids& ids,
            model::entity_fold::step_fn shown)
      : definitions_(definitions), ids_(ids), shown_(std::move(shown)) {}

  /// The next entry of the tree. Fails where it is not what the core makes of its entity, which is
  /// not followed any more then; the others are.
  result<void> take(const model::journal_entry& entry);

  /// As far as the entity could be followed; null where there was no entry of it.
  const model::any_record* record(const entity_id& id) const;

 private:
  model::fold_context context_of(const entity_id& id);

  model::definition_source& definitions_;
  const wire_ids& ids_;
  model::entity_fold::step_fn shown_;
  std::map<entity_id, model::entity_fold> folds_;
};

/// Folds the journals of all trees and gives a line for each entry, in the order of trees and
/// sequences: "SEQUENCE ID VERSION STATUS DIGEST", the digest that of the record which this core
/// makes; where it makes none: "SEQUENCE ID VERSION - SENTENCE", and of an entry that cannot be
/// read "SEQUENCE ID ? - SENTENCE" (id "?" where even that cannot be read). False from `line`
/// stops. What two versions of Foliot print of one journal differs first where their rules do.
/// Fails as the store does.
result<void> each_digest(const kv_store& store, const model::definitions& definitions,
                         const std::function<bool(const std::string& line)>& line);

}  // namespace foliot::store

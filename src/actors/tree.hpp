// What recovery found of one tree: the records of everything that has to live again.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "model/journal.hpp"

namespace foliot::actors {

/// Records by owner. Filled in phase one, consumed by the owners as they spawn in phase two.
struct recovered_tree {
  std::map<entity_id, std::vector<std::pair<entity_id, model::any_record>>> children;

  /// What `owner` has to spawn.
  const std::vector<std::pair<entity_id, model::any_record>>& of(const entity_id& owner) const {
    static const std::vector<std::pair<entity_id, model::any_record>> none;
    const auto found = children.find(owner);
    return found == children.end() ? none : found->second;
  }
};

}  // namespace foliot::actors

// How a journal that is retold ended: the statuses of all that can be named.
#pragma once

#include <set>

#include "rehearsal/retold_draft.hpp"
#include "rehearsal/retold_tree.hpp"

namespace foliot::rehearsal {

/// Expects of everything in `tree` but of those in `lost` the status that it has, behind the last
/// entry, `end`.
void expect_end(const retold_tree& tree, const std::set<entity_id>& lost, const told_place& end,
                retold_draft& draft);

}  // namespace foliot::rehearsal

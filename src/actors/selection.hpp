// The actions of a coordinator that an order is about, looked up on disk.
#pragma once

#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "model/coordinator_orders.hpp"
#include "model/orders.hpp"
#include "model/reader.hpp"

namespace foliot::actors {

/// Those of actions 1..`made` of `coordinator` that exist and that `scope` selects, ascending. Out
/// of a range of SKIPPED ones, each by itself. Fails with too_large (E0302) beyond
/// limits::order_actions_max, and as the store does. `errors_if_many`: when there are more, those
/// that ended badly instead.
result<std::vector<model::selected_action>> select_actions(
    const model::reader& reader, const entity_id& coordinator, const model::timetable& plan,
    uint32_t made, const model::action_scope& scope, bool errors_if_many = false);

/// Their ids.
std::vector<entity_id> ids_of(const entity_id& coordinator,
                              const std::vector<model::selected_action>& selected);

}  // namespace foliot::actors

// Which definition each action of a coordinator follows, when an update has replaced it
// (coordinator.md 6.3, 6.2).
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "model/coordinator.hpp"

namespace foliot::model {

/// The definition of action `number`: the job's, unless that action was made before an update.
hash128 definition_of(const coordinator_record& record, uint32_t number);

/// The record once it follows the definition of `event`: actions 1..`actions` keep theirs, and a
/// concurrency that was changed gives way to the definition's.
coordinator_record with_definition(coordinator_record record,
                                   const coordinator_events::updated& event);

/// Actions `numbers`, ascending, follow the job's definition from here on: they are named anew.
void follow_newest(coordinator_record& record, const std::vector<uint32_t>& numbers);

/// Actions beyond `keep` were taken away; new ones will have their numbers.
void forget_former_beyond(coordinator_record& record, uint32_t keep);

}  // namespace foliot::model

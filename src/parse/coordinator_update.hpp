// What an update may change of a coordinator that runs (coordinator.md 6.3).
#pragma once

#include "base/result.hpp"
#include "model/definition.hpp"

namespace foliot::parse {

/// Whether a job that follows `now` may follow `next` from here on. Fails with E1023, naming the
/// first of start, end, name, frequency and zone that differs.
result<void> check_update(const model::coordinator_definition& now,
                          const model::coordinator_definition& next);

}  // namespace foliot::parse

// What a job wants done about a run whose end cannot be known (rulings, seed 002).
#pragma once

#include "base/result.hpp"
#include "model/definition.hpp"

namespace foliot::model {

/// Fails with bad_input, E0803, where `foliot.on.lost` is there and is none of its values: a word
/// that nobody understands must not mean that something is run again. Case and blanks at the ends
/// do not count.
result<void> check_lost_rule(const configuration& conf);

/// The same for what a definition says of the jobs that it starts; the place of a failure is inside
/// that definition. A value with expressions in it is not known yet and passes.
result<void> check_lost_rule(const bundle_definition& definition);
result<void> check_lost_rule(const coordinator_definition& definition);
result<void> check_lost_rule(const workflow_definition& definition);

}  // namespace foliot::model

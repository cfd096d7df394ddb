// What users may order of a workflow (workflow.md 4, Job states and commands).
#pragma once

#include "base/result.hpp"
#include "model/orders.hpp"
#include "model/status.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

/// The event by which a workflow in `state` obeys; whether it changes anything is the event's
/// matter. Fails with E0801 (conflict: a start of what runs; in every other status Oozie says
/// nothing, although nothing is done) and E0303 (unsupported: not an order for workflows). A rerun
/// is no event before its application was read: `judge_rerun`.
result<workflow_event> obeyed(const order& what, status state);

}  // namespace foliot::model

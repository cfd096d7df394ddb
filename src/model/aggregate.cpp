#include "model/aggregate.hpp"

#include "model/tables.hpp"

namespace foliot::model {
namespace {

/// Rule T's result for a parent that has not ended. No children at all: SUCCEEDED, as in Oozie.
status ended_with(const child_summary& children) {
  if (children.all_good) return status::succeeded;
  if (children.all_killed) return status::killed;
  if (children.all_failed) return status::failed;
  return status::done_with_error;
}

}  // namespace

status bundle_aggregate(status before, const child_summary& children, bundle_orders orders) {
  const bool error = children.any_error;
  const bool resting = !children.pending && children.any_suspended;

  // Rule PR, a PREP bundle with children, cannot apply: members exist from the start on.
  if (!active_statuses.has(before)) return before;
  if (!children.pending && children.all_ended) return ended_with(children);  // T
  if (before == status::paused || (before == status::paused_with_error && orders.pause_time))
    return error ? status::paused_with_error : status::paused;                         // P1
  if (children.all_paused) return error ? status::paused_with_error : status::paused;  // P2, P3
  if (orders.suspended && (before == status::suspended || before == status::suspended_with_error))
    return error ? status::suspended_with_error : status::suspended;                    // S1
  if (resting && children.all_suspended_or_good) return status::suspended;              // S2
  if (resting && children.all_suspended_or_ended) return status::suspended_with_error;  // S3
  return error ? status::running_with_error : status::running;                          // R
}

status coordinator_aggregate(status before, const child_summary& actions, bool done) {
  const bool error = actions.any_error;
  const bool resting = done && !actions.pending && actions.any_suspended;

  if (!active_statuses.has(before)) return before;
  if (done && actions.all_ended) return ended_with(actions);  // T: pending is not looked at
  if (before == status::paused || before == status::paused_with_error)
    return error ? status::paused_with_error : status::paused;  // P
  if (before == status::suspended || before == status::suspended_with_error)
    return error ? status::suspended_with_error : status::suspended;                   // S1
  if (resting && actions.all_suspended_or_good) return status::suspended;              // S3
  if (resting && actions.all_suspended_or_ended) return status::suspended_with_error;  // S4
  return error ? status::running_with_error : status::running;                         // R
}

child_summary with_failed(child_summary children, uint32_t count) {
  if (count == 0) return children;
  const bool alone = children.total == 0;
  children.total += count;
  children.all_good = false;
  children.all_killed = false;
  children.all_failed = alone || children.all_failed;
  children.any_error = true;
  children.all_suspended_or_good = false;
  children.all_paused = false;
  return children;
}

child_summary with_unknown(child_summary children, uint32_t count) {
  if (count == 0) return children;
  children.total += count;
  children.all_ended = false;
  children.all_good = false;
  children.all_killed = false;
  children.all_failed = false;
  children.all_suspended_or_good = false;
  children.all_suspended_or_ended = false;
  children.all_paused = false;
  return children;
}

}  // namespace foliot::model

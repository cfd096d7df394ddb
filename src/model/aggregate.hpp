// How the statuses of children make the status of their parent (bundle.md 7.2 and 7.3,
// coordinator.md 5.7). Pure functions over the counters' summary; the ...WITHERROR statuses are
// kept, as the seeds have them.
#pragma once

#include <cstdint>

#include "model/status.hpp"
#include "model/summary.hpp"

namespace foliot::model {

/// What the bundle rules ask beyond the children.
struct bundle_orders {
  bool pause_time = false;  ///< A pause time is set.
  bool suspended = false;   ///< A user suspended the bundle (it is not so bottom-up only).
};

/// The status that a bundle in `before` has with these children; `before` when no rule applies. A
/// terminal status stays (rulings 3.7). Rules T, P1-P3, S1-S3, R of bundle.md 7.2.
status bundle_aggregate(status before, const child_summary& children, bundle_orders orders);

/// The status that a coordinator job in `before` has with these actions; `done`: nothing is left to
/// materialise. Rules T, P, S1-S4, R of bundle.md 7.3. A terminal status stays.
status coordinator_aggregate(status before, const child_summary& actions, bool done);

/// `children` and `count` more that FAILED without ever being born: refused members of a bundle
/// are no children of the status-transition actor.
child_summary with_failed(child_summary children, uint32_t count);

/// `children` and `count` more that are not known yet: they count as PREP, so nothing ends without
/// them.
child_summary with_unknown(child_summary children, uint32_t count);

}  // namespace foliot::model

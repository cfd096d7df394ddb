// Messages of the purge: between its actor, the engine and coordinators that live on.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "http/commands.hpp"
#include "store/purge.hpp"

namespace foliot::actors::msg {

/// What a coordinator let go of.
struct prune_outcome {
  store::purge_tally tally;
  std::vector<store::gone_workflow> workflows;
};
/// To a coordinator: these actions are old. What still moves stays; `done` learns what went once it
/// is off the disk.
struct prune {
  std::shared_ptr<const std::vector<store::old_action>> what;
  std::function<void(prune_outcome)> done;
};
/// A purge by hand.
struct purge {
  http::purge_request what;
  http::requester who;
  std::function<void(result<http::purged>)> done;
};
/// The purger to itself: the next slice.
struct purge_more {};
/// May these trees go? None of them wakes until they are `buried`.
struct bury {
  std::vector<entity_id> roots;
};
struct may_bury {
  std::vector<entity_id> roots;  ///< Those of them that are at rest.
};
struct buried {
  std::vector<entity_id> roots;
};
/// For a coordinator of a living tree.
struct prune_order {
  entity_id coordinator;
  prune what;
};
struct pruned {
  std::shared_ptr<const prune_outcome> outcome;
};

}  // namespace foliot::actors::msg

#include "actors/transition.hpp"

#include <set>

#include "actors/type_ids.hpp"

namespace foliot::actors {

void transition_state::apply(const msg::children_moved& feed) {
  std::set<entity_id> touched;  // a parent is told once per group, not once per child
  for (const model::child_change& change : feed.changes) {
    parents[change.parent].counts.apply(change);
    touched.insert(change.parent);
  }
  sequence = feed.sequence;
  for (const entity_id& id : touched) tell(parents[id], false);
}

void transition_state::attend(const msg::attend& order) {
  parent& p = parents[order.parent];
  p.who = caf::actor_cast<caf::actor_addr>(order.who);
  p.serial = order.serial;
  tell(p, true);
}

void transition_state::tell(parent& p, bool again) {
  auto strong = caf::actor_cast<caf::strong_actor_ptr>(p.who);
  if (!strong) return;
  const model::child_summary summary = model::summarise(p.counts);
  if (!again && p.has_been_told && summary == p.told) return;
  p.told = summary;
  p.has_been_told = true;
  self->send(
      caf::actor_cast<entity_actor>(strong),
      msg::stimulus{msg::summary_changed{summary, p.serial}, model::cause{sequence, {}, {}, {}}});
}

transition_actor::behavior_type transition(
    transition_actor::stateful_pointer<transition_state> self, const runtime* /*rt*/) {
  self->state.self = self;
  return {[self](const msg::children_moved& feed) { self->state.apply(feed); },
          [self](const msg::attend& order) { self->state.attend(order); },
          [self](const msg::counted& order) {
            self->state.parents[order.parent].counts = order.counts;
          },
          [self](const msg::dismiss& order) { self->state.parents.erase(order.parent); }};
}

}  // namespace foliot::actors

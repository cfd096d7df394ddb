#include "actors/transition.hpp"

#include <algorithm>
#include <set>

#include "actors/type_ids.hpp"

namespace foliot::actors {

namespace {

/// Actions in them have a workflow.
constexpr model::status_set started_statuses{model::status::submitted, model::status::running,
                                             model::status::suspended};

}  // namespace

void transition_state::apply(const msg::children_moved& feed) {
  uint64_t ended = 0;
  std::set<entity_id> touched;  // a parent is told once per group, not once per child
  for (const auto& [change, step, sequence] : feed.changes) {
    parent& p = parents[change.parent];
    model::child_counts& counts = p.counts;
    if (change.child.kind == entity_kind::action) {
      const model::child_counts before = counts;
      counts.apply(change);
      move_actions(change.parent, before, counts);
      if (started_statuses.has(change.before) && model::is_terminal(change.after)) ++ended;
    } else {
      counts.apply(change);
    }
    const model::child_summary after = model::summarise(counts);
    if (after != p.newest) p.cause = sequence;
    p.newest = after;
    touched.insert(change.parent);
  }
  if (ended > 0)
    rt->pace.change([&](model::start_pace& pace) { pace.ended(ended, rt->ports.clock.now()); });
  for (const entity_id& id : touched) tell(parents[id], false);
}

void transition_state::attend(const msg::attend& order) {
  parent& p = parents[order.parent];
  p.who = caf::actor_cast<caf::actor_addr>(order.who);
  p.serial = order.serial;
  p.cause = std::max(p.cause, order.cause);  // whatever came last led to what it will hear
  tell(p, true);
}

void transition_state::tell(parent& p, bool again) {
  auto strong = caf::actor_cast<caf::strong_actor_ptr>(p.who);
  if (!strong) return;
  if (!again && p.has_been_told && p.newest == p.told) return;
  p.told = p.newest;
  p.has_been_told = true;
  self->send(
      caf::actor_cast<entity_actor>(strong),
      msg::stimulus{msg::summary_changed{p.told, p.serial}, model::cause{p.cause, {}, {}, {}}});
}

/// For those who ask how many actions wait: all coordinators together.
void transition_state::move_actions(const entity_id& of, const model::child_counts& before,
                                    const model::child_counts& after) const {
  if (of.kind != entity_kind::coordinator) return;
  for (size_t i = 0; i < model::status_count; ++i)
    if (before.of[i] != after.of[i]) rt->counters.actions[i] += int64_t{after.of[i]} - before.of[i];
}

void transition_state::count_again(const entity_id& of, const model::child_counts& counts) {
  parent& p = parents[of];
  move_actions(of, p.counts, counts);
  p.counts = counts;
  p.newest = model::summarise(counts);
}

void transition_state::forget(const entity_id& of) {
  const auto found = parents.find(of);
  if (found == parents.end()) return;
  move_actions(of, found->second.counts, {});
  parents.erase(found);
}

transition_actor::behavior_type transition(
    transition_actor::stateful_pointer<transition_state> self, runtime* rt) {
  self->state.self = self;
  self->state.rt = rt;
  return {
      [self](const msg::children_moved& feed) { self->state.apply(feed); },
      [self](const msg::attend& order) { self->state.attend(order); },
      [self](const msg::counted& order) { self->state.count_again(order.parent, order.counts); },
      [self](const msg::dismiss& order) { self->state.forget(order.parent); }};
}

}  // namespace foliot::actors

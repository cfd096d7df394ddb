// How a living coordinator lets go of its old actions: one step, in one batch with their deletion.
#include <utility>

#include "actors/coordinator.hpp"
#include "actors/entity_steps.hpp"

namespace foliot::actors {

namespace {

void add_to(std::vector<std::pair<model::status, uint32_t>>& counts, model::status state,
            uint32_t count) {
  for (auto& [known, sum] : counts)
    if (known == state) return void(sum += count);
  counts.emplace_back(state, count);
}

}  // namespace

/// An order has stepped its record since the purge read it: it was ignored, or its range was cut.
bool coordinator_state::has_changed(const store::old_action& old) const {
  if (old.count == 0) return false;
  const auto stored = store::stored_record(rt->ports.store, action_of(id, old.number));
  return !stored || !*stored || model::version_of(**stored) != old.version;
}

/// On what is on disk: an action that a rerun just woke is among `actions` by then.
void coordinator_state::prune(const msg::prune& order) {
  if (quarantined() || resting) return order.done({});
  if (!settled()) {
    pruning.push_back(order);
    return;
  }
  model::coordinator_events::pruned event;
  msg::prune_outcome outcome;
  kv_batch rows;
  for (const store::old_action& old : *order.what) {
    if (actions.contains(old.number) || has_changed(old)) continue;
    if (old.count > 0) {
      if (!event.actions.empty() && event.actions.back().second + 1 == old.number)
        event.actions.back().second = old.number;
      else
        event.actions.emplace_back(old.number, old.number);
      add_to(event.counts, old.state, old.count);
    }
    for (const store::gone_workflow& workflow : old.workflows) {
      event.workflows.push_back(workflow.id.job);
      outcome.workflows.push_back(workflow);
    }
    outcome.tally.add(old.tally);
    rows.append(old.rows);
  }
  if (event.actions.empty() && event.workflows.empty()) return order.done({});
  feed(event, {}, std::move(rows),
       [done = order.done, outcome = std::move(outcome)](const result<void>& written) {
         done(written ? outcome : msg::prune_outcome{});
       });
}

void coordinator_state::retry_pruning() {
  if (!settled()) return;
  for (const msg::prune& order : std::exchange(pruning, {})) prune(order);
}

}  // namespace foliot::actors

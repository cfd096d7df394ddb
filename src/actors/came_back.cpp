// What entities catch up with when a console puts them back to work, and what they owe in words.
// In quarantine they heard the news and could not act on it: as after a start of the engine, they
// look at what is, instead of what was told.
#include <algorithm>
#include <utility>

#include "actors/bundle.hpp"
#include "actors/coordinator.hpp"
#include "actors/entity_steps.hpp"
#include "actors/workflow.hpp"
#include "model/owed_text.hpp"

namespace foliot::actors {

// -- action --------------------------------------------------------------------------------------

std::string action_state::owed_text(const model::action_effect& effect) const {
  return model::owed_text(effect);
}

/// Its job took it away meanwhile, or its workflow went on without it.
void action_state::came_back() {
  if (outdated) {
    outdated = false;
    feed(model::action_events::retired{}, because());
    return;
  }
  if (newest.workflow != 0 && !model::is_terminal(newest.state)) {
    const auto stored =
        rt->ports.reader.record({id.partition, entity_kind::workflow, 0, id.root, newest.workflow});
    if (stored && *stored) {
      const auto& record = std::get<model::workflow_record>(**stored);
      feed(model::action_events::workflow_changed{record.state, record.error_code, record.error},
           because());
    }
  }
  if (turn == start_turn::slotted && !is_governed()) take_slot(because());
  follow_governor();
}

// -- workflow ------------------------------------------------------------------------------------

std::string workflow_state::owed_text(const model::workflow_effect& effect) const {
  return model::owed_text(effect, [this](model::node_index node) {
    return node < definition->nodes.size() ? definition->nodes[node].name : std::to_string(node);
  });
}

bool workflow_state::handed(const model::workflow_effect& effect) const {
  namespace fx = model::workflow_effects;
  const auto in = [this](const std::vector<std::pair<model::node_index, uint16_t>>& list,
                         model::node_index index) {
    const model::node_state* node = model::find_node(newest, index);
    return node != nullptr &&
           std::find(list.begin(), list.end(), std::pair{node->node, node->attempt}) != list.end();
  };
  if (const auto* run = std::get_if<fx::run>(&effect)) return in(ordered, run->node);
  if (const auto* files = std::get_if<fx::run_fs>(&effect)) return in(ordered, files->node);
  if (const auto* before = std::get_if<fx::prepare>(&effect)) return in(preparing, before->node);
  return true;
}

/// The ends of its runs are told once only: they were kept, that which broke it included. What
/// breaks it again is kept again.
void workflow_state::came_back() {
  for (const msg::workflow_told& each : std::exchange(missed, {})) told(each, because());
  if (children) {
    for (const auto& [attempt, application] : children->read) children->reading.erase(attempt);
    for (const auto& [job, child] : children->live)
      if (child.suspended && newest.state == model::status::running)
        feed(model::workflow_events::suspended{}, because());
  }
  tell(entity_actor{self}, msg::begin{});
}

// -- coordinator ---------------------------------------------------------------------------------

std::string coordinator_state::owed_text(const model::coordinator_effect& effect) const {
  return model::owed_text(effect);
}

/// What waits for room waits here.
bool coordinator_state::handed(const model::coordinator_effect& effect) const {
  return !std::holds_alternative<model::coordinator_effects::materialise>(effect);
}

/// Its actions hear its newest order again, and confirm it; their summary is asked for anew.
void coordinator_state::came_back() {
  told_orders = 0;
  ask_for_summary();
}

/// An action that was quarantined: it did not obey.
void coordinator_state::action_is_back(uint32_t number) {
  const auto found = actions.find(number);
  if (found == actions.end() || quarantined()) return;
  broken.erase(number);
  for (const auto& effect : model::owed(context(), newest, rt->ports.clock.now())) {
    if (std::get_if<model::coordinator_effects::kill_actions>(&effect))
      tell(found->second, msg::ordered{model::orders::kill{}, {}});
    const auto* order = std::get_if<model::coordinator_effects::order_actions>(&effect);
    if (order == nullptr || order->serial != told_orders) continue;  // else it will be told
    awaited.insert(number);
    tell(found->second, msg::job_held{order->serial, order->hold});
  }
}

// -- bundle --------------------------------------------------------------------------------------

std::string bundle_state::owed_text(const model::bundle_effect& effect) const {
  return model::owed_text(effect);
}

bool bundle_state::handed(const model::bundle_effect& effect) const {
  namespace fx = model::bundle_effects;
  if (const auto* read = std::get_if<fx::load_coordinator>(&effect))
    return loading.contains(read->member);
  return true;
}

/// All orders that are not confirmed are sent again, and nobody's error is overlooked.
void bundle_state::came_back() {
  sent.clear();
  doomed.clear();
  if (gathered.empty()) gathered.why = because();
  for (const model::bundle_member& member : newest.members)
    if (member.created) child_reported(coordinator_of(member), state_of(member));
  hear_members();
}

/// A coordinator that was quarantined: it did not obey.
void bundle_state::member_is_back(const entity_id& child) {
  std::erase_if(sent, [&](const auto& each) {
    return newest.members.at(each.first.first).coordinator == child.job;
  });
  perform_now();
}

}  // namespace foliot::actors

// What must hold when nothing is left to be done before time goes on: parents agree with their
// children, and everything that lives has something that will wake it.
#include <utility>
#include <vector>

#include "model/bundle.hpp"
#include "model/coordinator.hpp"
#include "model/summary.hpp"
#include "rehearsal/life.hpp"
#include "tests/sim/auditor.hpp"

namespace foliot::sim {

namespace {

using model::status;

void count(model::child_counts& counts, const model::any_record& child, uint32_t weight = 1) {
  model::child_change change;
  change.count_after = weight;
  change.after = model::state_of(child);
  change.pending_after = model::is_pending(child);
  counts.apply(change);
}

bool is_suspended(status s) { return s == status::suspended || s == status::suspended_with_error; }

/// Somebody, or a pause time, keeps a job in that status from going on.
bool rests(status s) {
  constexpr model::status_set resting{status::suspended,      status::suspended_with_error,
                                      status::prep_suspended, status::paused,
                                      status::prep_paused,    status::paused_with_error};
  return resting.has(s);
}

}  // namespace

void auditor::quiet(const life& engine) {
  for (const auto& [id, record] : records_) {
    if (quarantined_.contains(id)) continue;
    if (const auto* bundle = std::get_if<model::bundle_record>(&record))
      quiet_bundle(id, *bundle, engine);
    else if (const auto* job = std::get_if<model::coordinator_record>(&record))
      quiet_coordinator(id, *job, engine);
    else if (const auto* action = std::get_if<model::action_record>(&record))
      quiet_action(id, *action, engine);
    else
      quiet_workflow(id, std::get<model::workflow_record>(record), engine);
  }
  quiet_suspended();
  flows_.quiet(engine);
}

void auditor::must_be_told(const entity_id& id, bool accepted) {
  if (accepted) blame(name_of(id) + ": its status is not that of its children");
}

void auditor::quiet_bundle(const entity_id& id, const model::bundle_record& record,
                           const life& engine) {
  static const model::bundle_definition none;
  model::child_counts counts;
  bool live = false;
  const bool goes_on =
      record.state == status::running || record.state == status::running_with_error;
  for (const model::bundle_member& member : record.members) {
    const entity_id child{id.partition, entity_kind::coordinator, 0, id.root, member.coordinator};
    const auto* job = this->record<model::coordinator_record>(child);
    if (job) count(counts, *job);
    counts.quarantined += is_quarantined(child) ? 1 : 0;
    if (job && !model::is_terminal(job->state)) live = true;
    if (job && record.state == status::killed && !model::is_terminal(job->state) &&
        !is_quarantined(child) && !may_come_back_.contains(id.root))
      blame(name_of(child) + " lives on in a KILLED bundle");
    // A rerun waits until the runs before it have ended outside.
    const bool waits = member.rerun_order != 0 && has_open_run(id.root);
    if (waits) live = true;
    if (member.pending && !waits && !is_wounded(id.root))
      blame(name_of(id) + ": its order to " + name_of(child) + " was never confirmed");
    if (!member.created && !member.refused && goes_on)
      blame(name_of(id) + ": nobody reads the application of a member");
  }
  const model::bundle_events::children_changed told{model::summarise(counts)};
  must_be_told(id, model::advance({id, none}, record, told, time_.now()).accepted);
  if (record.state == status::prep && !engine.alarm_set(id))
    blame(name_of(id) + " is PREP and no alarm is set");
  // A quarantined child may leave its coordinator pending for ever, and this with it.
  if (goes_on && !live && !is_wounded(id.root))
    blame(name_of(id) + " is " + std::string(model::name(record.state)) +
          " and no coordinator of it lives");
  if (!is_wounded(id.root)) quiet_members(id, record);
}

void auditor::quiet_coordinator(const entity_id& id, const model::coordinator_record& record,
                                const life& engine) {
  static const model::coordinator_definition none;
  const coordinator_spec* spec = spec_of(id);
  if (spec == nullptr) return;
  model::child_counts counts;
  if (const auto gone = gone_.find(id); gone != gone_.end())
    for (const auto& [number, each] : gone->second) {
      model::child_change change;
      change.count_after = each.count;
      change.after = each.state;
      counts.apply(change);
    }
  int64_t waiting = 0;
  bool live = false;
  bool lingers = false;  // One that was to be taken away holds the number of the next.
  for (const auto& [child, action] : actions_of(id)) {
    lingers = lingers || (is_quarantined(child) && child.number > record.actions);
    count(counts, *action, model::actions_in(*action, child.number));
    counts.quarantined += is_quarantined(child) ? 1 : 0;
    waiting += action->state == status::waiting;
    if (model::is_terminal(action->state)) continue;
    live = true;
    if (record.state == status::killed && !is_quarantined(child))
      blame(name_of(child) + " lives on in a KILLED coordinator");
  }
  const bool interested = record.done || record.actions > 0;
  const model::coordinator_events::children_changed told{model::summarise(counts)};
  // What is pending below a terminal job heals unless it is quarantined.
  const bool hurt = model::is_terminal(record.state) && is_wounded(id.root);
  if (interested && !hurt)
    must_be_told(id, model::advance({id, none}, record, told, time_.now()).accepted);
  if (model::is_terminal(record.state)) return;
  if (record.done && !live) blame(name_of(id) + " is done and no action of it lives");
  if (record.done || engine.alarm_set(id) || rests(record.state)) return;
  if (lingers) return;
  if (waiting < spec->throttle) blame(name_of(id) + " could make an action and nothing wakes it");
}

void auditor::quiet_action(const entity_id& id, const model::action_record& record,
                           const life& engine) {
  const entity_id parent = coordinator_of(id);
  const coordinator_spec* spec = spec_of(parent);
  if (spec == nullptr || is_quarantined(parent)) return;
  const entity_id child{id.partition, entity_kind::workflow, 0, id.root, record.workflow};
  const auto* workflow = this->record<model::workflow_record>(child);
  if (is_quarantined(child)) return;
  const bool queued = record.state == status::ready && is_queued(id, engine);
  if (!queued) may_start_.erase(id);
  if (record.pending) blame(name_of(id) + ": its order to its workflow was never confirmed");
  if (record.state == status::waiting && record.held) {
    const auto* job = this->record<model::coordinator_record>(parent);
    if (!is_suspended(job->state)) blame(name_of(id) + " is held and its coordinator is not");
  } else if (record.state == status::waiting) {
    bool missing = !inputs_there(id, record, time_.now());
    for (const std::string& path : specs_.inputs_of(*spec, record.nominal)) {
      // What was seen once counts, also when a rerun deleted it since.
      const bool seen = !may_come_back_.empty() && files_.first_seen(path) <= time_.now();
      if (files_.exists(path) || seen) continue;
      missing = true;
      if (!engine.watches(path)) blame(name_of(id) + " waits and nobody watches " + path);
    }
    if (!missing && !engine.alarm_set(id) && !engine.watches_for(id))
      blame(name_of(id) + " waits and nothing wakes it");
    if (!engine.alarm_set(id) && !engine.looking_for(id))
      blame(name_of(id) + " waits and its time-out is not set");
  } else if (queued) {
    quiet_queued(id, engine);
  } else if (record.state == status::ready) {
    int64_t busy = 0;
    for (const auto& [other, state] : actions_of(parent))
      busy +=
          state->state == status::submitted || state->state == status::running ||
          (state->state == status::ready && (is_quarantined(other) || is_queued(other, engine)));
    const auto* job = this->record<model::coordinator_record>(parent);
    const int64_t slots = concurrency_of(parent, *spec);
    if (slots >= 0 && busy >= slots) return;
    if (!is_suspended(job->state))
      blame(name_of(id) + " is READY, a slot is free: " + std::to_string(busy) + " of " +
            std::to_string(slots) + " are taken");
  } else if (!model::is_terminal(record.state)) {
    if (workflow == nullptr) return;  // said elsewhere
    const status wanted = workflow->state;
    if (record.state != wanted)
      blame(name_of(id) + " is " + std::string(model::name(record.state)) + ", its workflow is " +
            std::string(model::name(wanted)));
  } else if (workflow != nullptr && !model::is_terminal(workflow->state)) {
    blame(name_of(id) + " is terminal, its workflow lives");
  }
}

void auditor::quiet_workflow(const entity_id& id, const model::workflow_record& record,
                             const life& engine) {
  const auto definition = definition_of(id, record);
  if (!definition) return blame(name_of(id) + ": its definition cannot be understood");
  static const model::configuration none;
  const model::workflow_context in{id, ids_.text(id), *definition, none, model::lost_rule::rerun};
  bool open = false;
  for (const model::node_state& node : record.nodes) {
    const bool waits = node.state == model::node_status::user_retry ||
                       node.state == model::node_status::start_retry;
    if (waits && record.state == status::running) {
      open = true;
      if (!engine.alarm_set(id)) blame(name_of(id) + " waits for a retry and no alarm is set");
    }
    if (!node.open) continue;
    open = true;
    // A held run is over; a suspended job's file operations may wait for nothing.
    if (node.state == model::node_status::start_manual) continue;
    if (std::holds_alternative<model::child_plan>(node.plan)) continue;  // flow_children.cpp
    const std::string name = model::run_name(in, node);
    if (!machine_.under_way(name)) blame(name + " is open and nobody works on it");
  }
  if (record.state == status::running && !open)
    blame(name_of(id) + " is RUNNING and nothing of it is under way");
}

/// Why an entity that is not terminal may stay so; empty when it may not.
std::string auditor::reason_to_live(const entity_id& id) const {
  if (wounded_.contains(id.root)) return "something of its tree is quarantined";
  for (const auto& [other, record] : records_) {
    if (other.root != id.root) continue;
    const status state = model::state_of(record);
    if (rests(state)) return "a job of its tree is suspended or paused";
    if (other.kind == entity_kind::workflow && state == status::prep)
      return "a workflow of its tree was not started";
    if (other.kind != entity_kind::action || state != status::waiting) continue;
    const auto& action = std::get<model::action_record>(record);
    if (!inputs_there(other, action, time_.now())) return "an action of its tree waits for ever";
  }
  return {};
}

void auditor::at_rest(bool after_kills) {
  for (const auto& [id, record] : records_) {
    if (!lives(record) || quarantined_.contains(id)) continue;
    const std::string reason = after_kills ? "" : reason_to_live(id);
    if (reason.empty() && !(after_kills && is_wounded(id.root)))
      blame(name_of(id) + " is stuck in " + std::string(model::name(model::state_of(record))));
  }
}

}  // namespace foliot::sim

// What must hold when an action's record is written, and when a program is executed.
#include <algorithm>
#include <utility>

#include "model/coordinator.hpp"
#include "rehearsal/virtual_watches.hpp"
#include "tests/sim/auditor.hpp"

namespace foliot::sim {

namespace {

using model::status;

bool is_busy(status s) { return s == status::submitted || s == status::running; }

}  // namespace

void auditor::check_action(const entity_id& id, const model::action_record* old,
                           const model::action_record& next) {
  if (old == nullptr) return check_birth(id, next);
  const bool at_once = next.state == status::submitted;
  if (model::is_terminal(next.state)) at_once_.erase(id);
  if (model::is_terminal(old->state) && (at_once || next.state == status::waiting)) {
    if (at_once) at_once_.insert(id);
    return check_rerun(id, *old, next);
  }
  if (next.nominal != old->nominal || next.created != old->created)
    blame(name_of(id) + ": its nominal or creation time changed");
  if (old->workflow != 0 && next.workflow != old->workflow)
    blame(name_of(id) + ": its workflow changed");
  if (old->state == next.state) return;
  may_start_.erase(id);
  switch (next.state) {
    case status::ready: return check_ready(id, next);
    case status::timed_out:
    case status::skipped: return check_given_up(id, next);
    case status::running:
      if (old->state == status::suspended) ++resumed_[coordinator_of(id)];
      return;
    case status::succeeded: {
      const coordinator_spec* spec = spec_of(coordinator_of(id));
      const std::string output = spec ? specs_.output_of(*spec, next.nominal) : "";
      if (!output.empty() && !files_.exists(output) && !outputless_.contains(id))
        blame(name_of(id) + " SUCCEEDED and its output " + output + " is not there");
      return;
    }
    case status::submitted: {
      started(id);
      const coordinator_spec* spec = spec_of(coordinator_of(id));
      if (spec == nullptr) return;
      if (!end_moved(id) && spec->skip_from(id.number) < time_.now())
        blame(name_of(id) + " was started though it was to be skipped");
      const int64_t slots = slots_of(coordinator_of(id), *spec);
      if (slots < 0) return;
      int64_t busy = 1;
      for (const auto& [other, state] : actions_of(coordinator_of(id)))
        busy += other != id && is_busy(state->state) && !at_once_.contains(other);
      if (busy > slots + resumed_[coordinator_of(id)])
        blame(name_of(id) + ": " + std::to_string(busy) + " actions run, the concurrency is " +
              std::to_string(slots));
      return;
    }
    default: return;
  }
}

void auditor::check_rerun(const entity_id& id, const model::action_record& old,
                          const model::action_record& next) {
  if (next.nominal != old.nominal) blame(name_of(id) + ": a rerun changed its nominal time");
  if (next.workflow != 0) blame(name_of(id) + ": a rerun kept its workflow");
  const entity_id child{id.partition, entity_kind::workflow, 0, id.root, old.workflow};
  const auto* workflow = record<model::workflow_record>(child);
  if (workflow != nullptr && !model::is_terminal(workflow->state))
    blame(name_of(id) + " starts over and its workflow lives");
}

void auditor::check_birth(const entity_id& id, const model::action_record& born) {
  const coordinator_spec* spec = spec_of(coordinator_of(id));
  if (spec == nullptr) return;  // check_coordinator says so
  if (id.number > 1) {
    const auto known = actions_of(coordinator_of(id));
    const auto before = std::find_if(known.begin(), known.end(), [&](const auto& action) {
      return action.first.number + model::actions_in(*action.second, action.first.number) ==
             id.number;
    });
    if (before == known.end() && !is_gone(action_of(coordinator_of(id), id.number - 1)))
      blame(name_of(id) + " was born before its predecessor");
    else if (before != known.end() && before->second->nominal >= born.nominal)
      blame(name_of(id) + ": nominal times do not rise");
  }
  if (born.state == status::skipped) check_passed_over(id, born);
  const auto* job = record<model::coordinator_record>(coordinator_of(id));
  if (job != nullptr && born.nominal >= job->pause_at && born.state != status::skipped)
    blame(name_of(id) + " was made although its job is paused from " + date_text(job->pause_at));
  if (!end_moved(id) && id.number > spec->total())
    return blame(name_of(id) + ": there are only " + std::to_string(spec->total()) + " actions");
  if (born.nominal != spec->nominal(id.number))
    blame(name_of(id) + ": its nominal time is " + date_text(born.nominal) + " instead of " +
          date_text(spec->nominal(id.number)));
  if (born.nominal.ms > time_.now().ms + ms_per_hour)
    blame(name_of(id) + " was made more than an hour ahead");
}

/// Whether an order moved the end of its job, or may just be doing so.
bool auditor::end_moved(const entity_id& action) const {
  const auto* job = record<model::coordinator_record>(coordinator_of(action));
  return job != nullptr && job->end_changed != never;
}

/// A range that was passed over: all of it, and nothing that could still start.
void auditor::check_passed_over(const entity_id& id, const model::action_record& born) {
  const coordinator_spec* spec = spec_of(coordinator_of(id));
  const uint32_t last = id.number + model::actions_in(born, id.number) - 1;
  if (last > spec->total() && !end_moved(id))
    blame(name_of(id) + " passes over more than there is");
  if (!end_moved(id) && spec->skip_from(last) >= time_.now())
    blame(name_of(id) + " passes over @" + std::to_string(last) + " too early");
}

bool auditor::inputs_there(const entity_id& id, const model::action_record& next,
                           instant since) const {
  const coordinator_spec* spec = spec_of(coordinator_of(id));
  return spec == nullptr || specs_.inputs_suffice(*spec, next.nominal, model::actual_time(next),
                                                  [&](const std::string& path) {
                                                    return files_.first_seen(path) <= since;
                                                  });
}

int64_t auditor::concurrency_of(const entity_id& coordinator, const coordinator_spec& spec) const {
  const auto* job = record<model::coordinator_record>(coordinator);
  return job && job->concurrency_changed ? job->concurrency : spec.concurrency;
}

/// The most actions that may run at once, with what was given before it was lowered.
int64_t auditor::slots_of(const entity_id& coordinator, const coordinator_spec& spec) const {
  const int64_t now = concurrency_of(coordinator, spec);
  const auto before = lowered_.find(coordinator);
  if (now < 0 || before == lowered_.end()) return now;
  if (before->second.first != time_.now() && before->second.first != never) return now;
  return before->second.second < 0 ? -1 : std::max<int64_t>(now, before->second.second);
}

void auditor::check_ready(const entity_id& id, const model::action_record& next) {
  if (next.nominal > time_.now()) blame(name_of(id) + " is READY before its nominal time");
  const coordinator_spec* spec = spec_of(coordinator_of(id));
  if (spec == nullptr) return;
  for (const std::string& path : specs_.inputs_of(*spec, next.nominal))
    if (files_.first_seen(path) > time_.now())
      blame(name_of(id) + " is READY and " + path + " never was there");
  if (!inputs_there(id, next, time_.now()))
    blame(name_of(id) + " is READY and its open inputs never were there");
}

/// TIMEDOUT and SKIPPED, at their time and not before; data that is there wins.
void auditor::check_given_up(const entity_id& id, const model::action_record& next) {
  const coordinator_spec* spec = spec_of(coordinator_of(id));
  if (spec == nullptr) return;
  const instant now = time_.now();
  if (next.state == status::skipped) {
    const instant patience = spec->skip_from(id.number);
    if (end_moved(id)) return;  // it may have become the last one, or no more be it
    if (patience == never) return blame(name_of(id) + " was skipped and should not be");
    if (now <= patience) blame(name_of(id) + " was skipped too early");
    return;
  }
  const instant from = std::max(next.nominal, next.created);
  const instant deadline = plus_ms(from, (spec->timeout_minutes + 1) * ms_per_minute);
  if (now < deadline) blame(name_of(id) + " timed out too early");
  // A lost event is found by the next rescan; until then nobody can know.
  const bool still_there = specs_.inputs_suffice(
      *spec, next.nominal, model::actual_time(next),
      [&](const std::string& path) { return files_.exists(path); });  // a rerun may delete them
  if (still_there &&
      inputs_there(id, next, plus_ms(deadline, -2 * rehearsal::watch_client::rescan_ms)))
    blame(name_of(id) + " timed out though its inputs were there");
}

void auditor::executed(const exec::run_spec& spec) {
  if (!ran_.insert(spec.name).second) return blame(spec.name + " was executed twice");
  const size_t dot = spec.name.rfind('.');
  const auto wire = ids_.parse(spec.name.substr(0, dot));
  if (!wire || wire->kind != entity_kind::workflow) return blame(spec.name + " is nobody's run");
  const uint64_t attempt = std::strtoull(spec.name.c_str() + dot + 1, nullptr, 10);
  const auto owner = workflows_.find(wire->job);
  const auto* workflow =
      owner == workflows_.end() ? nullptr : record<model::workflow_record>(owner->second);
  if (workflow == nullptr) return blame(spec.name + " runs and its workflow is not on disk");
  const auto definition = definition_of(owner->second, *workflow);
  if (!definition) return blame(spec.name + ": its definition cannot be understood");
  const auto* node = model::find_node(*workflow, definition->find(wire->node));
  if (node == nullptr || !node->open || node->attempt < attempt)
    return blame(spec.name + " runs and its node's record is not on disk");
  const auto skips = skipped_.find(owner->second);
  if (skips != skipped_.end() && skips->second.contains(node->node))
    blame(spec.name + " runs and was to be skipped");
  flows_.executed(spec, owner->second, wire->node, attempt);
  check_inputs_of_run(spec, *workflow);
}

/// It runs below an action that may start.
void auditor::check_inputs_of_run(const exec::run_spec& spec,
                                  const model::workflow_record& workflow) {
  const model::workflow_record* top = &workflow;
  while (top != nullptr && top->parent.kind == entity_kind::workflow)
    top = record<model::workflow_record>(top->parent);
  const auto* action = top ? record<model::action_record>(top->parent) : nullptr;
  if (action == nullptr) return;
  if (action->state == status::waiting || action->state == status::ready)
    blame(spec.name + " runs and its action is not SUBMITTED");
  if (!inputs_there(top->parent, *action, time_.now()))
    blame(spec.name + " runs and an input is missing");
}

void auditor::accepted(const std::string& id) {
  const auto wire = ids_.parse(id);
  if (!wire) return blame("a submission was answered with " + id);
  for (const auto& [entity, record] : records_)
    if (entity.job == wire->job && entity.kind == wire->kind && entity.number == 0) return;
  if (buried_.contains(wire->job)) return;
  blame("the submission of " + id + " was answered and it is not on disk");
}

}  // namespace foliot::sim

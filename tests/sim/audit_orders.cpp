// What orders must do, and what they must not: reruns and outputs, retries, changes, suspensions.
#include <algorithm>
#include <string>
#include <variant>

#include "model/bundle_policy.hpp"
#include "tests/sim/auditor.hpp"

namespace foliot::sim {

namespace {

using model::status;

constexpr model::status_set held{status::suspended, status::suspended_with_error,
                                 status::prep_suspended};

}  // namespace

/// What the properties of a rerun say of its nodes.
auditor::rerun_ask auditor::ask_of(const std::map<std::string, std::string, std::less<>>& given) {
  rerun_ask out;
  out.failed_only = given.contains("oozie.wf.rerun.failnodes");
  const auto skip = given.find("oozie.wf.rerun.skip.nodes");
  std::string_view rest = skip == given.end() ? "" : std::string_view(skip->second);
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    out.skip.emplace(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return out;
}

void auditor::ordered(const entity_id& job, const model::order& what) {
  namespace orders = model::orders;
  flows_.ordered(job, what);
  note_suspension(job, what);
  if (const auto* rerun = std::get_if<orders::rerun>(&what)) {
    may_come_back_.insert(job.root);
    rerun_ways_[job.root].push_back(rerun->options);
    if (rerun->options.failed) failed_reruns_.insert(job.root);
  } else if (const auto* rerun_bundle = std::get_if<orders::rerun_bundle>(&what)) {
    may_come_back_.insert(job.root);
    rerun_ways_[job.root].push_back(rerun_bundle->options);
  } else if (const auto* again = std::get_if<orders::rerun_workflow>(&what)) {
    may_come_back_.insert(job.root);
    rerun_ways_[job.root].push_back({false, false, true});
    workflow_reruns_[job].push_back(ask_of(again->given));
    // The coordinator above goes on for it, whatever its bundle does.
    const auto* workflow = record<model::workflow_record>(job);
    while (workflow != nullptr && workflow->parent.kind == entity_kind::workflow)
      workflow = record<model::workflow_record>(workflow->parent);
    if (workflow != nullptr && workflow->parent.kind == entity_kind::action)
      by_hand_.insert(coordinator_of(workflow->parent));
  } else if (const auto* of_bundle = std::get_if<orders::change_bundle>(&what)) {
    if (of_bundle->values.find("endtime") != std::string::npos) may_come_back_.insert(job.root);
    last_change_.erase(job.root);
  } else if (const auto* change = std::get_if<orders::change>(&what)) {
    if (change->values.end || change->values.state) may_come_back_.insert(job.root);
    last_change_.insert_or_assign(job.root, std::pair{job, change->values});
  }
  if (job.kind == entity_kind::coordinator) by_hand_.insert(job);
}

/// Until somebody orders anything else of its tree; what a workflow below is ordered does not
/// count, but for a further run.
void auditor::note_suspension(const entity_id& job, const model::order& what) {
  const bool is_below = job.kind == entity_kind::workflow || job.kind == entity_kind::action;
  if (is_below && !std::holds_alternative<model::orders::rerun_workflow>(what)) return;
  if (std::holds_alternative<model::orders::suspend>(what)) {
    suspending_.insert(job);
    return;
  }
  const auto beside = [&](const entity_id& id) { return id.root == job.root; };
  std::erase_if(suspending_, beside);
  std::erase_if(suspended_, beside);
}

/// What was suspended by an order that was answered stays so.
void auditor::quiet_suspended() {
  std::erase_if(suspended_, [this](const entity_id& id) {
    return status_of(id) == status::none || model::is_terminal(status_of(id));
  });
  for (const entity_id& id : suspended_) {
    const status now = status_of(id);
    if (held.has(now) || is_wounded(id.root)) continue;
    blame(name_of(id) + " was suspended, and is " + std::string(model::name(now)) +
          " though nobody ordered anything else");
  }
}

void auditor::obeyed(const entity_id& job, const model::order& what,
                     const model::order_reply& reply) {
  const auto found = records_.find(job);
  const bool kills = std::holds_alternative<model::orders::kill>(what);
  if (found == records_.end()) {
    // An action that its job had taken away while it was quarantined goes with the kill.
    const bool goes = kills && job.kind == entity_kind::action && was_quarantined(job);
    return goes || is_gone(job) ? void() : blame("an order was obeyed by what is not on disk");
  }
  if (kills) {
    if (may_come_back_.contains(job.root)) return;  // a rerun may have followed at once
    if (!model::is_terminal(model::state_of(found->second)))
      blame("the kill of " + name_of(job) + " was answered and it is not terminal on disk");
  }
  const bool a_tree = job.kind == entity_kind::bundle || job.kind == entity_kind::coordinator;
  if (std::holds_alternative<model::orders::suspend>(what) && a_tree && reply.note.empty() &&
      suspending_.contains(job))
    suspended_.insert(job);
  const auto* change = std::get_if<model::orders::change>(&what);
  const auto last = last_change_.find(job.root);
  if (change == nullptr || last == last_change_.end() ||
      last->second != std::pair{job, change->values} || !reply.note.empty())
    return;
  const auto& record = std::get<model::coordinator_record>(found->second);
  const model::coordinator_change& values = change->values;
  if (values.concurrency && record.concurrency != *values.concurrency)
    blame("a new concurrency of " + name_of(job) + " was answered and is not on disk");
  if (values.pause && record.pause_at != *values.pause)
    blame("a new pause time of " + name_of(job) + " was answered and is not on disk");
  if (values.end && record.end_changed != *values.end)
    blame("a new end of " + name_of(job) + " was answered and is not on disk");
}

/// An action starts over: as somebody ordered, and what is to stay is remembered.
void auditor::check_rerun_event(const entity_id& action, const model::action_events::rerun& event) {
  const auto ways = rerun_ways_.find(action.root);
  const bool asked =
      ways != rerun_ways_.end() &&
      std::find(ways->second.begin(), ways->second.end(), event.options) != ways->second.end();
  if (!asked) blame(name_of(action) + " starts over in a way that nobody ordered");
  const auto* next = record<model::action_record>(action);
  if (next == nullptr) return;
  const bool cleans = !event.options.nocleanup && !event.options.failed;
  if ((next->extra && next->extra->cleaning) != cleans)
    blame(name_of(action) + (cleans ? " does not clean its outputs" : " cleans what shall stay"));
  kept_.erase(action);
  const coordinator_spec* spec = spec_of(coordinator_of(action));
  if (cleans || spec == nullptr) return;
  const std::string output = specs_.output_of(*spec, next->nominal);
  if (!output.empty() && files_.exists(output)) kept_[action].push_back(output);
}

void auditor::check_cleaned(const entity_id& action) {
  const coordinator_spec* spec = spec_of(coordinator_of(action));
  const auto* next = record<model::action_record>(action);
  if (spec == nullptr || next == nullptr || !spec->output) return;
  const dataset_spec& to = specs_.datasets[*spec->output];
  const auto instance = to.instance(next->nominal, 0);
  if (instance && files_.exists(to.path_of(*instance)))
    blame(name_of(action) + " has cleaned its outputs and " + to.path_of(*instance) + " is there");
}

/// It starts: nothing has touched what was to stay.
void auditor::check_kept(const entity_id& action) {
  const auto found = kept_.find(action);
  if (found == kept_.end()) return;
  for (const std::string& path : found->second)
    if (!files_.exists(path)) blame(name_of(action) + " has lost " + path + ", which was to stay");
  kept_.erase(found);
}

void auditor::check_retried(const entity_id& bundle, const model::bundle_events::retried& event) {
  may_come_back_.insert(bundle.root);
  std::erase_if(suspended_, [&](const entity_id& id) { return id.root == bundle.root; });
  const auto* record = this->record<model::bundle_record>(bundle);
  const app_spec* app = record ? specs_.app_named(record->name) : nullptr;
  if (app == nullptr) return;
  rerun_ways_[bundle.root].push_back({false, app->retry_keeps_outputs, false});
  if (event.members.empty()) return;
  if (++retried_[bundle] > app->retries_max)
    blame(name_of(bundle) + " tries again more often than " + std::to_string(app->retries_max) +
          " times");
  if (record->retries != retried_[bundle])
    blame(name_of(bundle) + " counts " + std::to_string(record->retries) + " retries of " +
          std::to_string(retried_[bundle]));
}

bool auditor::has_open_run(job_number root) const {
  return std::any_of(records_.begin(), records_.end(), [&](const auto& entry) {
    const auto* workflow = std::get_if<model::workflow_record>(&entry.second);
    if (workflow == nullptr || entry.first.root != root) return false;
    // One below another that runs again by itself is under way below one that has ended.
    if (workflow->parent.kind == entity_kind::workflow && lives(entry.second))
      return model::is_terminal(status_of(workflow->parent));
    return model::is_terminal(workflow->state) && !model::all_closed(*workflow);
  });
}

/// `coordinator` is about to have that record.
void auditor::lowered(const entity_id& coordinator, const model::coordinator_record& next) {
  const auto* old = record<model::coordinator_record>(coordinator);
  const coordinator_spec* spec = specs_.coordinator_named(next.name);
  // Suspended without an order: all its actions were.
  if (old != nullptr && held.has(next.state) && !held.has(old->state) && next.orders == old->orders)
    by_hand_.insert(coordinator);
  if (old == nullptr || spec == nullptr || !next.concurrency_changed) return;
  const int32_t before = old->concurrency_changed ? old->concurrency : spec->concurrency;
  if (before == next.concurrency) return;
  const auto known = lowered_.find(coordinator);
  // Who has a slot and waits for a limit of starts keeps it.
  const int32_t most = known == lowered_.end() || !is_governed(coordinator.root) || before < 0
                           ? before
                       : known->second.second < 0 ? -1
                                                  : std::max(before, known->second.second);
  lowered_[coordinator] = {is_governed(coordinator.root) ? never : time_.now(), most};
}

/// What a bundle has been ordered holds for its coordinators, but for those that got orders of
/// their own.
void auditor::quiet_members(const entity_id& id, const model::bundle_record& record) {
  const app_spec* app = specs_.app_named(record.name);
  const bool by_error =
      std::any_of(record.members.begin(), record.members.end(),
                  [](const model::bundle_member& member) { return member.erred; });
  for (const model::bundle_member& member : record.members) {
    const entity_id child{id.partition, entity_kind::coordinator, 0, id.root, member.coordinator};
    const auto* job = this->record<model::coordinator_record>(child);
    if (job == nullptr || model::is_terminal(record.state)) continue;
    if (app != nullptr && app->pause_on_error && model::is_error(job->state) && !member.erred &&
        !member.pending && !may_come_back_.contains(id.root))
      blame(name_of(child) + " is in error and does not hold its bundle");
    if (model::is_terminal(job->state) || by_hand_.contains(child)) continue;
    const auto actions = actions_of(child);
    // A change that would take away what has started is refused.
    const bool beyond = std::any_of(actions.begin(), actions.end(), [&](const auto& action) {
      return action.second->nominal >= record.pause_at;
    });
    const bool as_bundle = job->pause_at == record.pause_at ||
                           (by_error && job->pause_at == plus_ms(record.pause_at, 1));
    if (!as_bundle && !beyond && !may_come_back_.contains(id.root))
      blame(name_of(child) + " does not have the pause time of its bundle");
    if (record.suspended && held.has(record.state) && !held.has(job->state))
      blame(name_of(child) + " goes on in a suspended bundle");
    if (!held.has(record.state) && held.has(job->state) && !may_come_back_.contains(id.root))
      blame(name_of(child) + " is suspended and its bundle is not");
  }
}

}  // namespace foliot::sim

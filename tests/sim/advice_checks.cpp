// Whether an answer of `why` is true: against the records and the files, and against what the
// entity does next.
#include <algorithm>
#include <set>

#include "base/local_path.hpp"
#include "tests/sim/advisor.hpp"

namespace foliot::sim {

namespace {

using model::reason_kind;
using model::remedy_kind;
using model::status;

constexpr model::status_set held{status::suspended, status::suspended_with_error,
                                 status::prep_suspended};
constexpr model::status_set paused{status::paused, status::paused_with_error, status::prep_paused};

/// A node that has not ended and that no reason speaks of; empty: there is none.
std::string left_out(const auditor& audit, const entity_id& id,
                     const std::vector<model::reason>& answer) {
  const auto* record = audit.record<model::workflow_record>(id);
  const auto definition = record ? audit.definition_of(id, *record) : nullptr;
  if (!definition || answer.size() >= 2 * model::reasons_listed_max) return {};
  for (const model::node_state& state : record->nodes) {
    const std::string& name = definition->nodes[state.node].name;
    const bool named = std::any_of(answer.begin(), answer.end(), [&](const model::reason& one) {
      return one.what.find("'" + name + "'") != std::string::npos;
    });
    if (!named && !model::is_ended(state.state)) return name;
  }
  return {};
}

bool is_busy(status s) { return s == status::submitted || s == status::running; }

}  // namespace

void advisor::check(const life& engine, const entity_id& id, const reasons& answer, bool calm) {
  const std::string who = auditor_.name_of(id);
  const bool sound = !auditor_.is_wounded(id.root);
  if (answer.empty()) return auditor_.blame(who + " lives and has no answer");
  if (auditor_.is_quarantined(id) && answer.front().kind != reason_kind::quarantine)
    auditor_.blame(who + " is quarantined and its answer does not say so");
  if (!sound) return;
  const std::string silent = left_out(auditor_, id, answer);
  if (!silent.empty()) auditor_.blame(who + ": its answer does not speak of node " + silent);
  for (const model::reason& one : answer) {
    if (one.what.empty() || one.wakes.empty())
      auditor_.blame(who + ": a reason does not say what, or what wakes it: " + one.what);
    if (one.since.ms <= 0 || one.since > time_.now())
      auditor_.blame(who + ": since when is not told: " + one.what);
    const bool waits = auditor_.status_of(id) == status::waiting;
    const bool about_to =
        one.kind == reason_kind::step || (one.kind == reason_kind::slot && one.holders.empty());
    // Only the news of a file may have got lost, until everything is looked at again.
    if (about_to && !waits && calm) auditor_.blame(who + " " + one.what + ", and nothing happens");
    check_facts(engine, id, one);
  }
}

void advisor::check_facts(const life& engine, const entity_id& id, const model::reason& one) {
  const auto wrong = [&](const std::string& why) {
    auditor_.blame(auditor_.name_of(id) + " " + one.what + ": " + why);
  };
  if (one.kind == reason_kind::slot) return check_slot(engine, id, one);
  const auto* action = auditor_.record<model::action_record>(id);
  const bool goes_on = action != nullptr && action->state == status::waiting && !action->held;
  if (one.kind == reason_kind::parent && goes_on) wrong("it is not held and goes on");
  if (one.kind == reason_kind::input)
    for (const std::string& uri : one.uris)
      if (files_.exists(local_path(uri).value_or(uri))) wrong(uri + " is there");
  if (one.kind == reason_kind::clock && (one.until == never || one.until < time_.now()))
    wrong("that time is over");
  // After a start of the engine what is overdue rings before time goes on.
  const bool rings = engine.next_timer() <= time_.now();
  if (one.kind == reason_kind::retry && one.until < time_.now() && !rings)
    wrong("that time is over");
  const bool held_retry = one.kind == reason_kind::retry && one.until == never;
  if (held_retry && auditor_.status_of(id) != status::suspended) wrong("nobody knows when");
  if (one.act == remedy_kind::resume && one.node.empty() &&
      !held.has(auditor_.status_of(one.target)))
    wrong("the job to be resumed is not suspended");
  if (one.act == remedy_kind::reset_pause) {
    const auto* job = auditor_.record<model::coordinator_record>(one.target);
    if (!paused.has(auditor_.status_of(one.target)) && (job == nullptr || job->pause_at == never))
      wrong("there is no pause time");
  }
  if (one.act == remedy_kind::ask)
    for (const entity_id& each : one.holders) {
      const auto* workflow = auditor_.record<model::workflow_record>(each);
      const bool dying = workflow != nullptr && !model::all_closed(*workflow);
      if (!dying && model::is_terminal(auditor_.status_of(each)))
        wrong(auditor_.name_of(each) + " does not live");
    }
}

/// Exactly those that hold a slot, also while they wait for a limit of starts, and the concurrency
/// that suffices.
void advisor::check_slot(const life& engine, const entity_id& id, const model::reason& one) {
  std::set<entity_id> busy;
  for (const auto& [other, record] : auditor_.records())
    if (other.kind == entity_kind::action && coordinator_of(other) == coordinator_of(id) &&
        (is_busy(model::state_of(record)) || auditor::is_queued(other, engine)))
      busy.insert(other);
  const std::set<entity_id> named(one.holders.begin(), one.holders.end());
  if (named != busy && busy.size() <= model::reasons_listed_max)
    auditor_.blame(auditor_.name_of(id) + " " + one.what + ", and " + std::to_string(busy.size()) +
                   " others run");
}

/// Whether what was waited for is not so any more.
bool advisor::ceased(const entity_id& id, const model::reason& one) const {
  const instant now = time_.now();
  const auto seen = [&](const std::string& uri) {
    return files_.first_seen(local_path(uri).value_or(uri)) <= now;
  };
  switch (one.kind) {
    case reason_kind::clock:
    case reason_kind::retry: return one.until <= now;
    case reason_kind::input:
      return one.uris.empty() || one.until <= now ||
             std::any_of(one.uris.begin(), one.uris.end(), seen);
    case reason_kind::parent:
    case reason_kind::held: return !held.has(auditor_.status_of(one.target));
    case reason_kind::slot: {
      if (one.holders.empty()) return true;
      const auto* job = auditor_.record<model::coordinator_record>(one.target);
      int64_t busy = 0;
      for (const entity_id& each : one.holders)
        busy += each != id && is_busy(auditor_.status_of(each)) && !auditor_.runs_at_once(each);
      const auto* spec = auditor_.spec_of(one.target);
      const int64_t slots = spec == nullptr ? -1 : auditor_.slots_of(one.target, *spec);
      return job == nullptr || slots < 0 || busy < slots;
    }
    default: return true;
  }
}

void advisor::moved_action(const entity_id& id, const reasons& answer, status from,
                           const model::action_record& after) {
  if (after.state == status::timed_out || after.state == status::skipped) {
    const auto* job = auditor_.record<model::coordinator_record>(coordinator_of(id));
    const bool told = std::any_of(answer.begin(), answer.end(), [&](const model::reason& one) {
      return one.otherwise <= time_.now() || one.kind == reason_kind::step ||
             one.kind == reason_kind::cleanup || one.kind == reason_kind::parent;
    });
    if (!told && job != nullptr && job->end_changed == never)
      auditor_.blame(auditor_.name_of(id) + " became " + std::string(model::name(after.state)) +
                     " and its answer did not say when");
    return;
  }
  if (!(from == status::waiting && after.state == status::ready) &&
      !(from == status::ready && after.state == status::submitted))
    return;
  for (const model::reason& one : answer)
    if (!ceased(id, one))
      auditor_.blame(auditor_.name_of(id) + " became " + std::string(model::name(after.state)) +
                     " although it " + one.what);
}

void advisor::moved(const entity_id& id, const model::any_record* before,
                    const model::any_record& after) {
  const auto found = answers_.find(id);
  if (found == answers_.end() || before == nullptr || auditor_.is_wounded(id.root)) return;
  const status from = model::state_of(*before);
  const status to = model::state_of(after);
  if (const auto* action = std::get_if<model::action_record>(&after)) {
    if (from == to) return;
    moved_action(id, found->second, from, *action);
  } else if (const auto* job = std::get_if<model::coordinator_record>(&after)) {
    const auto& old = std::get<model::coordinator_record>(*before);
    if (job->actions <= old.actions && from == to) return;
    for (const model::reason& one : found->second)
      if (job->actions > old.actions && one.kind == reason_kind::clock &&
          old.end_changed == job->end_changed && one.until > time_.now())
        auditor_.blame(auditor_.name_of(id) + " made an action although " + one.what);
  } else if (from == to) {
    return;
  }
  answers_.erase(found);
}

}  // namespace foliot::sim

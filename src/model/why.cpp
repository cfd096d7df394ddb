#include "model/why.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "model/aggregate.hpp"
#include "model/bundle_policy.hpp"
#include "model/tables.hpp"
#include "model/why_parts.hpp"

namespace foliot::model {
namespace {

std::string quoted(const std::string& text) { return "'" + text + "'"; }

// -- bundle ---------------------------------------------------------------------------------------

std::string member_name(const bundle_context& context, const bundle_member& member) {
  const auto& children = context.definition.coordinators;
  return member.index < children.size() ? quoted(children[member.index].name) : "(unknown)";
}

void add_members(const bundle_context& context, const bundle_record& record,
                 const bundle_facts& facts, std::vector<reason>& out) {
  size_t listed = 0;
  size_t left_out = 0;
  for (size_t i = 0; i < record.members.size(); ++i) {
    const bundle_member& member = record.members[i];
    const status state = i < facts.members.size() ? facts.members[i] : status::none;
    if (member.refused || (member.created && is_terminal(state))) continue;
    if (listed == reasons_listed_max) {
      ++left_out;
      continue;
    }
    ++listed;
    const std::string who = "coordinator " + member_name(context, member);
    const bool goes_on =
        record.state == status::running || record.state == status::running_with_error;
    if (!member.created && !goes_on)
      out.push_back({"held", "does not start " + who + " before it goes on", record.since,
                     "its going on", "Resume it, or reset its pause time"});
    else if (!member.created)
      out.push_back({"loading", "waits until the application of " + who + " is read", record.since,
                     "the answer of the file system", ""});
    else
      out.push_back({"children",
                     "waits for " + who +
                         (state == status::none ? "" : ", which is " + std::string(name(state))),
                     record.since, "its end", "Ask why that coordinator is not finished"});
  }
  if (left_out > 0)
    out.push_back({"children", "waits for " + std::to_string(left_out) + " more coordinators",
                   record.since, "their end", ""});
}

void add_pause(const bundle_context& context, const bundle_record& record,
               std::vector<reason>& out) {
  constexpr status_set paused{status::paused, status::paused_with_error, status::prep_paused};
  if (!paused.has(record.state)) return add_held(record.state, record.since, out);
  std::string what = record.pause_at == never
                         ? "is paused, since all its coordinators are"
                         : "is paused since its pause time " + at_text(record.pause_at);
  for (const bundle_member& member : record.members)
    if (member.erred)
      what += "; coordinator " + member_name(context, member) + " went into error, which pauses it";
  out.push_back({"paused", std::move(what), record.since, "a new pause time",
                 "Reset the pause time: foliot job -change ID -value pausetime="});
}

void add_retry(const bundle_context& context, const bundle_record& record,
               const bundle_facts& facts, instant now, std::vector<reason>& out) {
  if (record.recovery_void)
    out.push_back({"run", "its recovery workflow " + facts.recovery_id + " is being killed",
                   record.modified, "its end", ""});
  if (record.retry_at == never) return;
  const auto policy = policy_of(context.definition, record.reading);
  const std::string which = "ended with errors; retry " + std::to_string(record.retries + 1) +
                            " of " + std::to_string(policy ? policy->retry_max : 0);
  const std::string remedy = "Rerun it to try now, kill it to give the retry up";
  const bool recovers = policy && !policy->recovery_path.empty();
  if (record.retry_at > now || !recovers)
    out.push_back({"retry",
                   which + " comes at " + at_text(record.retry_at) +
                       (recovers ? ", after the recovery workflow " + policy->recovery_path : ""),
                   record.since, "the clock", remedy});
  else
    out.push_back({"run",
                   which + " waits for its recovery workflow " +
                       (record.recovery_void || facts.recovery_id.empty() ? policy->recovery_path
                                                                          : facts.recovery_id),
                   record.modified, "its success", remedy});
}

void add_orders(const bundle_context& context, const bundle_record& record,
                std::vector<reason>& out) {
  for (const bundle_member& member : record.members) {
    if (!member.pending) continue;
    std::string orders;
    for (member_order kind : {member_order::state, member_order::change, member_order::rerun}) {
      const bool owed_before_serials =
          kind == member_order::state && member.change_order == 0 && member.rerun_order == 0;
      if (unconfirmed(member, kind) == 0 && !owed_before_serials) continue;
      orders +=
          (orders.empty() ? "" : ", ") + std::string(order_name(order_to(record, member, kind)));
    }
    out.push_back({"order",
                   "coordinator " + member_name(context, member) +
                       " has not confirmed its order yet: " + orders,
                   record.modified, "its answer", ""});
  }
}

// -- coordinator ----------------------------------------------------------------------------------

uint32_t count_of(const child_counts& counts, status s) {
  return counts.of[static_cast<size_t>(s)];
}

void add_unfinished(const coordinator_record& record, const child_counts& counts,
                    std::vector<reason>& out) {
  std::string parts;
  for (status s :
       {status::waiting, status::ready, status::submitted, status::running, status::suspended}) {
    const uint32_t count = count_of(counts, s);
    if (count == 0) continue;
    if (!parts.empty()) parts += ", ";
    parts += std::to_string(count) + " " + std::string(name(s));
  }
  if (parts.empty()) return;
  out.push_back({"children", "waits for its actions: " + parts, record.since, "their end",
                 "Ask why one of them is not finished"});
}

void add_next_action(const coordinator_context& context, const coordinator_record& record,
                     const coordinator_facts& facts, instant now, std::vector<reason>& out) {
  if (record.done || is_terminal(record.state)) return;
  const timetable plan = timetable_of(context.definition, record);
  const materialisation ahead = materialise(plan, mark_of(record), materialise_until(now), 1);
  const std::string next = "action @" + std::to_string(record.actions + 1);
  const instant nominal = ahead.nominal.empty() ? ahead.next : ahead.nominal.front();
  if (!ahead.done && nominal != never && nominal >= record.pause_at) {
    out.push_back({"paused",
                   next + " for " + at_text(nominal) + " is not made: the job's pause time is " +
                       at_text(record.pause_at),
                   record.modified, "a new pause time", "Reset the pause time of the job"});
    return;
  }
  if (ahead.nominal.empty() && !ahead.done) {
    const instant at = materialise_at(ahead.next);
    out.push_back({"clock", next + " for " + at_text(ahead.next) + " is made at " + at_text(at),
                   record.since, "the clock", ""});
    return;
  }
  if (ahead.nominal.empty()) return;
  const uint32_t waiting = count_of(facts.actions, status::waiting);
  if (context.definition.throttle > 0 &&
      waiting >= static_cast<uint32_t>(context.definition.throttle))
    out.push_back({"throttle",
                   next + " for " + at_text(ahead.nominal.front()) + " is not made: " +
                       std::to_string(waiting) + " actions are WAITING and throttle is " +
                       std::to_string(context.definition.throttle),
                   record.since, "an action that leaves WAITING", "Raise <throttle>"});
}

// -- action ---------------------------------------------------------------------------------------

/// Inputs that depend on which data is there.
void add_open_inputs(const action_record& record, const action_facts& facts, bool others_missing,
                     std::vector<reason>& out) {
  if (!facts.open_why.empty()) {
    std::string wakes = "the creation of what is missing";
    if (facts.open_again != never) wakes += ", or the clock at " + at_text(facts.open_again);
    out.push_back({"input", "waits for data: " + facts.open_why, record.created, std::move(wakes),
                   "Find out what should have written it, or create it"});
  } else if (others_missing) {
    out.push_back({"input", "looks for " + facts.open + " when all else is there", record.created,
                   "its other inputs", ""});
  }
}

void add_inputs(const action_record& record, const action_facts& facts, std::vector<reason>& out) {
  if (!facts.dependencies_error.empty()) {
    out.push_back({"input", "cannot name its inputs: " + facts.dependencies_error, record.created,
                   "nothing", "Correct the coordinator's input events and submit it again"});
    return;
  }
  size_t listed = 0;
  size_t left_out = 0;
  for (const dependency_fact& dependency : facts.dependencies) {
    if (dependency.exists) continue;
    if (listed == reasons_listed_max) {
      ++left_out;
      continue;
    }
    ++listed;
    out.push_back({"input", "waits for " + dependency.uri, record.created, "its creation",
                   "Find out what should have written it, or create it"});
  }
  if (left_out > 0)
    out.push_back({"input", "waits for " + std::to_string(left_out) + " more inputs",
                   record.created, "their creation", ""});
  if (!facts.open.empty()) add_open_inputs(record, facts, listed > 0, out);
}

void add_waiting(const action_context& context, const action_record& record,
                 const action_facts& facts, instant now, std::vector<reason>& out) {
  if (record.extra && record.extra->cleaning) {
    out.push_back({"cleanup", "the outputs of its run before are being deleted", record.modified,
                   "their deletion", "See in the log whether something forbids it"});
    return;
  }
  if (record.nominal > now)
    out.push_back({"clock", "its nominal time " + at_text(record.nominal) + " lies ahead",
                   record.created, "the clock", ""});
  const size_t before = out.size();
  add_inputs(record, facts, out);
  if (out.size() > before && facts.dependencies_error.empty()) {
    const instant deadline = timeout_at(context.definition, record.nominal, record.created);
    if (deadline != never) out.back().wakes += ", or the time-out at " + at_text(deadline);
  }
}

void add_governor(const action_record& record, const start_place& place, std::vector<reason>& out) {
  const std::string limit = std::to_string(place.limit.per_minute) + " starts a minute";
  out.push_back({"governor",
                 "waits for the governor: place " + std::to_string(place.place) + " of " +
                     std::to_string(place.of) + ", about " + at_text(place.about) + "; " +
                     (place.own_limit ? "its own limit is " : "the limit is ") + limit,
                 record.modified, "the starts before it, or the clock",
                 place.own_limit ? "Wait, or submit with a higher foliot.starts.per.minute"
                                 : "Wait, give the job a higher foliot.priority, or raise "
                                   "starts_per_minute of the server"});
}

void add_slot(const action_record& record, const action_facts& facts, std::vector<reason>& out) {
  if (facts.governor) return add_governor(record, *facts.governor, out);
  const int32_t slots = facts.concurrency;
  if (slots >= 0 && facts.slot_holders.size() >= static_cast<size_t>(slots)) {
    std::string what = "waits for a slot: concurrency is " + std::to_string(slots);
    if (!facts.slot_holders.empty()) what += ", taken by " + numbers_text(facts.slot_holders);
    const size_t others = facts.ready.size() > 1 ? facts.ready.size() - 1 : 0;
    if (others > 0) what += "; " + std::to_string(others) + " more are READY";
    out.push_back({"slot", std::move(what), record.modified, "the end of one of them",
                   "Raise <concurrency>, or kill what takes the slot"});
    return;
  }
  out.push_back(
      {"slot", "is about to get a slot", record.modified, "the coordinator's next step", ""});
}

void add_run(const action_record& record, const action_facts& facts, std::string_view verb,
             std::vector<reason>& out) {
  std::string who = facts.workflow_id.empty() ? "its workflow" : "workflow " + facts.workflow_id;
  out.push_back({"run", std::string(verb) + " " + who, record.modified, "its end",
                 "Ask why that workflow is not finished"});
}

void add_parent(const action_record& record, const action_facts& facts, std::vector<reason>& out) {
  constexpr status_set holding{status::suspended, status::suspended_with_error,
                               status::prep_suspended};
  if (holding.has(facts.coordinator))
    out.push_back({"parent", "its coordinator is " + std::string(name(facts.coordinator)),
                   record.modified, "a resume order", "Resume the coordinator"});
}

}  // namespace

std::vector<reason> why(const bundle_context& context, const bundle_record& record,
                        const bundle_facts& facts, instant now) {
  std::vector<reason> out;
  if (record.version == 0) return out;
  add_quarantine(facts.quarantine, out);
  add_pause(context, record, out);
  add_retry(context, record, facts, now, out);
  if (record.state == status::prep) {
    const std::optional<instant> kick_off = context.definition.kick_off;
    if (kick_off && *kick_off > now)
      out.push_back({"clock", "its kick-off time " + at_text(*kick_off) + " lies ahead",
                     record.since, "the clock", "Start the job to run it now"});
  } else if (active_statuses.has(record.state)) {
    add_members(context, record, facts, out);
  }
  add_orders(context, record, out);
  if (out.empty() && !is_terminal(record.state))
    add_step(record.state == status::prep ? "is about to start" : "is about to end", record.since,
             out);
  return out;
}

std::vector<reason> why(const coordinator_context& context, const coordinator_record& record,
                        const coordinator_facts& facts, instant now) {
  std::vector<reason> out;
  if (record.version == 0) return out;
  add_quarantine(facts.quarantine, out);
  add_held(record.state, record.since, out);
  add_next_action(context, record, facts, now, out);
  if (!is_terminal(record.state)) add_unfinished(record, facts.actions, out);
  if (record.pending)
    out.push_back({"order", "some action has not confirmed its order yet", record.modified,
                   "its answer", ""});
  if (out.empty() && !is_terminal(record.state))
    add_step(record.done ? "is about to end" : "is about to make its next action", record.since,
             out);
  return out;
}

std::vector<reason> why(const action_context& context, const action_record& record,
                        const action_facts& facts, instant now) {
  std::vector<reason> out;
  if (record.version == 0) return out;
  add_quarantine(facts.quarantine, out);
  switch (record.state) {
    case status::waiting:
      add_parent(record, facts, out);
      add_waiting(context, record, facts, now, out);
      break;
    case status::ready:
      add_parent(record, facts, out);
      add_slot(record, facts, out);
      break;
    case status::submitted: add_run(record, facts, "waits for the first step of", out); break;
    case status::running: add_run(record, facts, "waits for", out); break;
    case status::suspended:
      out.push_back({"held", "its workflow is suspended", record.modified, "a resume order",
                     "Resume " + (facts.workflow_id.empty() ? std::string("its workflow")
                                                            : "workflow " + facts.workflow_id)});
      break;
    default:
      if (record.pending) add_run(record, facts, "was killed and waits for the end of", out);
      break;
  }
  if (out.empty() && !is_terminal(record.state))
    add_step("all its inputs are there; it is about to be READY", record.modified, out);
  return out;
}

}  // namespace foliot::model

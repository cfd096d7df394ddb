#include "model/why.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "model/aggregate.hpp"
#include "model/tables.hpp"
#include "model/why_parts.hpp"

namespace foliot::model {
namespace {

std::vector<entity_id> actions_below(const entity_id& coordinator,
                                     const std::vector<uint32_t>& numbers) {
  std::vector<entity_id> out;
  for (size_t i = 0; i < std::min(numbers.size(), reasons_listed_max); ++i)
    out.push_back(action_of(coordinator, numbers[i]));
  return out;
}

entity_id workflow_below(const entity_id& action, const action_record& record) {
  return {action.partition, entity_kind::workflow, 0, action.root, record.workflow};
}

// -- coordinator ----------------------------------------------------------------------------------

uint32_t count_of(const child_counts& counts, status s) {
  return counts.of[static_cast<size_t>(s)];
}

void add_unfinished(const coordinator_context& context, const coordinator_record& record,
                    const coordinator_facts& facts, std::vector<reason>& out) {
  const child_counts& counts = facts.actions;
  std::string parts;
  for (status s :
       {status::waiting, status::ready, status::submitted, status::running, status::suspended}) {
    const uint32_t count = count_of(counts, s);
    if (count == 0) continue;
    if (!parts.empty()) parts += ", ";
    parts += std::to_string(count) + " " + std::string(name(s));
  }
  if (parts.empty()) return;
  if (!facts.unfinished.empty()) parts += "; the first is " + numbers_text({facts.unfinished[0]});
  ask(add(out, reason_kind::children, "waits for its actions: " + parts, record.since, "their end",
          "Ask why one of them is not finished"),
      actions_below(context.self, facts.unfinished));
}

void add_next_action(const coordinator_context& context, const coordinator_record& record,
                     const coordinator_facts& facts, instant now, std::vector<reason>& out) {
  if (record.done || is_terminal(record.state)) return;
  const timetable plan = timetable_of(context.definition, record);
  const materialisation ahead = materialise(plan, mark_of(record), materialise_until(now), 1);
  const std::string next = "action @" + std::to_string(record.actions + 1);
  const instant nominal = ahead.nominal.empty() ? ahead.next : ahead.nominal.front();
  if (nominal != never && nominal >= record.pause_at) {
    reason& made = add(out, reason_kind::paused,
                       next + " for " + at_text(nominal) +
                           " is not made: the job's pause time is " + at_text(record.pause_at),
                       record.modified, "a new pause time",
                       "Reset the pause time: foliot change ID pausetime=");
    made.act = remedy_kind::reset_pause;
    made.target = context.self;
    return;
  }
  if (ahead.nominal.empty() && !ahead.done) {
    const instant at = materialise_at(ahead.next);
    add(out, reason_kind::clock,
        next + " for " + at_text(ahead.next) + " is made at " + at_text(at), record.since,
        "the clock", "")
        .until = at;
    return;
  }
  if (ahead.nominal.empty()) return;
  if (facts.safe_mode) {
    add(out, reason_kind::space,
        next + " for " + at_text(ahead.nominal.front()) +
            " is not made: the engine is in safe mode, its disk has too little free space",
        record.since, "free space on the engine's disk, within a minute",
        "Free space on the disk of the data directory");
    return;
  }
  const uint32_t waiting = count_of(facts.actions, status::waiting);
  if (context.definition.throttle > 0 &&
      waiting >= static_cast<uint32_t>(context.definition.throttle))
    ask(add(out, reason_kind::throttle,
            next + " for " + at_text(ahead.nominal.front()) + " is not made: " +
                std::to_string(waiting) + " actions are WAITING and throttle is " +
                std::to_string(context.definition.throttle),
            record.since, "an action that leaves WAITING",
            "Ask why one of them waits; a larger <throttle> holds for a new submission"),
        actions_below(context.self, facts.waiting));
}

// -- action ---------------------------------------------------------------------------------------

/// Inputs that depend on which data is there.
void add_open_inputs(const action_record& record, const action_facts& facts, bool others_missing,
                     bool too_early, std::vector<reason>& out) {
  if (!facts.open_why.empty()) {
    std::string wakes = "the creation of what is missing";
    if (facts.open_again != never) wakes += ", or the clock at " + at_text(facts.open_again);
    reason& made = add(out, reason_kind::input, "waits for data: " + facts.open_why, record.created,
                       std::move(wakes), "Find out what should have written it, or create it");
    made.act = remedy_kind::create;
    made.uris = facts.open_absent;
    made.until = facts.open_again;
  } else if (others_missing) {
    add(out, reason_kind::input, "looks for " + facts.open + " when all else is there",
        record.created, "its other inputs", "");
  } else if (too_early) {
    add(out, reason_kind::input, "looks for " + facts.open + " from its nominal time on",
        record.created, "the clock", "");
  }
}

void add_inputs(const action_record& record, const action_facts& facts, instant now,
                std::vector<reason>& out) {
  if (!facts.dependencies_error.empty()) {
    add(out, reason_kind::input, "cannot name its inputs: " + facts.dependencies_error,
        record.created, "nothing", "Correct the coordinator's input events and submit it again");
    return;
  }
  size_t listed = 0;
  std::vector<std::string> left_out;
  for (const dependency_fact& dependency : facts.dependencies) {
    if (dependency.exists) continue;
    if (listed == reasons_listed_max) {
      left_out.push_back(dependency.uri);
      continue;
    }
    ++listed;
    reason& made = add(out, reason_kind::input, "waits for " + dependency.uri, record.created,
                       "its creation", "Find out what should have written it, or create it");
    made.act = remedy_kind::create;
    made.uris = {dependency.uri};
  }
  if (!left_out.empty()) {
    reason& made = add(out, reason_kind::input,
                       "waits for " + std::to_string(left_out.size()) + " more inputs",
                       record.created, "their creation", "");
    made.act = remedy_kind::create;
    made.uris = std::move(left_out);
  }
  if (!facts.open.empty()) add_open_inputs(record, facts, listed > 0, record.nominal > now, out);
}

void add_waiting(const action_context& context, const action_record& record,
                 const action_facts& facts, instant now, std::vector<reason>& out) {
  if (record.extra && record.extra->cleaning) {
    add(out, reason_kind::cleanup, "the outputs of its run before are being deleted",
        record.modified, "their deletion", "See in the log whether something forbids it");
    return;
  }
  if (record.nominal > now)
    add(out, reason_kind::clock, "its nominal time " + at_text(record.nominal) + " lies ahead",
        record.created, "the clock", "")
        .until = record.nominal;
  const size_t before = out.size();
  add_inputs(record, facts, now, out);
  if (out.size() > before && facts.dependencies_error.empty()) {
    const instant deadline = timeout_at(context.definition, record.nominal, record.created);
    if (deadline != never) out.back().wakes += ", or the time-out at " + at_text(deadline);
    out.back().otherwise = deadline;
  }
}

/// LAST_ONLY and NONE pass over what has not started in time.
void add_patience(const action_context& context, const action_record& record,
                  std::vector<reason>& out) {
  const instant skip =
      skip_at({context.definition, context.job_end}, context.self.number, record.nominal);
  if (skip == never || out.empty() || record.held) return;
  out.back().wakes += ", or its being passed over from " + at_text(skip) + " on";
  out.back().otherwise = std::min(out.back().otherwise, skip);
}

void add_governor(const action_record& record, const start_place& place, std::vector<reason>& out) {
  const std::string limit = std::to_string(place.limit.per_minute) + " starts a minute";
  add(out, reason_kind::governor,
      "waits for the governor: place " + std::to_string(place.place) + " of " +
          std::to_string(place.of) + ", about " + at_text(place.about) + "; " +
          (place.own_limit ? "its own limit is " : "the limit is ") + limit,
      record.modified, "the starts before it, or the clock",
      place.own_limit ? "Wait, or submit with a higher foliot.starts.per.minute"
                      : "Wait, give the job a higher foliot.priority, or raise "
                        "starts_per_minute of the server")
      .until = place.about;
}

void add_slot(const action_context& context, const action_record& record, const action_facts& facts,
              std::vector<reason>& out) {
  if (facts.governor) return add_governor(record, *facts.governor, out);
  const int32_t slots = facts.concurrency;
  if (slots >= 0 && facts.slot_holders.size() >= static_cast<size_t>(slots)) {
    std::string what = "waits for a slot: concurrency is " + std::to_string(slots);
    if (!facts.slot_holders.empty()) what += ", taken by " + numbers_text(facts.slot_holders);
    const size_t others = facts.ready.size() > 1 ? facts.ready.size() - 1 : 0;
    if (others > 0) what += "; " + std::to_string(others) + " more are READY";
    const size_t enough = facts.slot_holders.size() + std::max<size_t>(1, facts.ready.size());
    reason& made = add(
        out, reason_kind::slot, std::move(what), record.modified, "the end of one of them",
        "Ask why they are not finished, or raise the concurrency: foliot change ID concurrency=" +
            std::to_string(enough));
    made.act = remedy_kind::raise_concurrency;
    made.target = coordinator_of(context.self);
    made.number = static_cast<int32_t>(enough);
    made.holders = actions_below(made.target, facts.slot_holders);
    return;
  }
  if (out.empty())
    add(out, reason_kind::slot, "is about to get a slot", record.modified,
        "the coordinator's next step", "");
}

void add_run(const action_context& context, const action_record& record, const action_facts& facts,
             std::string_view verb, std::vector<reason>& out) {
  std::string who = facts.workflow_id.empty() ? "its workflow" : "workflow " + facts.workflow_id;
  ask(add(out, reason_kind::run, std::string(verb) + " " + who, record.modified, "its end",
          "Ask why that workflow is not finished"),
      {workflow_below(context.self, record)});
}

void add_parent(const action_context& context, const action_record& record,
                const action_facts& facts, std::vector<reason>& out) {
  constexpr status_set holding{status::suspended, status::suspended_with_error,
                               status::prep_suspended};
  // A WAITING action goes on below a coordinator that only its actions suspended.
  if (!holding.has(facts.coordinator) || (record.state == status::waiting && !record.held)) return;
  reason& made =
      add(out, reason_kind::parent, "its coordinator is " + std::string(name(facts.coordinator)),
          record.modified, "a resume order", "Resume the coordinator: foliot resume ID");
  made.act = remedy_kind::resume;
  made.target = coordinator_of(context.self);
}

}  // namespace

std::vector<reason> why(const coordinator_context& context, const coordinator_record& record,
                        const coordinator_facts& facts, instant now) {
  std::vector<reason> out;
  if (record.version == 0) return out;
  add_quarantine(facts.quarantine, out);
  add_held(context.self, record.state, record.since, out);
  if (out.empty()) add_next_action(context, record, facts, now, out);
  if (!is_terminal(record.state)) add_unfinished(context, record, facts, out);
  if (record.pending)
    add(out, reason_kind::unanswered, "some action has not confirmed its order yet",
        record.modified, "its answer", "");
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
      add_parent(context, record, facts, out);
      add_waiting(context, record, facts, now, out);
      add_patience(context, record, out);
      break;
    case status::ready:
      add_parent(context, record, facts, out);
      add_slot(context, record, facts, out);
      add_patience(context, record, out);
      break;
    case status::submitted:
      add_run(context, record, facts, "waits for the first step of", out);
      break;
    case status::running: add_run(context, record, facts, "waits for", out); break;
    case status::suspended: {
      reason& made = add(out, reason_kind::held, "its workflow is suspended", record.modified,
                         "a resume order", "Resume the workflow: foliot resume ID");
      made.act = remedy_kind::resume;
      made.target = workflow_below(context.self, record);
      break;
    }
    default:
      if (record.pending)
        add_run(context, record, facts, "was killed and waits for the end of", out);
      break;
  }
  if (out.empty() && !is_terminal(record.state))
    add_step("all its inputs are there; it is about to be READY", record.modified, out);
  return out;
}

}  // namespace foliot::model

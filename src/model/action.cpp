#include "model/action.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/coordinator.hpp"
#include "model/moves.hpp"
#include "model/tables.hpp"

namespace foliot::model {
namespace {

action_step move(action_record next, status to, instant now) {
  return step_to<action_step>(std::move(next), action_table, to, now);
}

/// The move that `trigger` makes; refused where the table has none.
action_step fire(const action_record& record, std::string_view trigger, instant now) {
  const std::optional<status> to = next_status(action_table, trigger, record.state);
  return to ? move(record, *to, now) : action_step::refuse();
}

action_step born(const action_record& record, const action_events::created& event, instant now) {
  if (record.version != 0) return action_step::refuse();
  action_record next;
  next.nominal = event.nominal;
  next.created = now;
  next.obeyed = event.orders;
  return move(std::move(next), status::waiting, now);
}

std::shared_ptr<const action_extra> make_extra(action_extra extra) {
  if (extra == action_extra{}) return nullptr;
  return std::make_shared<const action_extra>(std::move(extra));
}

action_step pass_over(const action_context& context, const action_record& record,
                      const action_events::passed_over& event, instant now) {
  if (record.version != 0) return action_step::refuse();
  action_record next;
  next.nominal = event.nominal;
  next.created = now;
  action_extra extra;
  if (event.through > context.self.number) extra.through = event.through;
  next.extra = make_extra(extra);
  return move(std::move(next), status::skipped, now);
}

action_step cut_short(const action_context& context, const action_record& record,
                      const action_events::cut_short& event, instant now) {
  if (record.state != status::skipped ||
      event.through >= actions_in(record, context.self.number) + context.self.number - 1)
    return action_step::refuse();
  action_record next = record;
  action_extra extra;
  if (event.through > context.self.number) extra.through = event.through;
  next.extra = make_extra(extra);
  return move(std::move(next), record.state, now);
}

action_step rerun(const action_context& context, const action_record& record,
                  const action_events::rerun& event, instant now) {
  const std::optional<status> to =
      next_status(action_table, event.at_once ? "rerun-workflow" : "rerun", record.state);
  if (!to || record.pending || (event.at_once && record.workflow == 0))
    return action_step::refuse();
  action_record next = record;
  action_extra extra;
  extra.cleaning = !event.options.nocleanup && !event.options.failed;
  if (event.options.refresh) extra.actual = now;
  if (event.options.failed) {
    extra.again = record.workflow;
    if (extra.again == 0 && record.extra) extra.again = record.extra->again;
    extra.given = event.given;
  }
  next.extra = make_extra(extra);
  next.error.reset();
  // Oozie writes empty texts, and its clients see them instead of none for ever.
  if (!event.at_once && reading_of(context.definition.conf) == dialect::oozie)
    next.error = std::make_shared<const action_error>();
  next.held = false;
  next.obeyed = event.orders;
  next.workflow = 0;
  if (record.state == status::timed_out) next.created = now;
  return move(std::move(next), *to, now);
}

/// From any status without a workflow: its coordinator has checked that it may go.
action_step retire(const action_record& record, instant now) {
  if (record.state == status::none || record.workflow != 0) return action_step::refuse();
  action_step out;
  out.accepted = true;
  out.next = record;
  out.next.version += 1;
  out.next.modified = now;
  out.next.state = status::none;
  return out;
}

action_step obey(const action_record& record, const action_events::ordered& event, instant now) {
  if (is_terminal(record.state) || record.state == status::none || event.serial <= record.obeyed)
    return action_step::refuse();
  action_record next = record;
  next.obeyed = event.serial;
  next.held = event.hold;
  const bool as_ordered = event.hold == (record.state == status::suspended);
  next.pending = record.workflow != 0 && (record.pending || !as_ordered);
  return move(std::move(next), record.state, now);
}

action_step cleaned(const action_record& record, instant now) {
  if (!record.extra || !record.extra->cleaning) return action_step::refuse();
  action_record next = record;
  action_extra extra = *record.extra;
  extra.cleaning = false;
  next.extra = make_extra(extra);
  return move(std::move(next), record.state, now);
}

/// A held action does not move by itself, one whose outputs are still there neither.
bool may_move(const action_record& record) {
  return !record.held && !(record.extra && record.extra->cleaning);
}

action_step find(const action_record& record, const action_events::inputs_found& event,
                 instant now) {
  if (now < record.nominal || !may_move(record)) return action_step::refuse();
  action_step out = fire(record, "inputs-found", now);
  if (!out.accepted || event.resolved.empty()) return out;
  action_extra extra = record.extra ? *record.extra : action_extra{};
  extra.resolved = event.resolved;
  out.next.extra = make_extra(std::move(extra));
  return out;
}

action_step run_again(const action_context& context, const action_record& record,
                      const action_events::workflow_rerun& event, instant now) {
  const bool begins = record.state == status::ready || record.state == status::submitted;
  if (!begins || !record.extra || record.extra->again == 0) return action_step::refuse();
  action_record next = record;
  action_extra extra = *record.extra;
  next.workflow = std::exchange(extra.again, 0);
  next.pending = record.held;  // suspended while the application was read: it is told at once
  extra.given.clear();
  extra.resolved.clear();
  next.extra = make_extra(std::move(extra));
  const entity_id child{context.self.partition, entity_kind::workflow, 0, context.self.root,
                        next.workflow};
  action_step out = move(std::move(next), status::submitted, now);
  out.births.push_back({child, workflow_event{event.event}});
  return out;
}

action_step submit(const action_context& context, const action_record& record,
                   const action_events::submitted& event, instant now) {
  if (record.state != status::ready) return action_step::refuse();
  if (event.workflow == 0) return action_step::broke("submitted without a workflow id");
  action_record next = record;
  next.workflow = event.workflow;
  next.pending = record.held;  // suspended while the application was read: it is told at once
  if (record.extra && !record.extra->resolved.empty()) {
    action_extra extra = *record.extra;
    extra.resolved.clear();  // its workflow's configuration holds them now
    next.extra = make_extra(std::move(extra));
  }
  workflow_events::created birth = event.birth;
  birth.parent = context.self;
  const entity_id child{context.self.partition, entity_kind::workflow, 0, context.self.root,
                        event.workflow};
  action_step out = move(std::move(next), status::submitted, now);
  out.births.push_back({child, workflow_event{std::move(birth)}});
  return out;
}

std::shared_ptr<const action_error> make_error(std::string code, std::string message) {
  if (code.empty() && message.empty()) return nullptr;
  return std::make_shared<const action_error>(action_error{std::move(code), std::move(message)});
}

action_step refuse_start(const action_record& record, const action_events::start_refused& event,
                         instant now) {
  // Before its slot an action fails when its inputs cannot be named; never once it has a workflow.
  const bool begins = record.state == status::waiting || record.state == status::ready ||
                      (record.state == status::submitted && record.workflow == 0);
  if (!begins) return action_step::refuse();
  action_record next = record;
  next.error = make_error(event.code, event.sentence);
  return move(std::move(next), status::failed, now);
}

action_step follow(const action_record& record, const action_events::workflow_changed& event,
                   instant now) {
  if (record.workflow == 0) return action_step::refuse();
  if (record.state == status::killed) {
    if (!record.pending || !is_terminal(event.state)) return action_step::refuse();
    action_record next = record;
    next.pending = false;
    return move(std::move(next), record.state, now);
  }
  std::string_view trigger;
  switch (event.state) {
    case status::running: trigger = "workflow-running"; break;
    case status::suspended: trigger = "workflow-suspended"; break;
    case status::succeeded: trigger = "workflow-succeeded"; break;
    case status::killed: trigger = "workflow-killed"; break;
    case status::failed: trigger = "workflow-failed"; break;
    default: return action_step::refuse();
  }
  const std::optional<status> to = next_status(action_table, trigger, record.state);
  const bool confirmed =
      is_terminal(event.state) || record.held == (event.state == status::suspended);
  if (!to && !(record.pending && confirmed && !is_terminal(record.state)))
    return action_step::refuse();
  action_record next = record;
  if (confirmed) next.pending = false;
  if (to == status::killed || to == status::failed)
    next.error = make_error(event.error_code, event.error);
  return move(std::move(next), to.value_or(record.state), now);
}

action_step kill(const action_record& record, instant now) {
  const std::optional<status> to = next_status(action_table, "kill", record.state);
  if (!to) return action_step::refuse();
  action_record next = record;
  next.pending = record.workflow != 0;
  return move(std::move(next), *to, now);
}

}  // namespace

bool operator==(const action_record& a, const action_record& b) {
  const bool same_error =
      a.error == b.error || (a.error != nullptr && b.error != nullptr && *a.error == *b.error);
  return a.version == b.version && a.state == b.state && a.pending == b.pending &&
         a.nominal == b.nominal && a.created == b.created && a.modified == b.modified &&
         a.held == b.held && a.obeyed == b.obeyed && a.workflow == b.workflow && same_error &&
         (a.extra == b.extra || (a.extra != nullptr && b.extra != nullptr && *a.extra == *b.extra));
}

action_record out_of_range(const action_record& range, uint32_t number, const timetable& plan) {
  if (!range.extra || range.extra->through == 0) return range;
  action_record out = range;
  out.extra.reset();
  out.nominal = nominal_numbered(plan, number);
  return out;
}

action_step advance(const action_context& context, const action_record& record,
                    const action_event& event, instant now) {
  return std::visit(
      overloaded{
          [&](const action_events::created& e) { return born(record, e, now); },
          [&](const action_events::inputs_found& e) { return find(record, e, now); },
          [&](const action_events::timed_out&) {
            const instant deadline = timeout_at(context.definition, record.nominal, record.created);
            return now < deadline || !may_move(record) ? action_step::refuse()
                                                       : fire(record, "time-out", now);
          },
          [&](const action_events::skipped&) {
            return may_move(record) ? fire(record, "skip", now) : action_step::refuse();
          },
          [&](const action_events::submitted& e) { return submit(context, record, e, now); },
          [&](const action_events::start_refused& e) { return refuse_start(record, e, now); },
          [&](const action_events::workflow_changed& e) { return follow(record, e, now); },
          [&](const action_events::killed&) { return kill(record, now); },
          [&](const action_events::ordered& e) { return obey(record, e, now); },
          [&](const action_events::retired&) { return retire(record, now); },
          [&](const action_events::rerun& e) { return rerun(context, record, e, now); },
          [&](const action_events::passed_over& e) { return pass_over(context, record, e, now); },
          [&](const action_events::cut_short& e) { return cut_short(context, record, e, now); },
          [&](const action_events::ignored&) {
            return record.pending ? action_step::refuse() : fire(record, "ignore", now);
          },
          [&](const action_events::outputs_cleaned&) { return cleaned(record, now); },
          [&](const action_events::workflow_rerun& e) {
            return run_again(context, record, e, now);
          }},
      event);
}

std::vector<action_effect> owed(const action_context& context, const action_record& record,
                                instant now) {
  namespace fx = action_effects;
  using verb = fx::order_workflow::verb;
  std::vector<action_effect> out;
  if (record.version == 0 || record.state == status::none) return out;
  const bool moves = may_move(record);
  if (moves && (record.state == status::waiting || record.state == status::ready)) {
    const timetable plan{context.definition, context.job_end};
    const instant skip = skip_at(plan, context.self.number, record.nominal);
    if (skip != never) out.push_back(fx::wake_at{skip});
  }
  switch (record.state) {
    case status::waiting: {
      if (record.extra && record.extra->cleaning) {
        out.push_back(fx::clean_outputs{});
        break;
      }
      out.push_back(fx::watch_inputs{});
      if (!moves) break;
      if (record.nominal > now) out.push_back(fx::wake_at{record.nominal});
      const instant deadline = timeout_at(context.definition, record.nominal, record.created);
      if (deadline != never) out.push_back(fx::wake_at{deadline});
      break;
    }
    case status::succeeded: out.push_back(fx::announce_outputs{}); break;
    case status::killed:
      if (record.pending) out.push_back(fx::order_workflow{verb::kill});
      break;
    default:
      if (record.state == status::submitted && record.workflow == 0 && moves)
        out.push_back(fx::rerun_workflow{});
      if (record.pending)
        out.push_back(fx::order_workflow{record.held ? verb::suspend : verb::resume});
      break;
  }
  out.push_back(fx::report{});
  return out;
}

instant timeout_at(const coordinator_definition& definition, instant nominal, instant created) {
  if (definition.timeout_minutes < 0) return never;
  const int64_t minutes = int64_t{definition.timeout_minutes} + 1;
  return plus_ms(std::max(nominal, created), minutes * ms_per_minute);
}

}  // namespace foliot::model

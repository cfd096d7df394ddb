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
  return move(std::move(next), status::waiting, now);
}

action_step submit(const action_context& context, const action_record& record,
                   const action_events::submitted& event, instant now) {
  if (record.state != status::ready) return action_step::refuse();
  if (event.workflow == 0) return action_step::broke("submitted without a workflow id");
  action_record next = record;
  next.workflow = event.workflow;
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
  if (record.state != status::waiting && record.state != status::ready)
    return action_step::refuse();
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
  if (!to) return action_step::refuse();
  action_record next = record;
  if (*to == status::killed || *to == status::failed)
    next.error = make_error(event.error_code, event.error);
  return move(std::move(next), *to, now);
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
         a.workflow == b.workflow && same_error;
}

action_step advance(const action_context& context, const action_record& record,
                    const action_event& event, instant now) {
  return std::visit(
      overloaded{
          [&](const action_events::created& e) { return born(record, e, now); },
          [&](const action_events::inputs_found&) {
            return now < record.nominal ? action_step::refuse() : fire(record, "inputs-found", now);
          },
          [&](const action_events::timed_out&) {
            const instant deadline = timeout_at(context.definition, record.nominal, record.created);
            return now < deadline ? action_step::refuse() : fire(record, "time-out", now);
          },
          [&](const action_events::skipped&) { return fire(record, "skip", now); },
          [&](const action_events::submitted& e) { return submit(context, record, e, now); },
          [&](const action_events::start_refused& e) { return refuse_start(record, e, now); },
          [&](const action_events::workflow_changed& e) { return follow(record, e, now); },
          [&](const action_events::killed&) { return kill(record, now); }},
      event);
}

std::vector<action_effect> owed(const action_context& context, const action_record& record,
                                instant now) {
  std::vector<action_effect> out;
  if (record.version == 0) return out;
  if (record.state == status::waiting || record.state == status::ready) {
    const instant skip = skip_at(context.definition, context.self.number, record.nominal);
    if (skip != never) out.push_back(action_effects::wake_at{skip});
  }
  switch (record.state) {
    case status::waiting: {
      out.push_back(action_effects::watch_inputs{});
      if (record.nominal > now) out.push_back(action_effects::wake_at{record.nominal});
      const instant deadline = timeout_at(context.definition, record.nominal, record.created);
      if (deadline != never) out.push_back(action_effects::wake_at{deadline});
      break;
    }
    case status::succeeded: out.push_back(action_effects::announce_outputs{}); break;
    case status::killed:
      if (record.pending) out.push_back(action_effects::kill_workflow{});
      break;
    default: break;
  }
  out.push_back(action_effects::report{});
  return out;
}

instant timeout_at(const coordinator_definition& definition, instant nominal, instant created) {
  if (definition.timeout_minutes < 0) return never;
  const int64_t minutes = int64_t{definition.timeout_minutes} + 1;
  return plus_ms(std::max(nominal, created), minutes * ms_per_minute);
}

}  // namespace foliot::model

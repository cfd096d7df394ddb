#include "model/coordinator.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "model/aggregate.hpp"
#include "model/moves.hpp"
#include "model/tables.hpp"

namespace foliot::model {
namespace {

constexpr status_set materialising_statuses{status::prep, status::running,
                                            status::running_with_error};

coordinator_step move(coordinator_record next, status to, instant now) {
  return step_to<coordinator_step>(std::move(next), coordinator_table, to, now);
}

coordinator_step born(const coordinator_record& record, const coordinator_events::created& event,
                      instant now) {
  if (record.version != 0) return coordinator_step::refuse();
  coordinator_record next;
  next.created = now;
  next.definition = event.definition;
  next.user = event.user;
  next.name = event.name;
  next.app_path = event.app_path;
  next.bundle = event.bundle;
  return move(std::move(next), status::prep, now);
}

coordinator_step make_actions(const coordinator_context& context, const coordinator_record& record,
                              const coordinator_events::materialised& event, instant now) {
  if (!materialising_statuses.has(record.state) || record.done) return coordinator_step::refuse();
  const uint32_t limit = std::min(event.room, limits::materialise_step_max);
  const materialisation made =
      materialise(context.definition, mark_of(record), materialise_until(now), limit);
  if (made.nominal.empty() && !made.done) return coordinator_step::refuse();

  // A cron's nominal times may fall back by the amount of daylight saving time; its ticks rise.
  const bool rises = std::holds_alternative<time::frequency>(context.definition.every);
  coordinator_record next = record;
  coordinator_step out;
  for (instant nominal : made.nominal) {
    if (nominal == never || (rises && next.actions > 0 && nominal <= next.last_nominal))
      return coordinator_step::broke("nominal times do not rise after action " +
                                     std::to_string(next.actions));
    next.actions += 1;
    next.last_nominal = nominal;
    out.births.push_back({action_of(context.self, next.actions), action_events::created{nominal}});
  }
  next.done = made.done;
  const status to = record.state == status::prep ? status::running : record.state;
  coordinator_step moved = move(std::move(next), to, now);
  moved.births = std::move(out.births);
  return moved;
}

coordinator_step aggregate(const coordinator_record& record,
                           const coordinator_events::children_changed& event, instant now) {
  if (record.version == 0) return coordinator_step::refuse();
  // A summary may be older than the newest births: those have surely not ended.
  const uint32_t told = event.summary.total;
  const uint32_t unknown = record.actions > told ? record.actions - told : 0;
  const child_summary actions = with_unknown(event.summary, unknown);
  const status to = coordinator_aggregate(record.state, actions, record.done);
  if (to == record.state && actions.pending == record.pending) return coordinator_step::refuse();
  coordinator_record next = record;
  next.pending = actions.pending;
  if (to == status::failed && next.error.empty()) next.error = "every action FAILED";
  return move(std::move(next), to, now);
}

coordinator_step kill(const coordinator_record& record, instant now) {
  if (record.version == 0 || is_terminal(record.state)) return coordinator_step::refuse();
  coordinator_record next = record;
  next.done = true;
  return move(std::move(next), status::killed, now);
}

}  // namespace

coordinator_step advance(const coordinator_context& context, const coordinator_record& record,
                         const coordinator_event& event, instant now) {
  return std::visit(
      overloaded{
          [&](const coordinator_events::created& e) { return born(record, e, now); },
          [&](const coordinator_events::materialised& e) {
            return make_actions(context, record, e, now);
          },
          [&](const coordinator_events::children_changed& e) { return aggregate(record, e, now); },
          [&](const coordinator_events::killed&) { return kill(record, now); }},
      event);
}

std::vector<coordinator_effect> owed(const coordinator_context& context,
                                     const coordinator_record& record, instant now) {
  std::vector<coordinator_effect> out;
  if (record.version == 0) return out;
  if (materialising_statuses.has(record.state) && !record.done) {
    const materialisation ahead =
        materialise(context.definition, mark_of(record), materialise_until(now), 1);
    if (!ahead.nominal.empty() || ahead.done)
      out.push_back(coordinator_effects::materialise{});
    else
      out.push_back(coordinator_effects::wake_at{materialise_at(ahead.next)});
  }
  if (record.state == status::killed) out.push_back(coordinator_effects::kill_actions{});
  // Not only when done: an error among the first actions shows at once, also after a recovery.
  const bool interested = !is_terminal(record.state) && (record.done || record.actions > 0);
  if (interested || (is_terminal(record.state) && record.pending))
    out.push_back(coordinator_effects::ask_summary{});
  out.push_back(coordinator_effects::report{});
  return out;
}

}  // namespace foliot::model

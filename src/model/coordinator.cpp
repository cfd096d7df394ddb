#include "model/coordinator.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "model/aggregate.hpp"
#include "model/coordinator_orders.hpp"
#include "model/coordinator_update.hpp"
#include "model/dataset_instances.hpp"
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

coordinator_step fail(const coordinator_record& record, const definition_flaw& flaw, instant now) {
  coordinator_record next = record;
  next.error_code = flaw.code;
  next.error = flaw.sentence;
  return move(std::move(next), status::failed, now);
}

/// The way of one step of making actions.
class making {
 public:
  making(const coordinator_context& context, const coordinator_record& record)
      : context_(context), plan_(timetable_of(context.definition, record)), next_(record) {}

  /// One record for all that LAST_ONLY or NONE has passed over, at most `limit`. How many.
  uint32_t pass_over(instant now, uint32_t limit) {
    uint32_t through = skipped_through(plan_, mark_of(next_), now).actions;
    if (next_.pause_at != never) through = std::min(through, named_before(plan_, next_.pause_at));
    if (through <= next_.actions) return 0;
    const uint32_t passed = std::min(through - next_.actions, limit);
    if (passed == 0) return 0;
    through = next_.actions + passed;
    const instant first = next_nominal(plan_, mark_of(next_));
    births_.push_back(
        {action_of(context_.self, next_.actions + 1), action_events::passed_over{first, through}});
    next_.last_nominal = nominal_numbered(plan_, through);
    next_.actions = through;
    return passed;
  }

  /// Why one of the new actions cannot be made; none of them is, then.
  std::optional<failure> flaw() const {
    if (!may_run_backwards(context_.definition)) return std::nullopt;
    for (const birth<action_event>& each : births_)
      if (const auto* made = std::get_if<action_events::created>(&each.event))
        if (auto problem = cannot_be_made(context_.definition, made->nominal)) return problem;
    return std::nullopt;
  }

  /// An action for each nominal time until `until`. The sentence of a broken contract, if any.
  std::optional<std::string> make(instant until, uint32_t limit) {
    const materialisation made = materialise(plan_, mark_of(next_), until, limit);
    // A cron's nominal times may fall back by the amount of daylight saving time; its ticks rise.
    const bool rises = std::holds_alternative<time::frequency>(context_.definition.every);
    for (instant nominal : made.nominal) {
      if (nominal == never || (rises && next_.actions > 0 && nominal <= next_.last_nominal))
        return "nominal times do not rise after action " + std::to_string(next_.actions);
      next_.actions += 1;
      next_.last_nominal = nominal;
      births_.push_back(
          {action_of(context_.self, next_.actions), action_events::created{nominal, next_.orders}});
    }
    next_.done = made.done;
    return std::nullopt;
  }

  coordinator_step finish(instant now) && {
    if (births_.empty() && !next_.done) return coordinator_step::refuse();
    const status to = next_.state == status::prep ? status::running : next_.state;
    coordinator_step out = move(std::move(next_), to, now);
    out.births = std::move(births_);
    return out;
  }

 private:
  const coordinator_context& context_;
  timetable plan_;
  coordinator_record next_;
  std::vector<birth<action_event>> births_;
};

/// The latest nominal time whose action may be made now.
instant reach(const coordinator_record& record, bool catching_up, instant now) {
  const instant until = catching_up ? now : materialise_until(now);
  return record.pause_at == never ? until : std::min(until, plus_ms(record.pause_at, -1));
}

coordinator_step make_actions(const coordinator_context& context, const coordinator_record& record,
                              const coordinator_events::materialised& event, instant now) {
  if (!materialising_statuses.has(record.state) || record.done) return coordinator_step::refuse();
  if (context.definition.flaw) return fail(record, *context.definition.flaw, now);
  const bool catching_up =
      catches_up(timetable_of(context.definition, record), mark_of(record), now);
  making step(context, record);
  const uint32_t room = event.room - (catching_up ? step.pass_over(now, event.room) : 0);
  if (auto broken =
          step.make(reach(record, catching_up, now), std::min(room, limits::materialise_step_max)))
    return coordinator_step::broke(std::move(*broken));
  if (auto flaw = step.flaw()) {
    const std::string code = std::exchange(flaw->oozie, {});
    return fail(record, {code, "an action cannot be made: " + flaw->text()}, now);
  }
  return std::move(step).finish(now);
}

coordinator_step aggregate(const coordinator_record& record,
                           const coordinator_events::children_changed& event, instant now) {
  if (record.version == 0) return coordinator_step::refuse();
  // A summary may be older than the newest births: those have surely not ended.
  const uint32_t told = event.summary.total + event.summary.ignored;
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

/// Its actions are told to be held, or to go on.
coordinator_step order_actions(const coordinator_record& record, std::string_view trigger,
                               instant now) {
  const auto to = next_status(coordinator_table, trigger, record.state);
  if (!to) return coordinator_step::refuse();
  coordinator_record next = record;
  next.orders += 1;
  return move(std::move(next), *to, now);
}

coordinator_step pause(const coordinator_record& record, instant now) {
  const auto to = next_status(coordinator_table, "pause", record.state);
  if (!to || record.pause_at > now) return coordinator_step::refuse();
  return move(record, *to, now);
}

void change_status(coordinator_record& next, status to, bool more_to_make) {
  if (to == status::ignored) {
    next.done = true;
    next.pending = false;
  } else if (more_to_make) {
    next.done = false;
  }
}

coordinator_step change(const coordinator_context& context, const coordinator_record& record,
                        const coordinator_events::changed& event, instant now) {
  if (record.version == 0) return coordinator_step::refuse();
  const coordinator_change& values = event.values;
  coordinator_record next = record;
  status to = record.state;
  if (event.keep < next.actions) {
    next.actions = event.keep;
    forget_former_beyond(next, event.keep);
    next.last_nominal =
        event.keep == 0 ? instant{}
                        : nominal_numbered(timetable_of(context.definition, record), event.keep);
    next.done = false;
  }
  if (values.concurrency) {
    next.concurrency_changed = true;
    next.concurrency = *values.concurrency;
  }
  if (values.end) next.end_changed = *values.end;
  const timetable plan = timetable_of(context.definition, next);
  const uint32_t total = total_actions(plan);
  // A cron may have no tick between its start and a later end: nothing would end the job.
  const bool no_tick = total == 0 && record.state == status::prep;
  const bool never_starts = values.end && (*values.end <= context.definition.start || no_tick);
  const bool more_to_make = !never_starts && next.actions < total;
  if (values.end) {
    to = after_end_change(record.state, never_starts);
    // One that is held before its start has still to go on: then it ends like any other.
    next.done = !more_to_make && !prep_statuses.has(to);
  }
  if (values.pause) {
    next.pause_at = *values.pause;
    if (next.pause_at > now) to = next_status(coordinator_table, "unpause", to).value_or(to);
  }
  if (values.state) {
    to = *values.state;
    change_status(next, to, more_to_make);
  }
  if (is_terminal(record.state) && !is_terminal(to)) {
    next.error_code.clear();
    next.error.clear();
  }
  return move(std::move(next), to, now);
}

/// The records that a rerun of some actions out of one record of a range makes of it.
void cut_range(const coordinator_context& context, const timetable& plan, uint32_t orders,
               const coordinator_events::rerun& event, std::pair<uint32_t, uint32_t> range,
               std::vector<birth<action_event>>& out) {
  const auto id = [&](uint32_t number) { return action_of(context.self, number); };
  const auto chosen = [&](uint32_t number) {
    return std::binary_search(event.actions.begin(), event.actions.end(), number);
  };
  for (uint32_t number = range.first; number <= range.second; ++number) {
    if (chosen(number)) {
      out.push_back(
          {id(number), number == range.first
                           ? action_event{action_events::rerun{event.options, orders, false, {}}}
                           : action_events::created{nominal_numbered(plan, number), orders}});
      continue;
    }
    uint32_t through = range.second;
    const auto next = std::upper_bound(event.actions.begin(), event.actions.end(), number);
    if (next != event.actions.end() && *next <= range.second) through = *next - 1;
    out.push_back(
        {id(number), number == range.first
                         ? action_event{action_events::cut_short{through}}
                         : action_events::passed_over{nominal_numbered(plan, number), through}});
    number = through;
  }
}

coordinator_step rerun(const coordinator_context& context, const coordinator_record& record,
                       const coordinator_events::rerun& event, instant now) {
  if (record.version == 0 || prep_statuses.has(record.state) || record.state == status::ignored)
    return coordinator_step::refuse();
  if (event.serial != 0 && event.serial <= record.reruns_obeyed) return coordinator_step::refuse();
  coordinator_record next = record;
  next.reruns_obeyed = std::max(next.reruns_obeyed, event.serial);
  const bool held =
      record.state == status::suspended || record.state == status::suspended_with_error;
  if (held) next.orders += 1;
  if (event.options.refresh) follow_newest(next, event.actions);
  const status to = next_status(coordinator_table, "rerun", record.state).value_or(record.state);
  const timetable plan = timetable_of(context.definition, record);
  std::vector<birth<action_event>> births;
  for (const auto& range : event.ranges)
    cut_range(context, plan, next.orders, event, range, births);
  for (uint32_t number : event.actions) {
    const bool in_range = std::any_of(
        event.ranges.begin(), event.ranges.end(),
        [&](const auto& range) { return range.first <= number && number <= range.second; });
    if (!in_range)
      births.push_back(
          {action_of(context.self, number),
           action_events::rerun{event.options, next.orders, event.at_once, event.given}});
  }
  coordinator_step out = move(std::move(next), to, now);
  out.births = std::move(births);
  return out;
}

coordinator_step ignore_actions(const coordinator_context& context,
                                const coordinator_record& record,
                                const coordinator_events::actions_ignored& event, instant now) {
  if (record.version == 0) return coordinator_step::refuse();
  coordinator_step out = move(record, record.state, now);
  for (uint32_t number : event.actions)
    out.births.push_back({action_of(context.self, number), action_events::ignored{}});
  return out;
}

coordinator_step update(const coordinator_record& record, const coordinator_events::updated& event,
                        instant now) {
  if (record.version == 0) return coordinator_step::refuse();
  return move(with_definition(record, event), record.state, now);
}

coordinator_step prune(const coordinator_record& record, const coordinator_events::pruned& event,
                       instant now) {
  if (record.version == 0) return coordinator_step::refuse();
  coordinator_record next = record;
  for (const auto& [state, count] : event.counts) {
    const auto same = [state = state](const auto& each) { return each.first == state; };
    const auto found = std::find_if(next.gone.begin(), next.gone.end(), same);
    if (found == next.gone.end())
      next.gone.emplace_back(state, count);
    else
      found->second += count;
  }
  std::sort(next.gone.begin(), next.gone.end());
  return move(std::move(next), record.state, now);
}

}  // namespace

void count_gone(const coordinator_record& record, child_counts& counts) {
  for (const auto& [state, count] : record.gone) counts.of[static_cast<size_t>(state)] += count;
}

coordinator_step advance(const coordinator_context& context, const coordinator_record& record,
                         const coordinator_event& event, instant now) {
  return std::visit(
      overloaded{
          [&](const coordinator_events::created& e) { return born(record, e, now); },
          [&](const coordinator_events::materialised& e) {
            return make_actions(context, record, e, now);
          },
          [&](const coordinator_events::children_changed& e) { return aggregate(record, e, now); },
          [&](const coordinator_events::killed&) { return kill(record, now); },
          [&](const coordinator_events::suspended&) {
            return order_actions(record, "suspend", now);
          },
          [&](const coordinator_events::resumed&) { return order_actions(record, "resume", now); },
          [&](const coordinator_events::pause_reached&) { return pause(record, now); },
          [&](const coordinator_events::changed& e) { return change(context, record, e, now); },
          [&](const coordinator_events::rerun& e) { return rerun(context, record, e, now); },
          [&](const coordinator_events::actions_ignored& e) {
            return ignore_actions(context, record, e, now);
          },
          [&](const coordinator_events::updated& e) { return update(record, e, now); },
          [&](const coordinator_events::pruned& e) { return prune(record, e, now); },
          [&](const coordinator_events::updated_but_concurrency& e) {
            coordinator_step out = update(record, e.what, now);
            out.next.concurrency_changed = record.concurrency_changed;
            out.next.concurrency = record.concurrency;
            return out;
          }},
      event);
}

uint32_t room_for(const coordinator_context& context, const coordinator_record& record,
                  uint32_t waiting, uint32_t batch, instant now) {
  if (catches_up(timetable_of(context.definition, record), mark_of(record), now)) return batch;
  const auto throttle = static_cast<uint32_t>(std::max(0, context.definition.throttle));
  return waiting >= throttle ? 0 : throttle - waiting;
}

std::vector<coordinator_effect> owed(const coordinator_context& context,
                                     const coordinator_record& record, instant now) {
  namespace fx = coordinator_effects;
  std::vector<coordinator_effect> out;
  if (record.version == 0) return out;
  const bool may_pause = next_status(coordinator_table, "pause", record.state).has_value();
  if (may_pause && record.pause_at <= now) {
    out.push_back(fx::pause{});
  } else if (may_pause && record.pause_at != never) {
    out.push_back(fx::wake_at{record.pause_at});
  }
  if (materialising_statuses.has(record.state) && !record.done && record.pause_at > now) {
    const timetable plan = timetable_of(context.definition, record);
    const bool catching_up = catches_up(plan, mark_of(record), now);
    const materialisation ahead =
        materialise(plan, mark_of(record), reach(record, catching_up, now), 1);
    if (!ahead.nominal.empty() || ahead.done)
      out.push_back(fx::materialise{});
    else if (ahead.next < record.pause_at)
      out.push_back(fx::wake_at{materialise_at(ahead.next)});
  }
  if (record.state == status::killed) out.push_back(fx::kill_actions{});
  constexpr status_set held{status::suspended, status::suspended_with_error};
  if (record.orders > 0 && !is_terminal(record.state))
    out.push_back(fx::order_actions{record.orders, held.has(record.state)});
  // Not only when done: an error among the first actions shows at once, also after a recovery.
  const bool interested = !is_terminal(record.state) && (record.done || record.actions > 0);
  if (interested || (is_terminal(record.state) && record.pending)) out.push_back(fx::ask_summary{});
  out.push_back(fx::report{});
  return out;
}

}  // namespace foliot::model

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "model/coordinator.hpp"
#include "time/cron_ticks.hpp"
#include "time/frequency.hpp"

namespace foliot::model {
namespace {

/// A job whose end is its start runs once, at its start (rulings 0.4).
bool runs_once(const coordinator_definition& definition) {
  return definition.start == definition.end;
}

const time::frequency* numeric(const coordinator_definition& definition) {
  return std::get_if<time::frequency>(&definition.every);
}

time::cron_calendar calendar_of(const coordinator_definition& definition) {
  return {std::get<time::cron>(definition.every), definition.start, definition.clock,
          definition.zone};
}

instant nominal_of(const coordinator_definition& definition, uint32_t number) {
  if (runs_once(definition) && number == 1) return definition.start;
  return time::nominal_time(*numeric(definition), definition.start, number, definition.zone);
}

/// How many of the job's actions have a nominal time that is not after `until`.
uint32_t actions_until(const coordinator_definition& definition, instant until, uint32_t total) {
  if (runs_once(definition)) return definition.start <= until ? 1 : 0;
  const instant bound = plus_ms(until, 1);
  if (bound >= definition.end) return total;
  return time::count_before(*numeric(definition), definition.start, bound, definition.zone);
}

time::cron_tick tick_after(const time::cron_calendar& calendar, high_water_mark from) {
  if (from.actions == 0) return time::first_tick(calendar);
  const instant last = time::tick_numbered(calendar, from.actions, from.last_nominal).at;
  return last == never ? time::cron_tick{} : time::next_tick(calendar, last);
}

/// From tick to tick: a cron's correction depends on the tick before.
materialisation materialise_cron(const coordinator_definition& definition, high_water_mark from,
                                 instant until, uint32_t limit) {
  const time::cron_calendar calendar = calendar_of(definition);
  materialisation out;
  time::cron_tick tick = tick_after(calendar, from);
  while (tick.at < definition.end) {
    if (out.nominal.size() >= limit || tick.nominal > until) {
      out.next = tick.nominal;
      return out;
    }
    out.nominal.push_back(tick.nominal);
    tick = time::next_tick(calendar, tick.at);
  }
  out.done = true;
  return out;
}

}  // namespace

uint32_t total_actions(const coordinator_definition& definition) {
  if (runs_once(definition)) return 1;
  if (numeric(definition) == nullptr)
    return time::count_ticks(calendar_of(definition), definition.end);
  return time::count_before(*numeric(definition), definition.start, definition.end,
                            definition.zone);
}

instant next_nominal(const coordinator_definition& definition, high_water_mark from) {
  if (from.actions == UINT32_MAX) return never;
  if (numeric(definition) != nullptr || runs_once(definition)) {
    if (numeric(definition) == nullptr) return from.actions == 0 ? definition.start : never;
    return nominal_of(definition, from.actions + 1);
  }
  return tick_after(calendar_of(definition), from).nominal;
}

materialisation materialise(const coordinator_definition& definition, high_water_mark from,
                            instant until, uint32_t limit) {
  if (numeric(definition) == nullptr && !runs_once(definition))
    return materialise_cron(definition, from, until, limit);
  const uint32_t total = total_actions(definition);
  const uint32_t due = actions_until(definition, until, total);
  const uint32_t room = due > from.actions ? std::min(due - from.actions, limit) : 0;

  materialisation out;
  out.nominal.reserve(room);
  for (uint32_t i = 1; i <= room; ++i)
    out.nominal.push_back(nominal_of(definition, from.actions + i));
  out.done = from.actions + room >= total;
  if (!out.done) out.next = nominal_of(definition, from.actions + room + 1);
  return out;
}

std::vector<uint32_t> choose_starts(const coordinator_definition& definition,
                                    const std::vector<uint32_t>& ready, uint32_t busy) {
  size_t free = ready.size();
  if (definition.concurrency >= 0) {
    const auto slots = static_cast<uint32_t>(definition.concurrency);
    free = busy >= slots ? 0 : std::min(free, static_cast<size_t>(slots - busy));
  }
  const auto count = static_cast<std::ptrdiff_t>(free);
  if (definition.order == execution_order::fifo)
    return std::vector<uint32_t>(ready.begin(), ready.begin() + count);
  return std::vector<uint32_t>(ready.rbegin(), ready.rbegin() + count);
}

instant skip_at(const coordinator_definition& definition, uint32_t number, instant nominal) {
  switch (definition.order) {
    case execution_order::fifo:
    case execution_order::lifo: return never;
    case execution_order::last_only: {
      if (runs_once(definition)) return never;
      // Of a cron the fire after the corrected time, itself not corrected (coordinator.md 3.3).
      const instant next =
          numeric(definition) != nullptr
              ? nominal_of(definition, number + 1)
              : std::get<time::cron>(definition.every).next_after(nominal, definition.clock);
      // A next nominal time equal to the end counts, as in Oozie: the last action of a job can be
      // skipped once its end is over.
      return next <= definition.end ? plus_ms(next, 1) : never;
    }
    case execution_order::none: return plus_ms(nominal, none_tolerance_ms + 1);
  }
  return never;
}

bool to_be_skipped(const coordinator_definition& definition, uint32_t number, instant nominal,
                   instant now) {
  const instant from = skip_at(definition, number, nominal);
  return from != never && now >= from;
}

}  // namespace foliot::model

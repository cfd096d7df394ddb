#include "model/timetable.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "time/cron_ticks.hpp"
#include "time/frequency.hpp"

namespace foliot::model {
namespace {

/// A job whose end is its start runs once, at its start (rulings 0.4).
bool runs_once(const timetable& of) { return of.job.start == of.end; }

const time::frequency* numeric(const timetable& of) {
  return std::get_if<time::frequency>(&of.job.every);
}

time::cron_calendar calendar_of(const timetable& of) {
  return {std::get<time::cron>(of.job.every), of.job.start, of.job.clock, of.job.zone};
}

/// How many of the job's actions have a nominal time that is not after `until`.
uint32_t actions_until(const timetable& of, instant until, uint32_t total) {
  if (runs_once(of)) return of.job.start <= until ? 1 : 0;
  const instant bound = plus_ms(until, 1);
  if (bound >= of.end) return total;
  return time::count_before(*numeric(of), of.job.start, bound, of.job.zone);
}

time::cron_tick tick_after(const time::cron_calendar& calendar, high_water_mark from) {
  if (from.actions == 0) return time::first_tick(calendar);
  const instant last = time::tick_numbered(calendar, from.actions, from.last_nominal).at;
  return last == never ? time::cron_tick{} : time::next_tick(calendar, last);
}

/// From tick to tick: a cron's correction depends on the tick before.
materialisation materialise_cron(const timetable& of, high_water_mark from, instant until,
                                 uint32_t limit) {
  const time::cron_calendar calendar = calendar_of(of);
  materialisation out;
  time::cron_tick tick = tick_after(calendar, from);
  while (tick.at < of.end) {
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

uint32_t total_actions(const timetable& of) {
  if (runs_once(of)) return 1;
  if (of.end < of.job.start) return 0;
  if (numeric(of) == nullptr) return time::count_ticks(calendar_of(of), of.end);
  return time::count_before(*numeric(of), of.job.start, of.end, of.job.zone);
}

uint32_t actions_before(const timetable& of, instant bound) {
  if (bound <= of.job.start) return 0;
  return runs_once(of) ? 1 : total_actions({of.job, std::min(bound, of.end)});
}

uint32_t named_before(const timetable& of, instant bound) {
  if (numeric(of) != nullptr || runs_once(of)) return actions_before(of, bound);
  if (bound == never) return actions_before(of, bound);
  // No clock was ever moved by as much as a day and two hours.
  constexpr int64_t farthest_ms = 26 * ms_per_hour;
  const uint32_t surely = actions_before(of, plus_ms(bound, -farthest_ms));
  const materialisation rest = materialise(of, surely, plus_ms(bound, -1), UINT32_MAX - surely);
  return surely + static_cast<uint32_t>(rest.nominal.size());
}

instant nominal_numbered(const timetable& of, uint32_t number, instant hint) {
  if (runs_once(of) && number == 1) return of.job.start;
  if (const time::frequency* every = numeric(of))
    return time::nominal_time(*every, of.job.start, number, of.job.zone);
  return time::tick_numbered(calendar_of(of), number, hint).nominal;
}

instant next_nominal(const timetable& of, high_water_mark from) {
  if (from.actions == UINT32_MAX) return never;
  if (numeric(of) != nullptr) return nominal_numbered(of, from.actions + 1);
  if (runs_once(of)) return from.actions == 0 ? of.job.start : never;
  return tick_after(calendar_of(of), from).nominal;
}

materialisation materialise(const timetable& of, high_water_mark from, instant until,
                            uint32_t limit) {
  if (numeric(of) == nullptr && !runs_once(of)) return materialise_cron(of, from, until, limit);
  const uint32_t total = total_actions(of);
  const uint32_t due = actions_until(of, until, total);
  const uint32_t room = due > from.actions ? std::min(due - from.actions, limit) : 0;

  materialisation out;
  out.nominal.reserve(room);
  for (uint32_t i = 1; i <= room; ++i)
    out.nominal.push_back(nominal_numbered(of, from.actions + i));
  out.done = from.actions + room >= total;
  if (!out.done) out.next = nominal_numbered(of, from.actions + room + 1);
  return out;
}

instant skip_at(const timetable& of, uint32_t number, instant nominal) {
  switch (of.job.order) {
    case execution_order::fifo:
    case execution_order::lifo: return never;
    case execution_order::last_only: {
      if (runs_once(of)) return never;
      // Of a cron the fire after the corrected time, itself not corrected (coordinator.md 3.3).
      const instant next =
          numeric(of) != nullptr
              ? nominal_numbered(of, number + 1)
              : std::get<time::cron>(of.job.every).next_after(nominal, of.job.clock);
      // A next nominal time equal to the end counts, as in Oozie: the last action of a job can be
      // skipped once its end is over.
      return next <= of.end ? plus_ms(next, 1) : never;
    }
    case execution_order::none: return plus_ms(nominal, none_tolerance_ms + 1);
  }
  return never;
}

bool to_be_skipped(const timetable& of, uint32_t number, instant nominal, instant now) {
  const instant from = skip_at(of, number, nominal);
  return from != never && now >= from;
}

bool catches_up(const timetable& of, high_water_mark from, instant now) {
  if (of.job.order != execution_order::last_only && of.job.order != execution_order::none)
    return false;
  const instant next = next_nominal(of, from);
  return next < of.end && plus_ms(next, materialise_lookahead_ms) <= now;
}

high_water_mark skipped_through(const timetable& of, high_water_mark from, instant now) {
  // Invariant: action `low` is to be skipped (or is the mark), action `high` is not (or is none).
  uint32_t low = from.actions;
  uint32_t high = std::max(low, actions_before(of, now)) + 1;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    const instant nominal = nominal_numbered(of, middle);
    (nominal != never && to_be_skipped(of, middle, nominal, now) ? low : high) = middle;
  }
  return {low, low == from.actions ? from.last_nominal : nominal_numbered(of, low)};
}

}  // namespace foliot::model

#include "time/cron_ticks.hpp"

#include <algorithm>
#include <array>

#include "base/contract.hpp"
#include "time/calendar.hpp"

namespace foliot::time {
namespace {

/// The minute before the start, from which the first tick follows.
instant base(const cron_calendar& of) { return instant{of.start.ms - ms_per_minute}; }

/// The tick at `at`, or `never` when there is none.
cron_tick tick_at(const cron_calendar& of, instant at) {
  if (at <= base(of) || of.every.next_after(instant{at.ms - 1}, of.clock) != at) return {};
  // Whether a day lies between it and the tick before, which need not be known for that.
  const instant day_before{at.ms - ms_per_day};
  const bool alone = day_before >= base(of) && of.every.next_after(day_before, of.clock) == at;
  return {at, alone ? dst_corrected(at, day_before, of.start, of.where) : at};
}

/// The ticks whose nominal time is `nominal`: at most one that was corrected, and one that was not.
std::array<cron_tick, 2> ticks_for(const cron_calendar& of, instant nominal) {
  std::array<cron_tick, 2> out{tick_at(of, nominal), cron_tick{}};
  if (out[0].nominal != nominal) out[0] = {};
  const int64_t at_start = of.where.dst_ms(of.start);
  // Moved forward by the start's own saving, or back by that at the tick, which is that of now or
  // of a few hours later.
  const std::array shifts{at_start != 0 ? -at_start : of.where.dst_ms(nominal),
                          at_start != 0 ? 0 : of.where.dst_ms(plus_ms(nominal, 3 * ms_per_hour))};
  for (const int64_t shift : shifts) {
    if (shift == 0 || out[1].at != never) continue;
    const cron_tick moved = tick_at(of, instant{nominal.ms + shift});
    if (moved.nominal == nominal) out[1] = moved;
  }
  return out;
}

/// How many ticks are not after `at`.
uint64_t number_at(const cron_calendar& of, instant at) {
  return of.every.count_between(base(of), plus_ms(at, 1), of.clock);
}

cron_tick by_counting(const cron_calendar& of, uint32_t number) {
  // Invariant: tick `number` lies after `low`, and not after `high`.
  int64_t low = base(of).ms;
  int64_t step = ms_per_day;
  const int64_t last = to_wall(civil{29'999, 12, 31}).ms;
  while (number_at(of, instant{low + step}) < number) {
    low += step;
    if (low > last) return {};
    step *= 2;
  }
  int64_t high = low + step;
  while (high - low > ms_per_minute) {
    const int64_t middle = low + (high - low) / 2;
    (number_at(of, instant{middle}) < number ? low : high) = middle;
  }
  return tick_at(of, of.every.next_after(instant{low}, of.clock));
}

}  // namespace

cron_tick first_tick(const cron_calendar& of) { return next_tick(of, base(of)); }

cron_tick next_tick(const cron_calendar& of, instant previous) {
  const instant at = of.every.next_after(previous, of.clock);
  return {at, dst_corrected(at, previous, of.start, of.where)};
}

cron_tick tick_numbered(const cron_calendar& of, uint32_t number, instant hint) {
  FOLIOT_ASSERT(number >= 1, "ticks are counted from 1");
  if (hint != never) {
    const auto found = ticks_for(of, hint);
    const bool first = found[0].at != never;
    if (first != (found[1].at != never)) return found[first ? 0 : 1];
    if (first) return found[number_at(of, found[0].at) == number ? 0 : 1];
  }
  return by_counting(of, number);
}

uint32_t count_ticks(const cron_calendar& of, instant end) {
  const uint64_t count = of.every.count_between(base(of), end, of.clock);
  return static_cast<uint32_t>(std::min<uint64_t>(count, UINT32_MAX));
}

}  // namespace foliot::time

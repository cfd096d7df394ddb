#include "time/instances.hpp"

#include <algorithm>
#include <string>

#include "base/contract.hpp"
#include "base/limits.hpp"
#include "time/calendar.hpp"

namespace foliot::time {
namespace {

/// How many whole units lie between two instants: by milliseconds up to weeks, by calendar fields
/// beyond, both rounded as Oozie rounds them (coordinator.md 4.2).
int64_t units_between(instant from, instant to, time_unit unit, const zone& where) {
  switch (unit) {
    case time_unit::minute: return (to.ms - from.ms) / ms_per_minute;
    case time_unit::hour: return (to.ms - from.ms) / ms_per_hour;
    case time_unit::day: return (to.ms - from.ms) / ms_per_day;
    case time_unit::week: return (to.ms - from.ms) / (7 * ms_per_day);
    case time_unit::month:
    case time_unit::year: {
      const civil first = to_civil(where.to_wall(from));
      const civil last = to_civil(where.to_wall(to));
      const int64_t years = last.year - first.year;
      return unit == time_unit::year ? years : years * 12 + last.month - first.month;
    }
  }
  FOLIOT_ASSERT(false, "every unit is handled");
}

/// `nominal` moved by `n` frequencies, for the functions about its day or month; nothing before
/// the first instance.
std::optional<civil> shifted(const dataset_calendar& of, instant nominal, int64_t n) {
  if (nominal < first_instance(of) || nominal == never) return std::nullopt;
  n = std::clamp<int64_t>(n, INT32_MIN, INT32_MAX);
  const instant at = add(nominal, n * of.every.count, of.every.unit, of.where);
  if (at == never) return std::nullopt;
  return to_civil(of.where.to_wall(at));
}

}  // namespace

instant first_instance(const dataset_calendar& of) {
  return move_to_end(of.initial, of.every.flag, of.where);
}

std::optional<instance_position> current_instance(const dataset_calendar& of, instant nominal) {
  FOLIOT_ASSERT(of.every.count > 0, "a frequency is above 0");
  const instant first = first_instance(of);
  if (nominal < first || nominal == never) return std::nullopt;
  const time_unit unit = of.every.unit;
  int64_t index = units_between(first, nominal, unit, of.where);
  instant at = first;
  if (index > 2) {
    index /= of.every.count;
    at = add(first, index * of.every.count, unit, of.where);
  } else {
    index = 0;
  }
  while (at <= nominal) {
    const instant next = add(at, of.every.count, unit, of.where);
    FOLIOT_ASSERT(next > at, "instances rise");
    at = next;
    ++index;
  }
  if (at == never) return std::nullopt;
  return instance_position{add(at, -int64_t{of.every.count}, unit, of.where), index - 1};
}

result<std::vector<instant>> current_range(const dataset_calendar& of, instant nominal,
                                           int64_t from, int64_t to) {
  if (from > to) {
    return failure{
        errc::bad_input,
        "the range from " + std::to_string(from) + " to " + std::to_string(to) + " is empty",
        "E1010", "", "Write the smaller (older) number first"};
  }
  from = std::clamp<int64_t>(from, INT32_MIN, INT32_MAX);
  to = std::clamp<int64_t>(to, INT32_MIN, INT32_MAX);
  if (to - from >= static_cast<int64_t>(limits::instances_per_event_max)) {
    return failure{errc::too_large,
                   "the range from " + std::to_string(from) + " to " + std::to_string(to) +
                       " has more than " + std::to_string(limits::instances_per_event_max) +
                       " instances",
                   "E1010", "", "Ask for a shorter range"};
  }
  std::vector<instant> found;
  const auto current = current_instance(of, nominal);
  if (!current) return found;
  const instant first = first_instance(of);
  instant at = add(first, (current->index + from) * of.every.count, of.every.unit, of.where);
  for (int64_t n = from; n <= to && at != never; ++n) {
    if (at >= first) found.push_back(at);
    at = add(at, of.every.count, of.every.unit, of.where);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

int32_t hours_in_day(const dataset_calendar& of, instant nominal, int64_t n) {
  const auto day = shifted(of, nominal, n);
  if (!day) return -1;
  // Half past midnight and 24 hours later: the hour shown then tells what the day lost or won.
  civil early{day->year, day->month, day->day, 0, 30};
  const instant next_day = plus_ms(of.where.to_instant(to_wall(early)), ms_per_day);
  const int32_t hour = to_civil(of.where.to_wall(next_day)).hour;
  return hour == 1 ? 23 : hour == 23 ? 25 : 24;
}

int32_t days_in_month(const dataset_calendar& of, instant nominal, int64_t n) {
  const auto day = shifted(of, nominal, n);
  return day ? days_in_month(day->year, day->month) : -1;
}

}  // namespace foliot::time

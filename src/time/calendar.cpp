#include "time/calendar.hpp"

#include <algorithm>
#include <chrono>

#include "base/contract.hpp"

namespace foliot::time {
namespace {

// Calendar results stay within the years -30000..30000 (zone.hpp): later ones are `never`.
constexpr int32_t year_limit = 30'000;
constexpr int64_t ms_limit = 884'600'000'000'000;

int64_t floor_div(int64_t value, int64_t by) {
  return value / by - (value % by != 0 && (value < 0) != (by < 0) ? 1 : 0);
}

/// `base` + `count` * `step`, or `never` or the lower end beyond the limits. Both factors are cut
/// first so that nothing overflows.
instant moved(int64_t base, int64_t count, int64_t step) {
  count = std::clamp<int64_t>(count, -2 * ms_limit / step, 2 * ms_limit / step);
  const int64_t ms = base + count * step;
  if (ms > ms_limit) return never;
  return instant{std::max(ms, -ms_limit)};
}

int64_t local_day(wall_time wall) { return floor_div(wall.ms, ms_per_day); }

/// Days keep the wall time (coordinator.md 2): inside a gap they go back, in an overlap they keep
/// the offset of the start.
instant add_days(instant at, int64_t days, const zone& where) {
  const instant plain = moved(at.ms, days, ms_per_day);
  if (plain == never) return never;
  const int64_t target_day = local_day(where.to_wall(at)) + (plain.ms - at.ms) / ms_per_day;
  const int64_t shift = where.offset_ms(at) - where.offset_ms(plain);
  if (shift == 0) return plain;
  const instant shifted{plain.ms + shift};
  return local_day(where.to_wall(shifted)) == target_day ? shifted : plain;
}

instant add_months(instant at, int64_t months, const zone& where) {
  civil fields = to_civil(where.to_wall(at));
  months = std::clamp<int64_t>(months, -12 * 3 * year_limit, 12 * 3 * year_limit);
  const int64_t month_index = int64_t{fields.year} * 12 + (fields.month - 1) + months;
  const int64_t year = floor_div(month_index, 12);
  if (year > year_limit) return never;
  if (year < -year_limit) return instant{-ms_limit};
  fields.year = static_cast<int32_t>(year);
  fields.month = static_cast<int32_t>(month_index - year * 12) + 1;
  fields.day = std::min(fields.day, days_in_month(fields.year, fields.month));
  const instant moved_to = where.to_instant(to_wall(fields));
  return moved_to.ms > ms_limit ? never : instant{std::max(moved_to.ms, -ms_limit)};
}

}  // namespace

std::optional<time_unit> unit_named(std::string_view text) {
  for (size_t i = 0; i < time_unit_names.size(); ++i) {
    if (time_unit_names[i] == text) return static_cast<time_unit>(i);
  }
  return std::nullopt;
}

civil to_civil(wall_time wall) {
  const int64_t ms = std::clamp(wall.ms, -ms_limit - ms_per_day, ms_limit + ms_per_day);
  const int64_t day_number = floor_div(ms, ms_per_day);
  const int64_t in_day = ms - day_number * ms_per_day;
  const std::chrono::local_days day{std::chrono::days{static_cast<int32_t>(day_number)}};
  const std::chrono::year_month_day ymd{day};
  civil fields;
  fields.year = static_cast<int>(ymd.year());
  fields.month = static_cast<int32_t>(static_cast<unsigned>(ymd.month()));
  fields.day = static_cast<int32_t>(static_cast<unsigned>(ymd.day()));
  fields.hour = static_cast<int32_t>(in_day / ms_per_hour);
  fields.minute = static_cast<int32_t>(in_day / ms_per_minute % 60);
  fields.second = static_cast<int32_t>(in_day / ms_per_second % 60);
  fields.millisecond = static_cast<int32_t>(in_day % ms_per_second);
  fields.weekday = static_cast<int32_t>(std::chrono::weekday{day}.c_encoding());
  const std::chrono::local_days new_year{ymd.year() / std::chrono::January / 1};
  fields.day_of_year = static_cast<int32_t>((day - new_year).count()) + 1;
  return fields;
}

wall_time to_wall(const civil& fields) {
  const std::chrono::year_month_day ymd{std::chrono::year{fields.year},
                                        std::chrono::month{static_cast<unsigned>(fields.month)},
                                        std::chrono::day{static_cast<unsigned>(fields.day)}};
  FOLIOT_ASSERT(ymd.ok(), "the day must exist");
  const int64_t days = std::chrono::local_days{ymd}.time_since_epoch().count();
  return wall_time{days * ms_per_day + fields.hour * ms_per_hour + fields.minute * ms_per_minute +
                   fields.second * ms_per_second + fields.millisecond};
}

int32_t days_in_month(int32_t year, int32_t month) {
  const std::chrono::year_month_day_last last{
      std::chrono::year{year},
      std::chrono::month_day_last{std::chrono::month{static_cast<unsigned>(month)}}};
  return static_cast<int32_t>(static_cast<unsigned>(last.day()));
}

instant add(instant at, int64_t count, time_unit unit, const zone& where) {
  if (at == never) return never;
  if (count > 0 && at.ms > ms_limit) return never;
  if (count == 0) return at;  // as in Java, where even an earlier hour of an overlap stays
  switch (unit) {
    case time_unit::minute: return moved(at.ms, count, ms_per_minute);
    case time_unit::hour: return moved(at.ms, count, ms_per_hour);
    case time_unit::day: return add_days(at, count, where);
    case time_unit::week:
      return add_days(at, std::clamp<int64_t>(count, -year_limit * 60, year_limit * 60) * 7, where);
    case time_unit::month: return add_months(at, count, where);
    case time_unit::year:
      return add_months(at, std::clamp<int64_t>(count, -3 * year_limit, 3 * year_limit) * 12,
                        where);
  }
  FOLIOT_ASSERT(false, "every unit is handled");
}

instant move_to_end(instant at, end_of flag, const zone& where) {
  if (flag == end_of::none || at == never) return at;
  instant next = at;
  switch (flag) {
    case end_of::day: next = add(at, 1, time_unit::day, where); break;
    case end_of::week: next = add(at, 1, time_unit::week, where); break;
    default: next = add(at, 1, time_unit::month, where);
  }
  if (next == never) return never;
  wall_time wall = where.to_wall(next);
  wall.ms = local_day(wall) * ms_per_day;
  if (flag == end_of::week) wall.ms -= to_civil(wall).weekday * ms_per_day;  // back to Sunday
  if (flag == end_of::month) wall.ms -= (to_civil(wall).day - 1) * ms_per_day;
  return where.to_instant(wall);
}

}  // namespace foliot::time

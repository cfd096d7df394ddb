// Calendar arithmetic exactly as Java's GregorianCalendar does it (coordinator.md 2).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/instant.hpp"
#include "time/zone.hpp"

namespace foliot::time {

/// On disk. Never renumber. Names as in Oozie's JSON.
enum class time_unit : uint8_t { minute = 0, hour = 1, day = 2, week = 3, month = 4, year = 5 };
inline constexpr std::array<std::string_view, 6> time_unit_names{"MINUTE", "HOUR",  "DAY",
                                                                 "WEEK",   "MONTH", "YEAR"};
/// "MINUTE", "HOUR", ...
constexpr std::string_view name(time_unit unit) {
  return time_unit_names[static_cast<size_t>(unit)];
}
/// The unit called `text`, exactly; nothing when there is none.
std::optional<time_unit> unit_named(std::string_view text);

/// The boundary that endOfDays and its like move to. On disk. Never renumber.
enum class end_of : uint8_t { none = 0, day = 1, week = 2, month = 3 };
inline constexpr std::array<std::string_view, 4> end_of_names{"NONE", "END_OF_DAY", "END_OF_WEEK",
                                                              "END_OF_MONTH"};
/// "NONE", "END_OF_DAY", ...
constexpr std::string_view name(end_of flag) { return end_of_names[static_cast<size_t>(flag)]; }

/// A wall time taken apart, proleptic Gregorian.
struct civil {
  int32_t year = 1970;
  int32_t month = 1;        ///< 1..12
  int32_t day = 1;          ///< 1..31
  int32_t hour = 0;         ///< 0..23
  int32_t minute = 0;       ///< 0..59
  int32_t second = 0;       ///< 0..59
  int32_t millisecond = 0;  ///< 0..999
  int32_t weekday = 4;      ///< 0 = Sunday .. 6; ignored by to_wall
  int32_t day_of_year = 1;  ///< 1..366; ignored by to_wall
};
civil to_civil(wall_time wall);
/// The fields must be in their ranges and the day must exist in its month.
wall_time to_wall(const civil& fields);
/// 28..31.
int32_t days_in_month(int32_t year, int32_t month);

/// `at` moved by `count` (may be negative) units on the calendar of `where`. Minutes and hours are
/// absolute; a day keeps its wall time, going back out of a gap; a month or year pins the day to
/// the month's length, going forward out of a gap and taking standard time in an overlap. `never`
/// stays `never`; results after the year 30000 are `never`, before the year -30000 are pinned.
instant add(instant at, int64_t count, time_unit unit, const zone& where);

/// The boundary after `at` in `where`: 00:00 of the next day, of the Sunday that begins the next
/// week, or of the first day of the next month. Always moves, even from a boundary; `none` does
/// not.
instant move_to_end(instant at, end_of flag, const zone& where);

}  // namespace foliot::time

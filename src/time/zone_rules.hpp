// The rules of one time zone: transitions of a TZif file (RFC 8536) and the POSIX rule behind them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace foliot::time {

/// What a zone's clocks do for a while.
struct zone_period {
  int64_t from = 0;    ///< Seconds since 1970, UTC.
  int32_t offset = 0;  ///< Seconds added to UTC.
  int32_t dst = 0;     ///< How much of it is daylight saving time, seconds; never negative.
};

/// A day of the year and a time of that day, as POSIX's TZ writes it: "M3.2.0/2", "J60", "59".
struct posix_date {
  enum class form : uint8_t { weekday_of_month, day_without_leap, day_with_leap };
  form how = form::weekday_of_month;
  int32_t month = 1;    ///< 1..12
  int32_t week = 1;     ///< 1..5, 5 is the last
  int32_t day = 0;      ///< Weekday 0..6, or day of the year: 1..365, or 0..365 with leap days.
  int32_t time = 7200;  ///< Seconds of wall clock after midnight, within seven days.

  /// Seconds since 1970 of the wall clock in that year.
  int64_t in_year(int64_t year) const;
};

/// "PST8PDT,M3.2.0,M11.1.0": two periods a year for ever, or one.
struct posix_rule {
  int32_t offset = 0;  ///< Seconds added to UTC in standard time.
  int32_t dst_offset = 0;
  std::optional<posix_date> dst_begin;  ///< In standard time; nothing: never.
  posix_date dst_end;                   ///< In daylight saving time.

  /// Fails with corrupt when `text` is no such rule (at most 100 characters).
  static result<posix_rule> parse(std::string_view text);
};

/// All periods of a zone. Immutable, pure.
class zone_rules {
 public:
  /// Reads a TZif file of version 2 or later. Bytes are not trusted: whatever is wrong with them
  /// fails with corrupt. Daylight saving time that is *subtracted* in winter (Dublin) becomes one
  /// that is added in summer, as Java has it.
  static result<zone_rules> parse(std::string_view bytes);

  /// The period of the UTC second `at`; its `from` may be earlier than it truly begins.
  zone_period at_utc(int64_t at) const;

  /// The period in whose offset a wall clock showing `wall` (seconds since 1970 of that clock) is
  /// to be read: the last one that has begun on its own clock, so a gap is read in the period
  /// before it and an overlap in the one after.
  zone_period at_wall(int64_t wall) const;

  /// All transitions of the file, ascending; the first is the beginning of time.
  const std::vector<zone_period>& periods() const { return periods_; }

 private:
  zone_period find(int64_t at, bool wall) const;

  std::vector<zone_period> periods_;  ///< Never empty.
  std::optional<posix_rule> after_;   ///< Holds from the last period on.
};

}  // namespace foliot::time

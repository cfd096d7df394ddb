// Cron frequencies: Quartz's grammar in five fields, as Oozie reads it (coordinator.md 3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/dialect.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "time/zone.hpp"

namespace foliot::time {

/// Which days of a month one of the two day fields means.
struct day_rule {
  enum class form : uint8_t {
    days,             ///< The days in `days`.
    last_day,         ///< L and L-n: `offset` days before the last.
    nearest_weekday,  ///< nW: the working day nearest to `day`, within its month.
    last_weekday,     ///< LW and L-nW: the working day nearest to `offset` days before the last.
    days_of_week,     ///< The weekdays in `days`.
    last_of_week,     ///< nL: the last weekday `day` of the month.
    nth_of_week       ///< n#k: weekday `day` for the `nth` time in the month.
  };
  form how = form::days;
  uint32_t days = 0;   ///< Bit n: day n of the month (1..31) or weekday n (1 Sunday .. 7 Saturday).
  int32_t day = 0;     ///< A day of the month, or a weekday as above.
  int32_t offset = 0;  ///< 0..30
  int32_t nth = 0;     ///< 1..5

  /// Those days of a month of `length` (28..31) days whose first is the weekday `first` (0 Sunday
  /// .. 6), as bits 1..31. A nearest weekday beyond a short month has none here.
  uint32_t in_month(int32_t length, int32_t first) const;
};

/// A cron expression "minute hour day-of-month month day-of-week". Immutable; all functions are
/// pure. Restricted days of both kinds are a union.
class cron {
 public:
  /// Reads `text`: five fields with single blanks between them, no blank in front (the caller
  /// trims). All that Quartz 2 takes is taken, its oddities included (what follows a complete
  /// element is ignored: "1-5W" is "1-5"), but for values out of range that it forgets to check
  /// ("99", "0W", "8#1"). Fails with bad_input E1003, or E0803 where Oozie's reader would fail
  /// later: an hour or minute 'L' and, in `dialect::oozie`, days of the month or of the week of
  /// which one kind never comes (lenient: the other kind counts); with too_large beyond
  /// limits::cron_text_bytes_max.
  static result<cron> parse(std::string_view text, dialect reading = dialect::lenient);

  /// As written.
  const std::string& text() const { return text_; }

  /// The first whole minute after `after` at which the expression fires, read on the wall clock of
  /// `where` as Quartz reads it: of an hour that comes twice only the second counts, and a time in
  /// a gap is passed over. Never before 1970; `never` when nothing follows before the year 30000.
  /// The work is bounded by a few hundred calendar steps.
  instant next_after(instant after, const zone& where) const;

  /// Whether the expression fires at all: "0 0 30 FEB *" does not.
  bool can_fire() const { return can_fire_; }

  /// How many times it fires after `after` and before `end`. A sum over months where `where` has no
  /// daylight saving time, which is true of every processing zone; else each time is visited.
  uint64_t count_between(instant after, instant end, const zone& where) const;

  friend bool operator==(const cron& left, const cron& right) { return left.text_ == right.text_; }

 private:
  friend class cron_reader;
  friend class cron_walk;
  cron() = default;

  static bool rule_can_fire(const day_rule& rule, uint32_t months);
  uint64_t in_day(int32_t from_minute) const;
  uint64_t count_days(instant after, instant end, const zone& where) const;

  std::string text_;
  uint64_t minutes_ = 0;  ///< Bits 0..59.
  uint32_t hours_ = 0;    ///< Bits 0..23.
  uint32_t months_ = 0;   ///< Bits 1..12.
  std::optional<day_rule> of_month_;
  std::optional<day_rule> of_week_;
  bool can_fire_ = false;
};

/// The nominal time of a coordinator's cron `tick`: ticks 24 hours or more after `previous` follow
/// the wall clock of the job's zone `where`, by the amount of daylight saving time between `start`
/// and the tick (coordinator.md 3.3). `previous`: the tick before, uncorrected; for the first one
/// the minute before `start`. Corrected times need not rise: in "0,30 10 * * MON" 10:00 may become
/// 11:00 beside 10:30.
instant dst_corrected(instant tick, instant previous, instant start, const zone& where);

}  // namespace foliot::time

#include "time/cron.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "base/contract.hpp"
#include "time/calendar.hpp"

namespace foliot::time {
namespace {

constexpr int32_t first_year = 1970;   // Quartz knows no earlier one
constexpr int32_t last_year = 29'999;  // zone.hpp
/// The rarest days are a weekday on 29 February, at most 40 years apart (1880 to 1920).
constexpr int32_t gap_years_max = 50;
constexpr int64_t minutes_per_day = 1'440;

int64_t floor_div(int64_t value, int64_t by) {
  return value / by - (value % by != 0 && (value < 0) != (by < 0) ? 1 : 0);
}

/// Bits `from`..31 of a 32-bit set of days.
constexpr uint32_t days_from(int32_t from) { return from > 31 ? 0 : ~uint32_t{0} << from; }

/// The working day nearest to day `target` of a month of `length` days, whose first is the weekday
/// `first` (0 Sunday). A target beyond the month has the weekday it would have there, so that it
/// may come back to the last day, as in Quartz; otherwise the day is none of the month.
int32_t nearest_working_day(int32_t target, int32_t length, int32_t first) {
  const int32_t weekday = (first + target - 1) % 7;
  if (weekday == 6) return target == 1 ? 3 : target - 1;
  if (weekday == 0) return target == length ? target - 2 : target + 1;
  return target;
}

bool nearest(const day_rule& rule) {
  return rule.how == day_rule::form::nearest_weekday || rule.how == day_rule::form::last_weekday;
}

/// A day beyond a short month: Quartz finds it or not depending on where it comes from.
bool depends_on_path(const std::optional<day_rule>& rule) {
  return rule && rule->how == day_rule::form::nearest_weekday && rule->day > 28;
}

/// A month of a year, with what the rules ask of it.
struct month_of {
  int32_t year;
  int32_t month;   ///< 1..12
  int32_t length;  ///< 28..31
  int32_t first;   ///< Weekday of its first day, 0 Sunday.
  int64_t start;   ///< Its first day, in days since 1970.
};

month_of make_month(int32_t year, int32_t month) {
  const int64_t start = floor_div(to_wall(civil{year, month}).ms, ms_per_day);
  const auto first = static_cast<int32_t>(((start + 4) % 7 + 7) % 7);
  return {year, month, days_in_month(year, month), first, start};
}

}  // namespace

uint32_t day_rule::in_month(int32_t length, int32_t first) const {
  const auto one = [&](int32_t n) { return n >= 1 && n <= length ? uint32_t{1} << n : 0; };
  // The first day of the month that is weekday `day`.
  const int32_t first_such = 1 + (day - 1 - first + 7) % 7;
  switch (how) {
    case form::days: return days & ~days_from(length + 1);
    case form::last_day: return one(length - offset);
    case form::nearest_weekday: return one(nearest_working_day(day, length, first));
    case form::last_weekday:
      return offset < length ? one(nearest_working_day(length - offset, length, first)) : 0;
    case form::days_of_week: {
      // Weekdays in the order of this month, repeated over five weeks.
      const uint64_t week = (days >> 1) & 0x7F;
      const uint64_t turned = ((week >> first) | (week << (7 - first))) & 0x7F;
      const uint64_t all = turned | turned << 7 | turned << 14 | turned << 21 | turned << 28;
      return static_cast<uint32_t>(all << 1) & ~days_from(length + 1);
    }
    case form::last_of_week: return one(first_such + (length - first_such) / 7 * 7);
    case form::nth_of_week: return one(first_such + (nth - 1) * 7);
  }
  return 0;
}

bool cron::rule_can_fire(const day_rule& rule, uint32_t months) {
  for (int32_t month = 1; month <= 12; ++month) {
    if ((months >> month & 1) == 0) continue;
    for (int32_t length = month == 2 ? 28 : days_in_month(2000, month);
         length <= days_in_month(2000, month); ++length) {
      for (int32_t first = 0; first < 7; ++first) {
        if (rule.in_month(length, first) != 0) return true;
      }
    }
  }
  return false;
}

/// The walk from a wall time to the next that fires, for one kind of days. Each step sets fields of
/// the wall clock as GregorianCalendar would, so a time in a gap becomes one behind it.
class cron_walk {
 public:
  cron_walk(const cron& of, const day_rule& rule, instant after, const zone& where)
      : of_(of), rule_(rule), after_(after), where_(where) {}

  instant run();

 private:
  /// Takes any day of the month and minute of the day, also beyond their ranges.
  void set(int64_t day_number, int64_t minute_of_day);
  void set_hour(int64_t day_number, int32_t hour, int32_t minute);
  void first_of_month(int32_t year, int32_t month);
  bool right_minute();
  bool right_hour();
  bool right_day();
  bool right_nearest_day();
  bool right_month();
  instant at(int64_t day_number, int64_t minute_of_day) const {
    return where_.to_instant(
        wall_time{(day_number * minutes_per_day + minute_of_day) * ms_per_minute});
  }
  int32_t day() const { return static_cast<int32_t>(day_number_ - month_.start) + 1; }

  const cron& of_;
  const day_rule& rule_;
  instant after_;
  const zone& where_;
  month_of month_{};
  int64_t day_number_ = 0;  ///< Days since 1970.
  int32_t hour_ = 0;
  int32_t minute_ = 0;
};

void cron_walk::set(int64_t day_number, int64_t minute_of_day) {
  const wall_time shown = where_.to_wall(at(day_number, minute_of_day));
  const int64_t minutes = floor_div(shown.ms, ms_per_minute);
  day_number_ = floor_div(minutes, minutes_per_day);
  const auto in_day = static_cast<int32_t>(minutes - day_number_ * minutes_per_day);
  hour_ = in_day / 60;
  minute_ = in_day % 60;
  if (day_number_ >= month_.start && day_number_ < month_.start + month_.length) return;
  const civil fields = to_civil(shown);
  month_ = make_month(fields.year, fields.month);
}

void cron_walk::set_hour(int64_t day_number, int32_t hour, int32_t minute) {
  set(day_number, hour * 60 + minute);
  // As Quartz: an hour that is not there is tried an hour later.
  if (hour_ != hour && hour != 24) set(day_number_, (hour + 1) * 60 + minute_);
}

void cron_walk::first_of_month(int32_t year, int32_t month) {
  set(make_month(year + (month - 1) / 12, (month - 1) % 12 + 1).start, 0);
}

bool cron_walk::right_minute() {
  const uint64_t left = of_.minutes_ >> minute_;
  if ((left & 1) != 0) return true;
  if (left != 0) {
    set(day_number_, hour_ * 60 + minute_ + std::countr_zero(left));
  } else {
    set_hour(day_number_, hour_ + 1, std::countr_zero(of_.minutes_));
  }
  return false;
}

bool cron_walk::right_hour() {
  const uint32_t left = of_.hours_ >> hour_;
  if ((left & 1) != 0) return true;
  if (left != 0) {
    set_hour(day_number_, hour_ + std::countr_zero(left), 0);
  } else {
    set_hour(day_number_ + 1, std::countr_zero(of_.hours_), 0);
  }
  return false;
}

bool cron_walk::right_day() {
  if (nearest(rule_)) return right_nearest_day();
  const uint32_t left = rule_.in_month(month_.length, month_.first) & days_from(day());
  if ((left >> day() & 1) != 0) return true;
  if (left != 0) {
    set(month_.start + std::countr_zero(left) - 1, 0);
  } else {
    first_of_month(month_.year, month_.month + 1);
  }
  return false;
}

/// Quartz goes to the nearest weekday of this month, also backwards, unless that is before the
/// beginning; then to the unmoved day of the next month, which may lie beyond a short one.
bool cron_walk::right_nearest_day() {
  const bool from_end = rule_.how == day_rule::form::last_weekday;
  const int32_t target = from_end ? month_.length - rule_.offset : rule_.day;
  const int32_t next_day = from_end ? 1 : rule_.day;
  const int32_t wanted = target < 1 ? 0 : nearest_working_day(target, month_.length, month_.first);
  const bool over = target < 1 || at(month_.start + wanted - 1, hour_ * 60 + minute_) <= after_;
  if (!over && wanted == day()) return true;
  if (!over) {
    set(month_.start + wanted - 1, 0);
  } else {
    const int32_t month = month_.month % 12 + 1;
    set(make_month(month_.year + (month == 1 ? 1 : 0), month).start + next_day - 1, 0);
  }
  return false;
}

bool cron_walk::right_month() {
  const uint32_t left = of_.months_ >> month_.month;
  if ((left & 1) != 0) return true;
  if (left != 0) {
    first_of_month(month_.year, month_.month + std::countr_zero(left));
  } else {
    first_of_month(month_.year + 1, std::countr_zero(of_.months_));
  }
  return false;
}

instant cron_walk::run() {
  // The first whole minute after the second that follows, on the wall clock.
  const int64_t second = floor_div(where_.to_wall(after_).ms, ms_per_second) + 1;
  const int64_t minute = floor_div(second + 59, 60);
  set(floor_div(minute, minutes_per_day), minute - floor_div(minute, minutes_per_day) * 1'440);
  if (month_.year < first_year) first_of_month(first_year, 1);
  const int32_t until = std::min(month_.year + gap_years_max, last_year);
  while (month_.year <= until) {
    // Only the nearest weekdays depend on the days of months that do not count.
    if (!nearest(rule_) && !right_month()) continue;
    if (right_minute() && right_hour() && right_day() && right_month())
      return at(day_number_, hour_ * 60 + minute_);
  }
  return never;
}

instant cron::next_after(instant after, const zone& where) const {
  if (!can_fire_ || after == never) return never;
  instant next = never;
  if (of_month_) next = cron_walk(*this, *of_month_, after, where).run();
  if (of_week_) next = std::min(next, cron_walk(*this, *of_week_, after, where).run());
  return next > after ? next : never;  // zones know no later times than the year 30000
}

/// How many times of a day are not before its minute `from_minute` (0..1440).
uint64_t cron::in_day(int32_t from_minute) const {
  const int32_t hour = from_minute / 60;
  const auto minutes = static_cast<uint64_t>(std::popcount(minutes_));
  const uint32_t later = hour >= 23 ? 0 : hours_ & ~uint32_t{0} << (hour + 1);
  uint64_t out = minutes * static_cast<uint64_t>(std::popcount(later));
  if (hour < 24 && (hours_ >> hour & 1) != 0)
    out += static_cast<uint64_t>(std::popcount(minutes_ >> (from_minute % 60)));
  return out;
}

/// Visits each day that fires; `where` has a fixed offset.
uint64_t cron::count_days(instant after, instant end, const zone& where) const {
  uint64_t count = 0;
  for (instant at = next_after(after, where); at < end; at = next_after(at, where)) {
    const int64_t minute = floor_div(where.to_wall(at).ms, ms_per_minute);
    const int64_t day = floor_div(minute, minutes_per_day);
    const instant next_day = where.to_instant(wall_time{(day + 1) * ms_per_day});
    count += in_day(static_cast<int32_t>(minute - day * minutes_per_day));
    if (end < next_day) {
      const int64_t last = floor_div(where.to_wall(end).ms - 1, ms_per_minute) + 1;
      count -= in_day(static_cast<int32_t>(last - day * minutes_per_day));
    }
    at = instant{next_day.ms - 1};
  }
  return count;
}

uint64_t cron::count_between(instant after, instant end, const zone& where) const {
  uint64_t count = 0;
  if (!where.is_fixed()) {
    for (instant at = next_after(after, where); at < end; at = next_after(at, where)) ++count;
    return count;
  }
  if (depends_on_path(of_month_)) return count_days(after, end, where);
  if (!can_fire_ || after >= end) return 0;
  const int64_t limit = to_wall(civil{last_year, 12, 31}).ms;
  const int64_t least = to_wall(civil{first_year}).ms - 1;
  const auto minute_of = [&](int64_t wall) {
    return floor_div(std::clamp(wall, least, limit), ms_per_minute);
  };
  const int64_t from = minute_of(where.to_wall(after).ms) + 1;
  const int64_t to = minute_of(where.to_wall(end).ms - 1) + 1;  // excluded
  // Times before `from` and before `to` in the months between are counted, and subtracted.
  const auto before = [&](int64_t minute, const month_of& in, uint32_t days) {
    const auto day = static_cast<int32_t>(floor_div(minute, minutes_per_day) - in.start) + 1;
    const auto in_minute = static_cast<int32_t>(minute - (in.start + day - 1) * minutes_per_day);
    uint64_t out = static_cast<uint64_t>(std::popcount(days & ~days_from(day))) * in_day(0);
    if ((days >> day & 1) != 0) out += in_day(0) - in_day(in_minute);
    return out;
  };
  const civil first = to_civil(wall_time{from * ms_per_minute});
  const civil last = to_civil(wall_time{to * ms_per_minute});
  const int32_t months = (last.year - first.year) * 12 + last.month - first.month;
  for (int32_t i = 0; i <= months; ++i) {
    const int32_t index = first.month - 1 + i;
    const month_of month = make_month(first.year + index / 12, index % 12 + 1);
    if ((months_ >> month.month & 1) == 0) continue;
    uint32_t days = 0;
    if (of_month_) days |= of_month_->in_month(month.length, month.first);
    if (of_week_) days |= of_week_->in_month(month.length, month.first);
    count += i < months ? static_cast<uint64_t>(std::popcount(days)) * in_day(0)
                        : before(to, month, days);
    if (i == 0) count -= before(from, month, days);
  }
  return count;
}

instant dst_corrected(instant tick, instant previous, instant start, const zone& where) {
  if (tick == never || tick.ms - previous.ms < ms_per_day) return tick;
  const int64_t at_start = where.dst_ms(start);
  const int64_t at_tick = where.dst_ms(tick);
  if ((at_start != 0) == (at_tick != 0)) return tick;
  return plus_ms(tick, at_start != 0 ? at_start : -at_tick);
}

}  // namespace foliot::time

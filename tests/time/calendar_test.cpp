#include "time/calendar.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "time/datetime.hpp"
#include "time/frequency.hpp"

namespace foliot::time {
namespace {

instant utc(const std::string& text) { return parse_datetime(text, {}, dialect::oozie).value(); }
std::string shown(instant at) { return format_datetime(at, {}); }
zone los_angeles() { return find_zone("America/Los_Angeles").value(); }

TEST(calendar, days_keep_the_wall_time_and_leave_gaps_backwards) {
  EXPECT_EQ(shown(add(utc("2009-03-07T10:00Z"), 1, time_unit::day, los_angeles())),
            "2009-03-08T09:00Z");  // 02:00 does not exist: 01:00 standard time
  EXPECT_EQ(shown(add(utc("2009-03-07T10:00Z"), 2, time_unit::day, los_angeles())),
            "2009-03-09T09:00Z");
  EXPECT_EQ(shown(add(utc("2009-03-07T10:00Z"), 24, time_unit::hour, los_angeles())),
            "2009-03-08T10:00Z");
}

TEST(calendar, nothing_added_changes_nothing) {
  const instant first = utc("2009-11-01T08:30Z");  // the first 01:30 of two
  EXPECT_EQ(add(first, 0, time_unit::month, los_angeles()), first);
  EXPECT_EQ(add(first, 0, time_unit::day, los_angeles()), first);
}

TEST(calendar, months_pin_the_day) {
  EXPECT_EQ(shown(add(utc("2012-01-31T10:00Z"), 1, time_unit::month, zone())), "2012-02-29T10:00Z");
  EXPECT_EQ(shown(add(utc("2012-02-29T10:00Z"), -1, time_unit::year, zone())), "2011-02-28T10:00Z");
}

TEST(calendar, ends_always_move) {
  EXPECT_EQ(shown(move_to_end(utc("2009-01-31T00:00Z"), end_of::day, zone())), "2009-02-01T00:00Z");
  EXPECT_EQ(shown(move_to_end(utc("2009-03-01T00:00Z"), end_of::week, zone())),
            "2009-03-08T00:00Z");
  EXPECT_EQ(shown(move_to_end(utc("2009-01-31T10:00Z"), end_of::month, zone())),
            "2009-02-01T00:00Z");
  EXPECT_EQ(move_to_end(utc("2009-01-31T10:00Z"), end_of::none, zone()), utc("2009-01-31T10:00Z"));
}

TEST(calendar, the_end_of_time_is_never) {
  for (const time_unit unit : {time_unit::minute, time_unit::hour, time_unit::day, time_unit::week,
                               time_unit::month, time_unit::year}) {
    EXPECT_EQ(add(instant{0}, INT64_MAX, unit, los_angeles()), never) << name(unit);
    EXPECT_EQ(add(never, -1, unit, los_angeles()), never);
    EXPECT_LT(add(instant{0}, INT64_MIN, unit, los_angeles()), instant{0}) << name(unit);
  }
}

RC_GTEST_PROP(frequency, counting_agrees_with_enumeration, ()) {
  const frequency every{*rc::gen::inRange<int32_t>(1, 40),
                        static_cast<time_unit>(*rc::gen::inRange(0, 6)),
                        static_cast<end_of>(*rc::gen::inRange(0, 4))};
  const zone where = *rc::gen::element(zone(), los_angeles(), find_zone("Asia/Kolkata").value(),
                                       find_zone("America/Sao_Paulo").value());
  const instant start{*rc::gen::inRange<int64_t>(20'000'000, 25'000'000) * ms_per_minute};
  const uint32_t number = *rc::gen::inRange<uint32_t>(1, 300);
  const instant at = nominal_time(every, start, number, where);
  RC_ASSERT(nominal_time(every, start, number + 1, where) > at);
  RC_ASSERT(count_before(every, start, at, where) == number - 1);
  RC_ASSERT(count_before(every, start, plus_ms(at, 1), where) == number);
}

RC_GTEST_PROP(calendar, fields_and_wall_times_are_each_others_inverse, ()) {
  const wall_time wall{*rc::gen::inRange<int64_t>(-60'000'000'000'000, 200'000'000'000'000)};
  RC_ASSERT(to_wall(to_civil(wall)) == wall);
}

}  // namespace
}  // namespace foliot::time

#include "time/cron.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/limits.hpp"
#include "time/calendar.hpp"
#include "time/datetime.hpp"

namespace foliot::time {
namespace {

instant utc(const std::string& text) { return parse_datetime(text, {}, dialect::oozie).value(); }
std::string shown(instant at) { return at == never ? "never" : format_datetime(at, {}); }

/// The first fires after `after`, separated by blanks, without their year where it is 2020.
std::string fires(const std::string& expression, const std::string& after, int count,
                  const zone& where = zone()) {
  const cron every = cron::parse(expression).value();
  std::string out;
  instant at = utc(after);
  for (int i = 0; i < count; ++i) {
    at = every.next_after(at, where);
    out += (out.empty() ? "" : " ") + shown(at);
  }
  return out;
}

TEST(cron, fires_strictly_after) {
  EXPECT_EQ(fires("10 9 * * *", "2020-01-01T09:10Z", 2), "2020-01-02T09:10Z 2020-01-03T09:10Z");
  EXPECT_EQ(fires("10 9 * * *", "2020-01-01T09:09Z", 1), "2020-01-01T09:10Z");
  const cron minutely = cron::parse("* * * * *").value();
  EXPECT_EQ(shown(minutely.next_after(plus_ms(utc("2020-01-01T09:10Z"), 1), zone())),
            "2020-01-01T09:11Z");
  EXPECT_EQ(minutely.next_after(never, zone()), never);
  EXPECT_EQ(shown(minutely.next_after(instant{INT64_MIN}, zone())), "1970-01-01T00:00Z");
  EXPECT_EQ(minutely.next_after(instant{INT64_MAX - 1}, zone()), never);
}

TEST(cron, both_kinds_of_days_are_a_union) {
  EXPECT_EQ(fires("0 0 1 * MON", "2020-01-01T00:00Z", 4),
            "2020-01-06T00:00Z 2020-01-13T00:00Z 2020-01-20T00:00Z 2020-01-27T00:00Z");
  EXPECT_EQ(fires("0 0 1 * MON", "2020-01-27T00:00Z", 2), "2020-02-01T00:00Z 2020-02-03T00:00Z");
}

TEST(cron, special_days) {
  EXPECT_EQ(fires("0 0 L * *", "2020-02-01T00:00Z", 1), "2020-02-29T00:00Z");
  EXPECT_EQ(fires("0 0 L-3 * *", "2020-03-01T00:00Z", 1), "2020-03-28T00:00Z");
  EXPECT_EQ(fires("0 0 LW * *", "2020-05-01T00:00Z", 1), "2020-05-29T00:00Z");
  EXPECT_EQ(fires("0 0 1W * *", "2020-08-01T00:00Z", 1), "2020-08-03T00:00Z");  // a Saturday
  EXPECT_EQ(fires("0 0 ? * 6L", "2020-01-01T00:00Z", 1), "2020-01-31T00:00Z");
  EXPECT_EQ(fires("0 0 ? * TUE#2", "2020-03-01T00:00Z", 1), "2020-03-10T00:00Z");
}

TEST(cron, what_never_comes_is_told_at_once) {
  const cron leap = cron::parse("0 0 30 FEB *").value();
  EXPECT_FALSE(leap.can_fire());
  EXPECT_EQ(leap.next_after(utc("2020-01-01T00:00Z"), zone()), never);
  EXPECT_TRUE(cron::parse("0 0 29 FEB *").value().can_fire());
  EXPECT_EQ(fires("0 0 ? 2 1#5", "2096-03-01T00:00Z", 1), "2128-02-29T00:00Z");
  EXPECT_EQ(fires("0 0 30 2 MON", "2020-01-01T00:00Z", 1), "2020-02-03T00:00Z");
  EXPECT_EQ(cron::parse("0 0 30 2 MON", dialect::oozie).error().oozie, "E0803");
}

TEST(cron, a_nearest_weekday_that_no_month_has_does_not_hang) {
  EXPECT_EQ(fires("0 0 L-30W * *", "2020-02-01T00:00Z", 2), "2020-03-02T00:00Z 2020-05-01T00:00Z");
  EXPECT_EQ(fires("0 0 L-30W 2 *", "2020-02-01T00:00Z", 1), "never");
}

TEST(cron, a_refusal_says_what_and_how) {
  const auto text = [](const std::string& expression) {
    const auto read = cron::parse(expression, dialect::oozie);
    return read.ok() ? "accepted" : read.error().text();
  };
  EXPECT_EQ(text("0 1 * 2-6"),
            "E1003: the cron frequency '0 1 * 2-6' has 4 fields instead of 5: 'day-of-week' or "
            "another one is missing. Write minute, hour, day-of-month, month and day-of-week.");
  EXPECT_EQ(text("60 * * * *"),
            "E1003: the cron frequency '60 * * * *' is refused: the minute '60' has a value "
            "outside 0..59. Use 0-59 with * , - / as in Quartz.");
  for (const char* bad :
       {"", " 0 0 * * *", "0  0 * * *", "0\t0 * * *", "0 0 ? * ?", "0 0 ?,1 * *", "0 0 0W * ?",
        "0 0 * * 8#1", "99 * * * *", "0 0 L- * ?", "99999999999 * * * *", "* * * * \xC3\xA9",
        "0 0 L-99999999999 * ?", "5/3x * * * *", "0 0 * * MON#9"}) {
    const auto read = cron::parse(bad);
    ASSERT_FALSE(read.ok()) << bad;
    EXPECT_EQ(read.error().oozie, "E1003") << bad;
    EXPECT_EQ(read.error().code, errc::bad_input) << bad;
  }
  EXPECT_EQ(cron::parse("L * * * *").error().oozie, "E0803");
  EXPECT_TRUE(cron::parse("L,5 * * * *").ok());
  EXPECT_EQ(cron::parse(std::string(limits::cron_text_bytes_max + 1, '1')).error().code,
            errc::too_large);
}

TEST(cron, follows_quartz_through_gaps_and_overlaps) {
  const zone la = find_zone("America/Los_Angeles").value();
  EXPECT_EQ(fires("30 2 * * *", "2020-03-07T11:00Z", 1, la), "2020-03-09T09:30Z");
  EXPECT_EQ(fires("30 1 * * *", "2020-11-01T00:00Z", 1, la), "2020-11-01T09:30Z");
}

TEST(cron, the_correction_is_for_ticks_a_day_apart) {
  const zone la = find_zone("America/Los_Angeles").value();
  const instant start = utc("2020-03-01T10:00Z");
  const instant tick = utc("2020-03-09T10:00Z");
  EXPECT_EQ(shown(dst_corrected(tick, utc("2020-03-08T10:00Z"), start, la)), "2020-03-09T09:00Z");
  EXPECT_EQ(shown(dst_corrected(tick, utc("2020-03-08T10:01Z"), start, la)), "2020-03-09T10:00Z");
  EXPECT_EQ(shown(dst_corrected(start, utc("2020-02-01T10:00Z"), tick, la)), "2020-03-01T11:00Z");
}

/// An expression of random fields; now and then a special day.
std::string random_expression() {
  const auto part = [](int least, int most) {
    const int from = *rc::gen::inRange(least, most + 1);
    switch (*rc::gen::inRange(0, 5)) {
      case 0: return std::to_string(from);
      case 1: return std::to_string(from) + "-" + std::to_string(*rc::gen::inRange(least, most));
      case 2: return std::to_string(from) + "/" + std::to_string(*rc::gen::inRange(1, most));
      case 3: return std::to_string(from) + "," + std::to_string(*rc::gen::inRange(least, most));
      default: return std::string("*");
    }
  };
  const std::string day = *rc::gen::weightedOneOf<std::string>(
      {{2, rc::gen::just(std::string("?"))},
       {4, rc::gen::exec([&] { return part(1, 31); })},
       {2, rc::gen::element<std::string>("L", "LW", "L-4", "15W", "1W", "28W", "L-5W")}});
  const std::string weekday = *rc::gen::weightedOneOf<std::string>(
      {{1, rc::gen::exec([&] { return part(1, 7); })},
       {1, rc::gen::element<std::string>("2#1", "6L", "SUN#5", "L", "MON-FRI")}});
  return part(0, 59) + " " + part(0, 23) + " " + day + " " + part(1, 12) + " " +
         (day == "?" ? weekday : *rc::gen::element<std::string>("?", weekday));
}

RC_GTEST_PROP(cron, counting_agrees_with_enumeration, ()) {
  const auto every = cron::parse(random_expression());
  RC_PRE(every.ok());
  const zone where = zone::fixed(*rc::gen::inRange(-700, 700));
  const instant from{*rc::gen::inRange<int64_t>(20'000'000, 25'000'000) * ms_per_minute +
                     *rc::gen::inRange(0, 60'000)};
  instant at = from;
  for (uint64_t n = 0; n < 200; ++n) {
    const instant next = every->next_after(at, where);
    if (next == never) break;
    RC_ASSERT(next > at);
    RC_ASSERT(every->count_between(from, next, where) == n);
    RC_ASSERT(every->count_between(from, plus_ms(next, 1), where) == n + 1);
    at = next;
  }
}

RC_GTEST_PROP(cron, nothing_lies_between_two_fires, ()) {
  const auto every = cron::parse(random_expression());
  RC_PRE(every.ok());
  const instant from{*rc::gen::inRange<int64_t>(20'000'000, 25'000'000) * ms_per_minute};
  const instant next = every->next_after(from, zone());
  RC_PRE(next != never);
  const instant between{*rc::gen::inRange(from.ms, next.ms)};
  RC_ASSERT(every->next_after(between, zone()) == next);
}

RC_GTEST_PROP(cron, no_text_breaks_the_reader, (const std::string& text)) {
  const auto read = cron::parse(text);
  if (!read.ok()) RC_ASSERT(!read.error().sentence.empty());
}

}  // namespace
}  // namespace foliot::time

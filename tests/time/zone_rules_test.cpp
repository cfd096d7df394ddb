#include "time/zone_rules.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <sstream>

#include "base/limits.hpp"
#include "time/datetime.hpp"
#include "time/zone.hpp"
#include "time/zone_files.hpp"

namespace foliot::time {
namespace {

instant utc(const std::string& text) { return parse_datetime(text, {}, dialect::oozie).value(); }

/// "offset/dst" in minutes at a time in a zone.
std::string clock(const std::string& id, const std::string& at) {
  const zone where = find_zone(id).value();
  return std::to_string(where.offset_minutes(utc(at))) + "/" +
         std::to_string(where.dst_ms(utc(at)) / ms_per_minute);
}

TEST(zone_rules, last_for_ever) {
  EXPECT_EQ(clock("America/Los_Angeles", "2037-07-01T00:00Z"), "-420/60");
  EXPECT_EQ(clock("America/Los_Angeles", "2038-07-01T00:00Z"), "-420/60");
  EXPECT_EQ(clock("America/Los_Angeles", "2500-12-01T00:00Z"), "-480/0");
  EXPECT_EQ(clock("America/Los_Angeles", "29000-07-01T00:00Z"), "-420/60");
  EXPECT_EQ(clock("Australia/Sydney", "2050-01-01T00:00Z"), "660/60");
  EXPECT_EQ(clock("Australia/Sydney", "2050-07-01T00:00Z"), "600/0");
  EXPECT_EQ(clock("Australia/Lord_Howe", "2050-01-01T00:00Z"), "660/30");
  EXPECT_EQ(clock("Asia/Kolkata", "2050-01-01T00:00Z"), "330/0");
}

TEST(zone_rules, dublin_adds_an_hour_in_summer) {
  EXPECT_EQ(clock("Europe/Dublin", "2020-07-01T00:00Z"), "60/60");
  EXPECT_EQ(clock("Europe/Dublin", "2020-01-01T00:00Z"), "0/0");
  EXPECT_EQ(clock("Europe/Dublin", "2045-07-01T00:00Z"), "60/60");
  EXPECT_EQ(clock("Europe/Dublin", "2045-01-01T00:00Z"), "0/0");
  EXPECT_EQ(clock("Europe/Dublin", "1970-01-01T00:00Z"), "60/60");    // no winter from 1968 to 1971
  EXPECT_EQ(clock("Africa/Casablanca", "2020-05-01T00:00Z"), "0/0");  // Ramadan
  EXPECT_EQ(clock("Africa/Casablanca", "2020-07-01T00:00Z"), "60/60");
  EXPECT_EQ(clock("Africa/Windhoek", "1996-01-01T00:00Z"), "120/60");
  EXPECT_EQ(clock("Africa/Windhoek", "1996-07-01T00:00Z"), "60/0");
}

TEST(posix_rule, is_read_whole_or_not_at_all) {
  const auto dublin = posix_rule::parse("IST-1GMT0,M10.5.0,M3.5.0/1");
  ASSERT_TRUE(dublin.ok());
  EXPECT_EQ(dublin->offset, 3600);
  EXPECT_EQ(dublin->dst_offset, 0);
  EXPECT_EQ(posix_rule::parse("<+0330>-3:30")->offset, 3 * 3600 + 1800);
  EXPECT_TRUE(posix_rule::parse("EST5EDT,0/0,J365/25").ok());
  EXPECT_TRUE(posix_rule::parse("<-02>2<-01>,M3.5.0/-1,M10.5.0/0").ok());
  for (const char* bad :
       {"", "A0", "EST", "EST25", "EST5EDT", "EST5EDT,", "EST5EDT,M13.1.0,M1.1.0",
        "EST5EDT,M3.6.0,M1.1.0", "EST5EDT,M3.2.7,M1.1.0", "EST5EDT,J0,J1", "EST5EDT,J1,J366",
        "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0,M11.1.0 ", "<+03-3", "EST5:60"})
    EXPECT_FALSE(posix_rule::parse(bad).ok()) << bad;
}

TEST(posix_date, counts_days_of_the_year) {
  using form = posix_date::form;
  const auto text = [](const posix_date& date, int64_t year) {
    return format_datetime(instant{date.in_year(year) * 1000}, {});
  };
  EXPECT_EQ(text({form::weekday_of_month, 3, 5, 0, 7200}, 2020), "2020-03-29T02:00Z");
  EXPECT_EQ(text({form::weekday_of_month, 2, 1, 6, 0}, 2020), "2020-02-01T00:00Z");
  EXPECT_EQ(text({form::day_without_leap, 1, 1, 60, 0}, 2020), "2020-03-01T00:00Z");
  EXPECT_EQ(text({form::day_without_leap, 1, 1, 59, 0}, 2020), "2020-02-28T00:00Z");
  EXPECT_EQ(text({form::day_with_leap, 1, 1, 59, 0}, 2020), "2020-02-29T00:00Z");
  EXPECT_EQ(text({form::day_with_leap, 1, 1, 365, 0}, 2021), "2022-01-01T00:00Z");
}

std::string real_file() {
  std::ifstream in("/usr/share/zoneinfo/America/Los_Angeles", std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

TEST(zone_rules, broken_bytes_are_errors) {
  const std::string good = real_file();
  ASSERT_TRUE(zone_rules::parse(good).ok());
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_EQ(zone_rules::parse(good.substr(0, size)).error().code, errc::corrupt) << size;
  EXPECT_FALSE(zone_rules::parse(std::string(limits::zone_file_bytes_max + 1, 'T')).ok());
  EXPECT_FALSE(zone_rules::parse("TZif2" + std::string(39, '\xFF')).ok());
}

RC_GTEST_PROP(zone_rules, changed_bytes_do_not_break_it, ()) {
  static const std::string good = real_file();
  std::string bytes = good;
  const int changes = *rc::gen::inRange(1, 6);
  for (int i = 0; i < changes; ++i)
    bytes[*rc::gen::inRange<size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
  const auto rules = zone_rules::parse(bytes);
  if (!rules) return;
  const int64_t at = *rc::gen::inRange<int64_t>(-5'000'000'000, 9'000'000'000);
  RC_ASSERT(std::abs(rules->at_utc(at).offset) <= 26 * 3600);
  RC_ASSERT(std::abs(rules->at_wall(at).offset) <= 26 * 3600);
  RC_ASSERT(rules->at_utc(at).dst >= 0);
}

RC_GTEST_PROP(zone_rules, a_wall_time_leads_back_to_its_instant, ()) {
  static const std::vector<std::string> names = zone_file_names();
  const zone where = find_zone(*rc::gen::elementOf(names)).value();
  const instant at{*rc::gen::inRange<int64_t>(-1'500'000'000, 6'000'000'000) * 1000};
  const instant back = where.to_instant(where.to_wall(at));
  // The same, or the later one of an overlap, which shows the same.
  RC_ASSERT(back >= at);
  RC_ASSERT(where.to_wall(back) == where.to_wall(at));
}

TEST(zone_files, names_are_those_that_can_be_found) {
  const auto names = zone_file_names();
  EXPECT_GT(names.size(), 400U);
  for (const std::string& name : names) EXPECT_TRUE(find_zone(name).ok()) << name;
  for (const char* bad : {"", "/etc/passwd", "../passwd", "America/", "America", "Europe/ Paris"})
    EXPECT_EQ(zone_file(bad).error().code, errc::not_found) << bad;
}

}  // namespace
}  // namespace foliot::time

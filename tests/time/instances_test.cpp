#include "time/instances.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/limits.hpp"
#include "time/datetime.hpp"

namespace foliot::time {
namespace {

instant utc(const std::string& text) { return parse_datetime(text, {}, dialect::oozie).value(); }

std::string range(const dataset_calendar& of, const std::string& nominal, int64_t from,
                  int64_t to) {
  std::string text;
  const auto found = current_range(of, utc(nominal), from, to);
  for (const instant at : found.value()) {
    text += (text.empty() ? "" : "#") + format_datetime(at, {});
  }
  return text;
}

TEST(instances, the_retail_example_takes_its_own_period) {
  const dataset_calendar raw{utc("2009-01-01T00:00Z"), {5, time_unit::minute, end_of::none}, {}};
  EXPECT_EQ(range(raw, "2009-01-01T01:00Z", 0, 2),
            "2009-01-01T01:10Z#2009-01-01T01:05Z#2009-01-01T01:00Z");
}

TEST(instances, those_before_the_first_vanish) {
  const dataset_calendar daily{utc("2009-01-01T00:00Z"), {1, time_unit::day, end_of::none}, {}};
  EXPECT_EQ(range(daily, "2009-01-02T05:00Z", -5, 0), "2009-01-02T00:00Z#2009-01-01T00:00Z");
  EXPECT_EQ(range(daily, "2008-12-31T05:00Z", -5, 5), "");
  EXPECT_EQ(range(daily, "2009-01-02T05:00Z", -9, -5), "");
}

TEST(instances, a_pinned_month_end_stays_pinned_within_a_range) {
  const dataset_calendar monthly{utc("2009-01-31T00:00Z"), {1, time_unit::month, end_of::none}, {}};
  EXPECT_EQ(range(monthly, "2009-03-31T12:00Z", -1, 0), "2009-03-28T00:00Z#2009-02-28T00:00Z");
  EXPECT_EQ(range(monthly, "2009-03-31T12:00Z", 0, 0), "2009-03-31T00:00Z");
}

TEST(instances, an_endless_or_empty_range_is_refused) {
  const dataset_calendar daily{utc("2009-01-01T00:00Z"), {1, time_unit::day, end_of::none}, {}};
  const auto endless = current_range(daily, utc("2009-01-02T00:00Z"), INT64_MIN, INT64_MAX);
  ASSERT_FALSE(endless.ok());
  EXPECT_EQ(endless.error().code, errc::too_large);
  const auto empty = current_range(daily, utc("2009-01-02T00:00Z"), 1, 0);
  ASSERT_FALSE(empty.ok());
  EXPECT_EQ(empty.error().oozie, "E1010");
  EXPECT_TRUE(current_range(daily, never, 0, 0).value().empty());
}

TEST(instances, days_and_months_have_their_length) {
  const dataset_calendar daily{utc("2009-01-01T08:00Z"),
                               {1, time_unit::day, end_of::none},
                               find_zone("America/Los_Angeles").value()};
  EXPECT_EQ(hours_in_day(daily, utc("2009-03-08T10:45Z"), 0), 23);
  EXPECT_EQ(hours_in_day(daily, utc("2009-11-01T08:00Z"), 0), 25);
  EXPECT_EQ(hours_in_day(daily, utc("2009-11-01T08:00Z"), -1), 24);
  EXPECT_EQ(days_in_month(daily, utc("2009-02-01T11:00Z"), 0), 28);
  EXPECT_EQ(hours_in_day(daily, utc("2008-01-01T08:00Z"), 0), -1);
}

}  // namespace
}  // namespace foliot::time

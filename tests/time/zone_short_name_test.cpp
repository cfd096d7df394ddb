// The letters behind an hour, as Java prints them: Python's strptime, by which Hue reads dates,
// takes a word of letters there and nothing else.
#include "time/zone_short_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace foliot::time {
namespace {

constexpr instant january{1'767'225'600'000};
constexpr instant july{1'782'864'000'000};

std::string name_in(const std::string& id, instant at) {
  const auto where = find_zone(id);
  return where ? zone_short_name(*where, at) : "no zone";
}

TEST(zone_short_name, follows_the_clock) {
  EXPECT_EQ(name_in("America/Los_Angeles", january), "PST");
  EXPECT_EQ(name_in("America/Los_Angeles", july), "PDT");
  EXPECT_EQ(name_in("Europe/Paris", july), "CEST");
  EXPECT_EQ(name_in("Europe/Dublin", january), "GMT");
  EXPECT_EQ(name_in("Europe/Dublin", july), "IST");
  EXPECT_EQ(name_in("UTC", july), "UTC");
  EXPECT_EQ(name_in("PST", july), "PDT");
}

TEST(zone_short_name, is_a_word_where_the_database_has_a_number) {
  EXPECT_EQ(name_in("Asia/Dubai", july), "GST");
  EXPECT_EQ(name_in("Asia/Kathmandu", january), "NPT");
  EXPECT_EQ(name_in("America/Sao_Paulo", january), "BRT");
  EXPECT_EQ(name_in("Asia/Tashkent", january), "UZT");
}

TEST(zone_short_name, is_an_offset_where_java_has_no_name) {
  EXPECT_EQ(name_in("GMT+05:30", january), "GMT+05:30");
  EXPECT_EQ(name_in("GMT", january), "GMT");
  EXPECT_EQ(name_in("Asia/Barnaul", january), "GMT+07:00");
}

}  // namespace
}  // namespace foliot::time

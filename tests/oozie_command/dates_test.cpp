#include "tools/oozie/dates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foliot::oozie {
namespace {

constexpr instant winter{1'230'854'400'000};  // 2009-01-02T00:00Z
constexpr instant summer{1'246'406'400'000};  // 2009-07-01T00:00Z

TEST(dates, only_gmt_dates_are_read) {
  EXPECT_EQ(read_date("Fri, 02 Jan 2009 00:00:00 GMT"), winter);
  for (const char* text : {"Fri, 02 Jan 2009 00:00:00 PST", "2009-01-02T00:00Z", "", "-",
                           "Fri, 30 Feb 2009 00:00:00 GMT", "Fri, 02 Jnn 2009 00:00:00 GMT",
                           "Fri, 00 Jan 2009 00:00:00 GMT", "Fri, 02 Jan 2009 24:00:00 GMT"})
    EXPECT_FALSE(read_date(text)) << text;
}

TEST(dates, are_shown_on_the_clock_of_a_zone_with_javas_names) {
  EXPECT_EQ(shown_date(winter, display_zone("GMT"), false), "2009-01-02 00:00 GMT");
  EXPECT_EQ(shown_date(winter, display_zone("UTC"), true), "2009-01-02 00:00:00 UTC");
  EXPECT_EQ(shown_date(winter, display_zone("America/Los_Angeles"), false), "2009-01-01 16:00 PST");
  EXPECT_EQ(shown_date(summer, display_zone("America/Los_Angeles"), false), "2009-06-30 17:00 PDT");
  EXPECT_EQ(shown_date(winter, display_zone("Asia/Tokyo"), false), "2009-01-02 09:00 JST");
  // The database calls these -03 and +07.
  EXPECT_EQ(shown_date(summer, display_zone("America/Sao_Paulo"), false), "2009-06-30 21:00 BRT");
  EXPECT_EQ(shown_date(winter, display_zone("Asia/Bangkok"), false), "2009-01-02 07:00 ICT");
  EXPECT_EQ(shown_date(summer, display_zone("Europe/Dublin"), false), "2009-07-01 01:00 IST");
}

TEST(dates, an_offset_loses_its_gmt_and_an_unknown_zone_is_gmt) {
  EXPECT_EQ(shown_date(winter, display_zone("GMT+05:30"), false), "2009-01-02 05:30 +05:30");
  EXPECT_EQ(shown_date(winter, display_zone("GMT-0700"), false), "2009-01-01 17:00 -07:00");
  EXPECT_EQ(shown_date(winter, display_zone("GMT+5"), false), "2009-01-02 05:00 +05:00");
  EXPECT_EQ(shown_date(winter, display_zone("GMT+530"), false), "2009-01-02 05:30 +05:30");
  EXPECT_EQ(shown_date(winter, display_zone("GMT+24"), false), "2009-01-02 00:00 GMT");
  EXPECT_EQ(shown_date(winter, display_zone("Nowhere/Land"), false), "2009-01-02 00:00 GMT");
}

TEST(dates, java_prints_a_date_itself_in_another_form) {
  EXPECT_EQ(java_date(winter, display_zone("UTC")), "Fri Jan 02 00:00:00 UTC 2009");
  EXPECT_EQ(java_date(summer, display_zone("Europe/Berlin")), "Wed Jul 01 02:00:00 CEST 2009");
}

TEST(dates, all_zones_are_listed_with_the_names_of_their_standard_time) {
  const std::string all = list_of_zones();
  EXPECT_THAT(all, ::testing::StartsWith("The format is \"SHORT_NAME (ID)\"\n"));
  for (const char* line :
       {"      PST (America/Los_Angeles)\n", "      AEST (Australia/Sydney)\n",
        "      GMT-03:00 (America/Punta_Arenas)\n", "      GMT (Europe/London)\n",
        "      WET (Africa/Casablanca)\n", "      UTC (Etc/UCT)\n", "      GMT (Etc/Greenwich)\n",
        "      AST (SystemV/AST4ADT)\n"})
    EXPECT_THAT(all, ::testing::HasSubstr(line));
  EXPECT_THAT(all, ::testing::Not(::testing::HasSubstr("(Etc/GMT")));
  EXPECT_THAT(all, ::testing::EndsWith("      SBT (SST)\n      ICT (VST)\n"))
      << "the ids that only Java knows";
}

TEST(dates, the_machines_zone_is_what_tz_says) {
  EXPECT_EQ(machine_zone("Asia/Tokyo"), "Asia/Tokyo");
  EXPECT_EQ(machine_zone(":Europe/Paris"), "Europe/Paris");
  EXPECT_EQ(machine_zone("no such zone"), "UTC");
  EXPECT_FALSE(machine_zone("").empty());
}

}  // namespace
}  // namespace foliot::oozie

#include "time/zone.hpp"

#include <gtest/gtest.h>

#include "time/datetime.hpp"

namespace foliot::time {
namespace {

instant utc(const std::string& text) { return parse_datetime(text, {}, dialect::oozie).value(); }

/// The instant at which a clock in `where` shows `text` (a datetime without its Z).
std::string read_wall(const zone& where, const std::string& text) {
  return format_datetime(where.to_instant(wall_time{utc(text + "Z").ms}), {});
}

TEST(zone, is_found_by_javas_ids) {
  EXPECT_EQ(find_zone("UTC").value().id(), "UTC");
  EXPECT_EQ(find_zone("GMT+0530").value().offset_minutes(instant{}), 330);
  EXPECT_EQ(find_zone("GMT-05:30").value().offset_minutes(instant{}), -330);
  EXPECT_EQ(find_zone("PST").value().offset_minutes(utc("2012-07-01T00:00Z")), -420);
  EXPECT_EQ(find_zone("EST").value().offset_minutes(utc("2012-07-01T00:00Z")), -300);
  EXPECT_EQ(find_zone("America/Los_Angeles").value().offset_minutes(utc("2012-12-01T00:00Z")),
            -480);
}

TEST(zone, refuses_others_and_names_the_nearest) {
  for (const char* id : {"", "utc", "Z", "EDT", "GMT+5", "GMT+2400", "posixrules", "localtime",
                         "../../etc/passwd", "Factory", "posix/UTC", "ROC", "GMT+0"}) {
    const auto found = find_zone(id);
    ASSERT_FALSE(found.ok()) << id;
    EXPECT_EQ(found.error().oozie, "E1003");
  }
  EXPECT_EQ(find_zone("Americas/Los_Angeles").error().remedy, "Did you mean America/Los_Angeles?");
  EXPECT_EQ(find_zone("utc").error().remedy, "Did you mean UTC?");
}

TEST(zone, gaps_move_forward_and_overlaps_take_standard_time) {
  const zone la = find_zone("America/Los_Angeles").value();
  EXPECT_EQ(read_wall(la, "2009-03-08T02:30"), "2009-03-08T10:30Z");  // shown as 03:30
  EXPECT_EQ(read_wall(la, "2009-11-01T01:30"), "2009-11-01T09:30Z");  // the second 01:30
  const zone brazil = find_zone("America/Sao_Paulo").value();
  EXPECT_EQ(read_wall(brazil, "2009-10-18T00:00"), "2009-10-18T03:00Z");  // shown as 01:00
}

TEST(zone, far_times_do_not_break_it) {
  const zone la = find_zone("America/Los_Angeles").value();
  EXPECT_NE(la.offset_ms(never), 0);
  EXPECT_NE(la.offset_ms(instant{INT64_MIN}), 0);
}

TEST(zone, names_its_database) { EXPECT_FALSE(zone_database().empty()); }

}  // namespace
}  // namespace foliot::time

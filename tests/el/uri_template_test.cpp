#include "el/uri_template.hpp"

#include <gtest/gtest.h>

#include <string>

#include "time/datetime.hpp"

namespace foliot::el {
namespace {

/// "URI since TIME, ..."
std::string directories(std::string_view text, const time::processing_zone& zone = {}) {
  const instant at = time::parse_datetime("2020-03-04T05:06Z", {}).value();
  std::string out;
  for (const period_directory& each : period_directories(text, at, zone))
    out += (out.empty() ? "" : ", ") + each.uri + " since " + time::format_datetime(each.since, {});
  return out;
}

TEST(uri_template, directories_with_a_date_field_hold_a_period) {
  EXPECT_EQ(directories("file:///d/${YEAR}/${MONTH}/${DAY}/${HOUR}/${MINUTE}/x"),
            "file:///d/2020 since 2020-01-01T00:00Z, file:///d/2020/03 since 2020-03-01T00:00Z, "
            "file:///d/2020/03/04 since 2020-03-04T00:00Z, "
            "file:///d/2020/03/04/05 since 2020-03-04T05:00Z, "
            "file:///d/2020/03/04/05/06 since 2020-03-04T05:06Z");
  EXPECT_EQ(directories("/d/${YEAR}${MONTH}/a/${DAY}"),
            "/d/202003 since 2020-03-01T00:00Z, /d/202003/a since 2020-03-01T00:00Z");
}

TEST(uri_template, the_finest_field_tells_how_long_a_name_holds) {
  EXPECT_EQ(directories("/${DAY}/${YEAR}/x"),
            "/04 since 2020-03-04T00:00Z, /04/2020 since 2020-03-04T00:00Z");
}

TEST(uri_template, only_directories_above_the_instance_count) {
  EXPECT_EQ(directories("/d/${YEAR}"), "");
  EXPECT_EQ(directories("/d/all"), "");
  EXPECT_EQ(directories("/d/${YEAR}/../x"), "") << "a path that goes up again";
}

}  // namespace
}  // namespace foliot::el

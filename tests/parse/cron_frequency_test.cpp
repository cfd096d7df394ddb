#include <gtest/gtest.h>

#include "model/coordinator.hpp"
#include "parse/coordinator_xml.hpp"
#include "tests/parse/support.hpp"
#include "time/datetime.hpp"

namespace foliot::parse {
namespace {

/// The example from 00:00 to 02:00 with that frequency, read in a processing zone.
result<model::coordinator_definition> every(
    const std::string& frequency, const std::string& old = "${coord:minutes(15)}\" start") {
  const std::string rest = old.substr(old.find('"'));
  model::definition_text text{entity_kind::coordinator, "file:///apps/clean", "",
                              support::with(support::coordinator_xml, old, frequency + rest),
                              support::properties("a", "b")};
  options how;
  how.reading = dialect::oozie;
  std::vector<std::string> warnings;
  return parse_coordinator(text, how, warnings);
}

TEST(cron_frequency, makes_a_job_of_its_fires) {
  const auto made = every("*/30 1 * * *");
  ASSERT_TRUE(made.ok()) << made.error().text();
  EXPECT_EQ(std::get<time::cron>(made->every).text(), "*/30 1 * * *");
  EXPECT_TRUE(made->clock.is_fixed());
  const auto times = model::materialise(*made, 0, never, 9).nominal;
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(time::format_datetime(times[0], {}), "2026-01-05T01:00Z");
  EXPECT_EQ(time::format_datetime(times[1], {}), "2026-01-05T01:30Z");
}

TEST(cron_frequency, is_refused_at_its_place) {
  for (const char* bad : {"0 0 30 FEB *", "0 3 * * *", "61 * * * *", "0 1 * *"}) {
    const auto made = every(bad);
    ASSERT_FALSE(made.ok()) << bad;
    EXPECT_EQ(made.error().oozie, "E1003") << made.error().text();
    EXPECT_NE(made.error().place.find(":1:"), std::string::npos) << made.error().text();
    EXPECT_FALSE(made.error().remedy.empty());
  }
}

TEST(cron_frequency, is_none_of_a_dataset) {
  const auto made = every("0 1 * * *", "${coord:minutes(5)}\" initial-instance");
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().oozie, "E1003");
  EXPECT_NE(made.error().sentence.find("dataset 'raw'"), std::string::npos) << made.error().text();
}

}  // namespace
}  // namespace foliot::parse

// foliot cron: fires in UTC, expressions read on a zone's clock.
#include "tests/time/vectors.hpp"
#include "tests/tools/support.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

json fires(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"cron", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const outcome got = run(arguments);
  EXPECT_EQ(got.status, 0) << got.err << got.out;
  return json_of(got).value("fire_times", json());
}

TEST(foliot_cron, starts_with_the_start_itself) {
  EXPECT_EQ(fires({"0 6 * * *", "--start", "2026-01-01T06:00Z", "--count", "2"}),
            json({"2026-01-01T06:00Z", "2026-01-02T06:00Z"}));
  EXPECT_EQ(fires({"0 6 * * *", "--start", "2026-01-01T06:01Z", "--count", "1"}),
            json({"2026-01-02T06:00Z"}));
}

TEST(foliot_cron, reads_the_expression_on_the_clock_of_a_zone) {
  EXPECT_EQ(fires({"0 6 * * *", "--start", "2026-03-07T00:00Z", "--tz", "America/Los_Angeles",
                   "--count", "3"}),
            json({"2026-03-07T14:00Z", "2026-03-08T13:00Z", "2026-03-09T13:00Z"}));
  EXPECT_EQ(
      fires({"0 6 * * *", "--start", "2026-03-07T00:00Z", "--tz", "GMT+0530", "--count", "1"}),
      json({"2026-03-07T00:30Z"}));
}

TEST(foliot_cron, answers_the_vectors_of_quartz) {
  const auto vectors = tests::read_vectors("coordinator/cron_quartz_oracle.json");
  if (!vectors) return;
  tests::vector_count count("cron_quartz_oracle.json");
  int index = -1;
  for (const json& each : *vectors) {
    ++index;
    const size_t wanted = each.contains("fire_times") ? each["fire_times"].size() : 1;
    const json got =
        json_of(run({"cron", "--json", each["expr"], "--start", each["start"], "--tz", each["tz"],
                     "--count", std::to_string(std::max<size_t>(wanted, 1))}));
    bool good = each.contains("error") && got.contains("error") &&
                got["error"]["code"] == each["oozie_error_code"];
    // Where Oozie stops with an exception the expression is refused, and fires never.
    if (each.contains("stopped") && got.contains("error"))
      good = got["error"]["code"] == "E0803" && got["fire_times"] == each["fire_times"];
    else if (!each.contains("error"))
      good = got.value("fire_times", json()) == each["fire_times"];
    count.add(good);
    EXPECT_TRUE(good) << "#" << index << " gave " << got.dump() << " for " << each.dump();
  }
  EXPECT_GE(count.passed(), 417);
}

TEST(foliot_cron, stops_where_nothing_follows) {
  EXPECT_EQ(fires({"0 0 30 FEB *", "--start", "2026-01-01T00:00Z"}), json::array());
}

TEST(foliot_cron, shows_both_clocks) {
  const outcome got = run({"cron", "0 6 * * *", "--start", "2026-03-08T00:00Z", "--tz",
                           "America/Los_Angeles", "--count", "1"});
  EXPECT_EQ(got.out, "2026-03-08T13:00Z   Sun 2026-03-08 06:00 -07:00\n") << got.err;
}

TEST(foliot_cron, refuses_what_it_cannot_read) {
  for (const std::vector<std::string>& each :
       {std::vector<std::string>{"0 6 * *", "--start", "2026-01-01T00:00Z"},
        {"0 6 * * *", "--start", "tomorrow"},
        {"0 6 * * *", "--start", "2026-01-01T00:00Z", "--tz", "Americas/Los_Angeles"}}) {
    std::vector<std::string> arguments{"cron", "--json"};
    arguments.insert(arguments.end(), each.begin(), each.end());
    const outcome got = run(arguments);
    EXPECT_EQ(got.status, 1);
    EXPECT_TRUE(json_of(got).contains("error")) << got.out;
  }
  EXPECT_EQ(run({"cron", "0 6 * * *"}).status, 2);
}

}  // namespace
}  // namespace foliot::testing

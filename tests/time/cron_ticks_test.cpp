#include "time/cron_ticks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/time/vectors.hpp"
#include "time/datetime.hpp"

namespace foliot::time {
namespace {

instant utc(const std::string& text) { return parse_datetime(text, {}, dialect::oozie).value(); }

std::vector<std::string> nominal_times(const cron_calendar& of, instant end, size_t most) {
  std::vector<std::string> out;
  for (cron_tick tick = first_tick(of); tick.at < end && out.size() < most;
       tick = next_tick(of, tick.at))
    out.push_back(format_datetime(tick.nominal, {}));
  return out;
}

TEST(cron_ticks, passes_the_vectors) {
  const auto vectors = tests::read_vectors("coordinator/frequency_calendar_oracle.json");
  if (!vectors) return;
  tests::vector_count count("frequency_calendar_oracle.json, cron");
  int index = -1;
  for (const auto& each : *vectors) {
    ++index;
    if (!each.contains("cron")) {
      count.leave_out();
      continue;
    }
    const cron every = cron::parse(each["cron"].get<std::string>(), dialect::oozie).value();
    const zone clock =
        processing_zone::parse(each["processing_timezone"].get<std::string>()).value().as_zone();
    const zone where = find_zone(each["timezone"].get<std::string>()).value();
    const cron_calendar of{every, utc(each["start"]), clock, where};
    const bool good = nominal_times(of, utc(each["end"]), each["max"].get<size_t>()) ==
                      each["nominal_times"].get<std::vector<std::string>>();
    count.add(good);
    EXPECT_TRUE(good) << "#" << index << " " << each.dump();
  }
  EXPECT_EQ(count.passed(), 36);
}

TEST(cron_ticks, a_corrected_time_that_meets_another_tick_is_told_apart_by_its_number) {
  const cron every = cron::parse("0 10,11 * * MON").value();
  const zone where = find_zone("America/Los_Angeles").value();
  // From summer into winter: Monday 2 November, 10:00 becomes 11:00, where there is 11:00 anyway.
  const cron_calendar of{every, utc("2020-10-26T10:00Z"), zone(), where};
  const instant twice = utc("2020-11-02T11:00Z");
  EXPECT_EQ(nominal_times(of, utc("2020-11-03T00:00Z"), 9),
            (std::vector<std::string>{"2020-10-26T10:00Z", "2020-10-26T11:00Z", "2020-11-02T11:00Z",
                                      "2020-11-02T11:00Z"}));
  EXPECT_EQ(tick_numbered(of, 3, twice).at, utc("2020-11-02T10:00Z"));
  EXPECT_EQ(tick_numbered(of, 4, twice).at, twice);
}

TEST(cron_ticks, end_with_the_expression) {
  const cron every = cron::parse("0 0 30 2 ?").value();
  const zone utc_zone;
  const cron_calendar of{every, utc("2020-01-01T00:00Z"), utc_zone, utc_zone};
  EXPECT_EQ(first_tick(of).at, never);
  EXPECT_EQ(tick_numbered(of, 1, never).at, never);
  EXPECT_EQ(count_ticks(of, never), 0U);
}

RC_GTEST_PROP(cron_ticks, a_number_leads_to_its_tick, ()) {
  const cron every =
      cron::parse(*rc::gen::element<std::string>(
                      "0 10 * * *", "0,30 10 * * MON", "0 10,11 * * MON-FRI", "*/20 1 10 * *",
                      "0 */6 * * *", "*/10 * * * *", "0 0 L * ?", "0 6 31W * ?", "15 2 1,15 * 3"))
          .value();
  const zone where = find_zone(*rc::gen::element<std::string>(
                                   "America/Los_Angeles", "America/Sao_Paulo", "Europe/London",
                                   "Australia/Lord_Howe", "Europe/Dublin", "UTC"))
                         .value();
  const zone clock = zone::fixed(*rc::gen::element(0, 330, -480));
  const instant start{*rc::gen::inRange<int64_t>(24'000'000, 25'000'000) * ms_per_minute};
  const cron_calendar of{every, start, clock, where};
  const auto skipped = *rc::gen::inRange<uint32_t>(0, 40);
  cron_tick tick = first_tick(of);
  uint32_t number = 1;
  for (; number <= skipped; ++number) tick = next_tick(of, tick.at);
  for (uint32_t last = number + 30; number < last; ++number) {
    RC_ASSERT(tick_numbered(of, number, tick.nominal).at == tick.at);
    RC_ASSERT(tick_numbered(of, number, tick.nominal).nominal == tick.nominal);
    RC_ASSERT(count_ticks(of, tick.at) == number - 1);
    if (number % 10 == 0) RC_ASSERT(tick_numbered(of, number, never).at == tick.at);
    const cron_tick next = next_tick(of, tick.at);
    RC_ASSERT(next.at > tick.at);
    tick = next;
  }
}

}  // namespace
}  // namespace foliot::time

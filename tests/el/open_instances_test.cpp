#include "el/open_instances.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/limits.hpp"
#include "tests/el/contexts.hpp"
#include "time/datetime.hpp"

namespace foliot::el {
namespace {

instant utc(const std::string& text) { return time::parse_datetime(text, {}).value(); }

/// An action of 2009-02-10T05:00Z, made the day after, over a daily dataset.
class open_instances : public ::testing::Test {
 protected:
  open_instances() {
    job.calendar = time::dataset_calendar{
        utc("2009-01-01T00:00Z"), {1, time::time_unit::day, time::end_of::none}, time::zone()};
    job.nominal = utc("2009-02-10T05:00Z");
    job.actual = utc("2009-02-11T05:00Z");
    job.uri_template = "/data/${MONTH}-${DAY}";
    in.where = phase::action_start;
    in.coordinator = &job;
    in.known = &known;
  }

  /// What a function gives once all that it asks is answered from `there` ("02-09").
  std::string answered(const std::string& call, const std::set<std::string>& there) {
    known = {};
    rounds = 0;
    while (true) {
      const outcome made = evaluate_text(parse("${" + call + "}").value(), in);
      if (const auto* held = std::get_if<value>(&made)) return *held->as_string();
      if (const auto* error = std::get_if<failure>(&made)) return error->text();
      ++rounds;
      const auto& probes = std::get<needs>(made).probes;
      EXPECT_LE(probes.size(), limits::probes_at_once_max);
      for (const probe& each : probes) {
        known.put(each, there.contains(each.arguments.front().substr(6)));
      }
    }
  }

  tests::fake_coordinator job;
  facts known;
  environment in;
  int rounds = 0;
};

TEST_F(open_instances, latest_looks_back_from_the_actual_time) {
  EXPECT_EQ(answered("coord:latest(0)", {"02-12", "02-11", "02-10"}), "2009-02-11T00:00Z");
  EXPECT_EQ(answered("coord:latest(0)", {"02-03", "01-31"}), "2009-02-03T00:00Z");
  EXPECT_EQ(answered("coord:latest(-1)", {"02-03", "01-31"}), "2009-01-31T00:00Z");
  EXPECT_EQ(answered("coord:latest(-2)", {"02-03", "01-31"}), "${coord:latest(-2)}");
  EXPECT_EQ(answered("coord:latestRange(-1, 0)", {"02-03", "01-31"}),
            "2009-02-03T00:00Z#2009-01-31T00:00Z");
}

TEST_F(open_instances, latest_never_passes_the_initial_instance) {
  EXPECT_EQ(answered("coord:latest(0)", {"12-31"}), "${coord:latest(0)}");
  EXPECT_EQ(answered("coord:latest(0)", {"01-01"}), "2009-01-01T00:00Z");
  job.actual = utc("2008-12-31T00:00Z");
  EXPECT_EQ(answered("coord:latest(0)", {"12-31"}), "${coord:latest(0)}");
}

TEST_F(open_instances, future_looks_forward_from_the_nominal_time_through_one_more_than_its_limit) {
  EXPECT_EQ(answered("coord:future(0, 3)", {"02-09", "02-11", "02-12"}), "2009-02-11T00:00Z");
  EXPECT_EQ(answered("coord:future(1, 3)", {"02-10", "02-13"}), "2009-02-13T00:00Z");
  EXPECT_EQ(answered("coord:future(1, 3)", {"02-10", "02-14"}), "${coord:future(1, 3)}");
  EXPECT_EQ(answered("coord:futureRange(0, 1, '5')", {"02-12", "02-14"}),
            "2009-02-12T00:00Z#2009-02-14T00:00Z");
}

TEST_F(open_instances, numbers_of_the_wrong_sign_are_refused) {
  for (const char* wrong :
       {"coord:latest(1)", "coord:latestRange(-1, 1)", "coord:future(-1, 3)", "coord:future(0, 0)",
        "coord:latest('x')", "coord:future(0, 10000)", "coord:latest(-10000)"}) {
    EXPECT_TRUE(answered(wrong, {}).starts_with("E1004")) << wrong << answered(wrong, {});
  }
  EXPECT_TRUE(answered("coord:latestRange(0, -1)", {}).starts_with("E1010"));
}

TEST_F(open_instances, submission_refuses_impossible_numbers_except_as_oozie) {
  in.where = phase::submit_instances;
  EXPECT_TRUE(answered("coord:latest(1)", {}).starts_with("E1004"));
  EXPECT_EQ(answered("coord:latest(-1)", {}), "${coord:latest(-1)}");
  in.reading = dialect::oozie;
  EXPECT_EQ(answered("coord:latest(1)", {}), "${coord:latest(1)}");
}

TEST_F(open_instances, a_long_way_back_is_asked_in_bounded_rounds) {
  job.uri_template = "/data/${MONTH}${DAY}${HOUR}${MINUTE}";
  job.calendar->every = {1, time::time_unit::minute, time::end_of::none};
  EXPECT_EQ(answered("coord:latest(0)", {}), "${coord:latest(0)}");
  EXPECT_EQ(rounds, (limits::open_instances_max + 63) / 64);
  const auto made = resolve(open_range{}, in);
  EXPECT_TRUE(std::get<open_answer>(made).given_up);
}

TEST_F(open_instances, several_in_one_text_are_asked_together_within_the_bound) {
  const outcome made = evaluate(parse("${coord:latest(0)} ${coord:future(0, 9)}").value(), in);
  EXPECT_EQ(std::get<needs>(made).probes.size(), 50U) << "42 back, 10 forward, two of them both";
}

TEST_F(open_instances, outside_of_events_there_is_no_dataset) {
  job.calendar.reset();
  EXPECT_TRUE(answered("coord:latest(0)", {}).starts_with("E1004"));
  EXPECT_TRUE(answered("coord:tzOffset()", {}).starts_with("E1004"));
}

}  // namespace
}  // namespace foliot::el

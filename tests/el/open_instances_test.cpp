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

/// Directories of that world: those above what is there.
std::set<std::string> with_parents(const std::set<std::string>& there) {
  std::set<std::string> out = there;
  for (const std::string& each : there)
    for (size_t at = each.rfind('/'); at != 0; at = each.rfind('/', at - 1))
      out.insert(each.substr(0, at));
  return out;
}

TEST_F(open_instances, years_without_a_directory_are_passed_over) {
  job.uri_template = "/data/${YEAR}/${MONTH}/${DAY}/${HOUR}";
  job.calendar = time::dataset_calendar{
      utc("2001-01-01T00:00Z"), {1, time::time_unit::hour, time::end_of::none}, time::zone()};
  job.actual = utc("2026-11-20T12:53Z");
  const std::set<std::string> paths =
      with_parents({"/data/2001/03/04/05", "/data/2001/03/04/07", "/data/2001/02/28/23"});
  const auto found = [&](const std::string& call) {
    known = {};
    rounds = 0;
    while (true) {
      const outcome made = evaluate_text(parse("${" + call + "}").value(), in);
      if (const auto* held = std::get_if<value>(&made)) return *held->as_string();
      for (const probe& each : std::get<needs>(made).probes)
        known.put(each, paths.contains(each.arguments.front()));
      if (++rounds > 20) return std::string("too many rounds");
    }
  };
  EXPECT_EQ(found("coord:latest(0)"), "2001-03-04T07:00Z");
  EXPECT_LE(rounds, 6) << "64 hours, then years, months, days and hours";
  EXPECT_LE(known.all().size(), 250U) << "of 220,000 hours";
  EXPECT_EQ(found("coord:latest(-2)"), "2001-02-28T23:00Z");
  EXPECT_EQ(found("coord:latest(-3)"), "${coord:latest(-3)}");
}

TEST_F(open_instances, what_is_passed_over_is_counted_and_waited_for_as_a_directory) {
  job.uri_template = "/data/${YEAR}/${MONTH}${DAY}";
  job.done_flag = "_SUCCESS";
  job.calendar->initial = utc("2001-01-01T00:00Z");
  job.actual = utc("2009-02-11T05:00Z");
  EXPECT_EQ(answered("coord:latest(0)", {}), "${coord:latest(0)}");
  const auto made = resolve(open_range{}, in);
  const auto& answer = std::get<open_answer>(made);
  EXPECT_FALSE(answer.given_up);
  EXPECT_EQ(answer.missing, 2964U) << "days since 2001";
  ASSERT_EQ(answer.absent.size(), 64U + 8U) << "the nearest days, and years";
  EXPECT_EQ(answer.absent.front().arguments.front(), "/data/2009/0211/_SUCCESS");
  EXPECT_EQ(answer.absent[64].arguments.front(), "/data/2008");
  EXPECT_EQ(answer.absent.back().arguments.front(), "/data/2001");
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

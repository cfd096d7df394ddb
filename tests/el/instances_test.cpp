#include "el/instances.hpp"

#include <gtest/gtest.h>

#include "tests/el/contexts.hpp"
#include "time/datetime.hpp"

namespace foliot::el {
namespace {

instant utc(const std::string& text) { return time::parse_datetime(text, {}).value(); }

class instances : public ::testing::Test {
 protected:
  instances() {
    job.calendar = time::dataset_calendar{
        utc("2009-01-01T00:00Z"), {1, time::time_unit::day, time::end_of::none}, time::zone()};
    job.nominal = utc("2009-02-10T05:00Z");
    in.where = phase::action_create;
    in.coordinator = &job;
  }

  static std::string text(const result<instance_set>& made) {
    if (!made.ok()) return made.error().oozie;
    std::string shown;
    for (const instant at : made->dates) {
      shown += (shown.empty() ? "" : " ") + time::format_datetime(at, {}).substr(5, 5);
    }
    for (const open_range& each : made->open) shown += text_of(each);
    return shown;
  }
  std::string one(const std::string& instance) {
    return text(instances_of(parse(instance).value(), in));
  }
  std::string range(const std::string& start, const std::string& end) {
    return text(instance_range(parse(start).value(), parse(end).value(), in));
  }

  tests::fake_coordinator job;
  environment in;
};

TEST_F(instances, of_one_element) {
  EXPECT_EQ(one("${coord:current(0)}"), "02-10");
  EXPECT_EQ(one("${coord:currentRange(-1, 0)}"), "02-10 02-09");
  EXPECT_EQ(one("${coord:current(-100)}"), "");
  EXPECT_EQ(one("2009-01-07T00:00Z"), "01-07");
  EXPECT_EQ(one("${coord:absolute('2009-01-07T00:00Z')}"), "01-07");
  EXPECT_EQ(one("${coord:endOfMonths(-1)}"), "02-01");
  EXPECT_EQ(one("${coord:current('x')}"), "E1004");
  EXPECT_EQ(one("${coord:offset(-1, 'WEEK')}"), "02-03");
  EXPECT_EQ(one("${coord:offset(-1 , DAY)}"), "02-09") << "as it is written out at submission";
  EXPECT_EQ(one("${coord:absolute(2009-01-07T00:00Z)}"), "01-07") << "likewise";
  EXPECT_EQ(one("${coord:absoluteRange('2009-02-09T00:00Z', 0)}"), "02-10 02-09");
  EXPECT_EQ(one("${coord:latest(0)}"), "${coord:latest(0)}");
  EXPECT_EQ(one("${coord:futureRange(0, 1, 5)}"), "${coord:futureRange(0, 1, 5)}");
  EXPECT_EQ(one("${coord:latest(1)}"), "E1004");
}

TEST_F(instances, of_a_range) {
  EXPECT_EQ(range("${coord:current(-2)}", "${coord:current(0)}"), "02-10 02-09 02-08");
  EXPECT_EQ(range("${coord:current(-coord:hoursInDay(0) / 12)}", "${coord:current(-1)}"),
            "02-09 02-08");
  EXPECT_EQ(range("${coord:absolute('2009-02-08T00:00Z')}", "${coord:current(0)}"),
            "02-10 02-09 02-08");
  EXPECT_EQ(range("2009-02-09T00:00Z", "${coord:current(0)}"), "02-10 02-09");
  EXPECT_EQ(range("${coord:endOfWeeks(-1)}", "${coord:current(0)}"), "02-10 02-09 02-08");
}

TEST_F(instances, of_a_range_of_offsets) {
  EXPECT_EQ(range("${coord:offset(-50, 'HOUR')}", "${coord:offset(-1, 'HOUR')}"), "02-09 02-08");
  EXPECT_EQ(range("${coord:offset(-1, 'YEAR')}", "${coord:offset(-39, 'DAY')}"), "01-02 01-01");
  EXPECT_EQ(range("${coord:offset(-3, 'YEAR')}", "${coord:offset(-2, 'YEAR')}"), "");
}

TEST_F(instances, of_an_open_range) {
  EXPECT_EQ(range("${coord:latest(-2)}", "${coord:latest(0)}"), "${coord:latestRange(-2, 0)}");
  EXPECT_EQ(range("${coord:future(0, 9)}", "${coord:future(2, 9)}"),
            "${coord:futureRange(0, 2, 9)}");
}

TEST_F(instances, as_oozie_resolves_them) {
  in.reading = dialect::oozie;
  EXPECT_EQ(one("2009-01-07T00:00Z"), "01-07");
  EXPECT_EQ(one("${coord:absolute('2009-01-07T00:00Z')}"), "E1012");
  EXPECT_EQ(one("${coord:endOfDays(0)}"), "E1012");
  EXPECT_EQ(range("2009-02-09T00:00Z", "${coord:current(0)}"), "E1010");
  EXPECT_EQ(range("${coord:absolute('2009-02-09T00:00Z')}", "${coord:current(0)}"), "02-10 02-09");
}

TEST_F(instances, ranges_that_do_not_fit_are_refused) {
  EXPECT_EQ(range("${coord:current(1)}", "${coord:current(0)}"), "E1010");
  EXPECT_EQ(range("${coord:current(0)}", "${coord:latest(0)}"), "E1010");
  EXPECT_EQ(range("${coord:absolute('2009-02-08T01:00Z')}", "${coord:current(0)}"), "E1010");
  EXPECT_EQ(range("${coord:absolute('2008-02-08T00:00Z')}", "${coord:current(0)}"), "E1010");
  EXPECT_EQ(range("${coord:endOfDays(0)}", "${coord:endOfDays(0)}"), "E1010");
  EXPECT_EQ(range("${coord:offset(0, 'DAY')}", "${coord:offset(-4, 'DAY')}"), "E1010");
  EXPECT_EQ(range("${coord:offset(0, 'DAYS')}", "${coord:offset(4, 'DAYS')}"), "E1010");
  EXPECT_EQ(range("${coord:latest(0)}", "${coord:latest(-1)}"), "E1010");
  EXPECT_EQ(range("${coord:latest(-1)}", "${coord:future(1, 2)}"), "E1010");
  EXPECT_EQ(range("${coord:current(0, 1)}", "${coord:current(0)}"), "E1004");
}

}  // namespace
}  // namespace foliot::el

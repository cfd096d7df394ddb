#include <gtest/gtest.h>

#include "el/evaluate.hpp"
#include "el/uri_template.hpp"
#include "tests/el/contexts.hpp"
#include "time/datetime.hpp"

namespace foliot::el {
namespace {

using tests::shown;

instant utc(const std::string& text) { return time::parse_datetime(text, {}).value(); }

class coordinator_text : public ::testing::Test {
 protected:
  environment at(phase where) {
    environment in;
    in.where = where;
    in.names = &names;
    in.coordinator = &job;
    return in;
  }

  std::string frequency(const std::string& text, dialect reading = dialect::lenient) {
    environment in = at(phase::submit_freq);
    in.reading = reading;
    const auto made = frequency_of(parse(text).value(), in);
    if (!made.ok()) return made.error().oozie;
    if (!std::holds_alternative<time::frequency>(*made)) return "cron";
    const auto& every = std::get<time::frequency>(*made);
    return std::to_string(every.count) + " " + std::string(name(every.unit)) + " " +
           std::string(name(every.flag));
  }

  std::string timeout(const std::string& text) {
    const auto made = timeout_of(parse(text).value(), at(phase::wait_timeout));
    return made.ok() ? std::to_string(*made) : made.error().oozie;
  }

  tests::table variables{{"freq", " 15 "}, {"two", "2"}, {"cron", "0 1 * * *"}};
  map_variables names{variables};
  tests::fake_coordinator job;
};

TEST_F(coordinator_text, frequencies_have_unit_and_boundary) {
  EXPECT_EQ(frequency("10"), "10 MINUTE NONE");
  EXPECT_EQ(frequency("${freq}"), "15 MINUTE NONE");
  EXPECT_EQ(frequency("${coord:hours(two)}"), "120 MINUTE NONE");
  EXPECT_EQ(frequency("${coord:days(1)}"), "1 DAY NONE");
  EXPECT_EQ(frequency("${coord:months(coord:days(7))}"), "7 MONTH NONE");
  EXPECT_EQ(frequency("${coord:endOfWeeks(1)}"), "1 WEEK END_OF_WEEK");
  EXPECT_EQ(frequency("${coord:endOfMonths(2)}"), "2 MONTH END_OF_MONTH");
  EXPECT_EQ(frequency("${5 * HOUR}"), "300 MINUTE NONE");
  EXPECT_EQ(frequency("${cron}"), "cron");
  EXPECT_EQ(frequency("${5 * HOUR}", dialect::oozie), "E1004");
  EXPECT_EQ(frequency("${coord:days(0)}"), "E1004");
  EXPECT_EQ(frequency("${coord:weeks(1)}"), "E1004");
  EXPECT_EQ(frequency("${coord:current(0)}"), "E1004");
  EXPECT_EQ(frequency("${nothing}"), "E1004");
  EXPECT_EQ(frequency("${hadoop:conf('host', 'name')}"), "E1004") << "nobody is asked here";
  for (const char* text : {"0", "-5", "", "soon", "99999999999", "0 1 * *"}) {
    EXPECT_EQ(frequency(text), "E1003") << text;
  }
}

TEST_F(coordinator_text, timeouts_are_minutes) {
  EXPECT_EQ(timeout("${coord:days(10)}"), "14400");
  EXPECT_EQ(timeout("${coord:hours(10)}"), "600");
  EXPECT_EQ(timeout("${coord:months(1)}"), "43200");
  EXPECT_EQ(timeout("-1"), "-1");
  EXPECT_EQ(timeout(""), "E1003");
  EXPECT_EQ(timeout("${coord:conf('x')}"), "E1004");
}

TEST_F(coordinator_text, uri_parts_wait_for_their_instance) {
  EXPECT_EQ(shown("/${two}/${YEAR}-${MINUTE}", at(phase::submit_nofuncs)), "/2/${YEAR}-${MINUTE}");
  EXPECT_TRUE(check_uri_template("/2/${YEAR}-${MINUTE}").ok());
  EXPECT_EQ(check_uri_template("/a/${SECOND}").error().place, "column 4");
  EXPECT_EQ(expand_uri_template("/${YEAR}/${MONTH}${DAY}/${HOUR}$${MINUTE}${x",
                                utc("2009-08-09T03:05Z"), {}),
            "/2009/0809/03$05${x");
  EXPECT_EQ(expand_uri_template("${DAY}T${HOUR}", utc("2009-08-09T23:05Z"),
                                time::processing_zone::parse("GMT+0530").value()),
            "10T04");
}

TEST_F(coordinator_text, data_events_are_checked_then_filled_in) {
  job.inputs["raw"] = {"file:///b,file:///a", true};
  job.inputs["late"] = {"", false};
  job.outputs["clean"] = {"file:///c", true};
  EXPECT_EQ(shown("${coord:dataIn('raw')}", at(phase::submit_data)), "${coord:dataIn('raw')}");
  EXPECT_EQ(shown("in=${coord:dataIn('raw')}", at(phase::submit_data)),
            "${in=coord:dataIn('raw')}");
  EXPECT_EQ(shown("${coord:dataIn('row')}", at(phase::submit_data)).substr(0, 9), "! E1004: ");
  EXPECT_EQ(shown("${coord:dataOut('raw')}", at(phase::submit_data)).substr(0, 9), "! E1004: ");
  EXPECT_EQ(shown("in=${coord:dataIn('raw')}", at(phase::action_start)), "in=file:///b,file:///a");
  EXPECT_EQ(shown("${coord:dataIn('late')}", at(phase::action_start)), "${coord:dataIn('late')}");
  EXPECT_EQ(shown("${coord:dataOut('clean')}", at(phase::action_start)), "file:///c");
  EXPECT_EQ(shown("${coord:dataOut('x')}", at(phase::action_start)).substr(0, 9), "! E1004: ");
}

TEST_F(coordinator_text, actions_know_themselves) {
  job.properties["k.v"] = "w";
  job.nominal = utc("2009-01-02T00:00Z");
  job.actual = utc("2009-01-03T00:00Z");
  job.app_name = "app";
  job.action = "0-C@1";
  const environment in = at(phase::action_start);
  EXPECT_EQ(shown("${coord:nominalTime()} ${coord:actualTime()}", in),
            "2009-01-02T00:00Z 2009-01-03T00:00Z");
  EXPECT_EQ(shown("${coord:name()} ${coord:actionId()} ${coord:user()} ${coord:conf('k.v')}", in),
            "app 0-C@1 anna w");
  EXPECT_EQ(
      shown("${coord:conf('no')}", in),
      "! E1004: column 3: coord:conf: there is no property 'no'. Define it in job.properties or "
      "with -D no=...");
  EXPECT_EQ(
      shown("${coord:formatTime(coord:dateOffset(coord:nominalTime(), -1, 'DAY'), 'yyyyMMdd')}",
            in),
      "20090101");
  EXPECT_EQ(shown("${trim('x')}", in).substr(0, 9), "! E1004: ");
}

}  // namespace
}  // namespace foliot::el

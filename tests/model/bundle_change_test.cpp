// The value of a bundle's change (bundle.md 6); codes as recorded with Oozie 5.2.1.
#include "model/bundle_change.hpp"

#include <gtest/gtest.h>

namespace foliot::model {
namespace {

instant utc(const std::string& text) { return *time::parse_datetime(text, {}); }

bundle_change_context context(dialect reading = dialect::lenient) {
  return {utc("2026-01-05T12:00Z"), std::nullopt, {}, reading};
}

std::string code_of(const std::string& text, const bundle_change_context& in = context()) {
  const auto out = parse_bundle_change(text, in);
  return out ? "" : out.error().oozie;
}

TEST(bundle_change, reads_both_times) {
  const auto pause = parse_bundle_change("pausetime=2099-01-01T01:00Z", context());
  ASSERT_TRUE(pause) << pause.error().text();
  EXPECT_EQ(pause->pause, time_change{utc("2099-01-01T01:00Z")});
  EXPECT_FALSE(pause->end);
  EXPECT_EQ(pause->for_coordinators, "pausetime=2099-01-01T01:00Z");
  const auto end = parse_bundle_change("endtime=2000-01-01T01:00Z", context());
  ASSERT_TRUE(end);
  EXPECT_EQ(end->end, time_change{utc("2000-01-01T01:00Z")});
  EXPECT_FALSE(end->pause);
}

TEST(bundle_change, resets_with_an_empty_value) {
  for (const dialect reading : {dialect::lenient, dialect::oozie}) {
    const auto pause = parse_bundle_change("pausetime=", context(reading));
    ASSERT_TRUE(pause);
    EXPECT_EQ(pause->pause, time_change{});
    const auto end = parse_bundle_change("endtime=;", context(reading));
    ASSERT_TRUE(end);
    EXPECT_EQ(end->end, time_change{});
  }
}

TEST(bundle_change, reads_times_of_the_processing_zone) {
  bundle_change_context in = context();
  in.zone = *time::processing_zone::parse("GMT+0530");
  const auto out = parse_bundle_change("pausetime=2099-01-01T05:30+0530", in);
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(out->pause, time_change{utc("2099-01-01T00:00Z")});
  in.reading = dialect::oozie;
  EXPECT_EQ(code_of("pausetime=2099-01-01T05:30Z", in), "E1317");
}

TEST(bundle_change, refuses_a_malformed_value) {
  EXPECT_EQ(code_of(""), "E1603");
  for (const char* text :
       {" ", "pausetime", "pausetime=2099-01-01T00:00Z;pausetime=", "pausetime=a=b",
        "pausetime=;;endtime=", "endtime==", "pausetime=;endtime"})
    EXPECT_EQ(code_of(text), "E1015") << text;
}

TEST(bundle_change, refuses_what_cannot_be_changed) {
  for (const dialect reading : {dialect::lenient, dialect::oozie})
    for (const char* text : {"concurrency=3", "PAUSETIME=", " pausetime=", "=", ";",
                             "pausetime=;endtime=;concurrency=3", "status=RUNNING;concurrency=2"})
      EXPECT_EQ(code_of(text, context(reading)), "E1317") << text;
}

TEST(bundle_change, refuses_what_is_no_time_and_a_pause_that_is_over) {
  for (const dialect reading : {dialect::lenient, dialect::oozie}) {
    const auto in = context(reading);
    EXPECT_EQ(code_of("endtime=soon", in), "E1317");
    EXPECT_EQ(code_of("pausetime= ", in), "E1317");
    EXPECT_EQ(code_of("pausetime=2000-01-01T00:00Z", in), "E1317");
    EXPECT_EQ(code_of("pausetime=2026-01-05T11:59Z", in), "E1317");
    EXPECT_EQ(code_of("pausetime=2026-01-05T12:00Z", in), "");
  }
}

TEST(bundle_change, knows_a_second_name_only_in_the_default) {
  const std::string two = "pausetime=2099-01-01T00:00Z;endtime=2098-01-01T00:00Z";
  const auto both = parse_bundle_change(two, context());
  ASSERT_TRUE(both);
  EXPECT_EQ(both->pause, time_change{utc("2099-01-01T00:00Z")});
  EXPECT_EQ(both->end, time_change{utc("2098-01-01T00:00Z")});
  EXPECT_EQ(code_of("endtime=;concurrency=3"), "E1317");
  EXPECT_EQ(code_of("pausetime=;endtime=soon"), "E1317");

  const auto first = parse_bundle_change(two, context(dialect::oozie));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->pause, time_change{utc("2099-01-01T00:00Z")});
  EXPECT_FALSE(first->end) << "the pause time goes first, the coordinators are told both";
  EXPECT_EQ(first->for_coordinators, two);
  EXPECT_EQ(code_of("endtime=;concurrency=3", context(dialect::oozie)), "");
  EXPECT_EQ(code_of("pausetime=;endtime=soon", context(dialect::oozie)), "");
}

TEST(bundle_change, minds_the_kick_off_time_in_the_default) {
  bundle_change_context in = context();
  in.kick_off = utc("2050-01-01T00:00Z");
  EXPECT_EQ(code_of("endtime=2049-01-01T00:00Z", in), "E1317");
  EXPECT_EQ(code_of("endtime=2050-01-01T00:00Z", in), "");
  EXPECT_EQ(code_of("endtime=", in), "");
  in.reading = dialect::oozie;
  EXPECT_EQ(code_of("endtime=2049-01-01T00:00Z", in), "");
}

TEST(bundle_change, minds_the_status) {
  const bundle_change pause{time_change{}, std::nullopt, ""};
  const bundle_change end{std::nullopt, time_change{}, ""};
  for (const status state : {status::succeeded, status::failed, status::done_with_error}) {
    ASSERT_FALSE(check_bundle_change(pause, state));
    EXPECT_EQ(check_bundle_change(pause, state).error().oozie, "E1312");
    EXPECT_TRUE(check_bundle_change(end, state));
  }
  EXPECT_FALSE(check_bundle_change(pause, status::killed));
  ASSERT_FALSE(check_bundle_change(end, status::killed));
  EXPECT_EQ(check_bundle_change(end, status::killed).error().oozie, "E1312");
  for (const status state : {status::prep, status::prep_paused, status::running, status::paused,
                             status::suspended_with_error})
    EXPECT_TRUE(check_bundle_change(pause, state) && check_bundle_change(end, state));
}

TEST(bundle_change, reports_the_coordinators_that_were_not_changed) {
  EXPECT_TRUE(report_bundle_change({}));
  const auto out =
      report_bundle_change({{"C2", std::string(coordinator_is_killed)}, {"C3", "end is over"}});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().oozie, "E1320");
  EXPECT_NE(out.error().sentence.find("C2 : Coord is in killed state, C3 : end is over"),
            std::string::npos);
}

}  // namespace
}  // namespace foliot::model

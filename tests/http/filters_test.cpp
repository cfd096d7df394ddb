#include "http/filters.hpp"

#include <gtest/gtest.h>

#include "tests/http/world.hpp"

namespace foliot::http {
namespace {

using foliot::testing::at;

result<list_filter> list(std::string_view text, entity_kind kind = entity_kind::workflow) {
  const foliot::testing::fake_reader reader;
  return parse_list_filter(text, kind, reader.ids());
}

TEST(list_filter, takes_alternatives_and_ignores_groups) {
  const auto out = list("USER=joe;user=ann;;status=RUNNING;group=x;sortBy=createdTime");
  ASSERT_TRUE(out);
  EXPECT_EQ(out->jobs.users, (std::vector<std::string>{"joe", "ann"}));
  EXPECT_EQ(out->jobs.states, std::vector{model::status::running});
  EXPECT_FALSE(out->matches_nothing);
}

TEST(list_filter, takes_every_status_of_every_kind) {
  // Oozie's clients ask for statuses of other kinds and expect an empty list.
  EXPECT_TRUE(list("status=DONEWITHERROR"));
}

TEST(list_filter, knows_ids_of_this_engine_only) {
  const auto mixed = list("id=" + foliot::testing::workflow_wire + ";id=moon");
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->jobs.ids, std::vector<job_number>{foliot::testing::workflow_job});
  EXPECT_FALSE(mixed->matches_nothing);
  EXPECT_TRUE(list("id=moon")->matches_nothing);
}

TEST(list_filter, reads_text_times_and_frequency) {
  const instant now = at(12, 0);
  const auto coordinators = [&](const std::string& text) {
    return parse_list_filter(text, entity_kind::coordinator, wire_ids{}, dialect::lenient, now);
  };
  const auto out = coordinators("text=a%c;startCreatedTime=-2h;endcreatedtime=2026-01-05T11:00Z");
  ASSERT_TRUE(out);
  EXPECT_EQ(out->created_from, instant{now.ms - 2 * ms_per_hour});
  EXPECT_TRUE(out->takes("id", "xabbcx", "joe", at(10, 30)));
  EXPECT_TRUE(out->takes("id", "moon", "abc", at(10, 30)));
  EXPECT_TRUE(out->takes("a%c", "moon", "joe", at(10, 30)));
  EXPECT_FALSE(out->takes("id", "moon", "joe", at(10, 30)));
  EXPECT_FALSE(out->takes("id", "abc", "joe", at(9, 59)));
  EXPECT_FALSE(out->takes("id", "abc", "joe", at(11, 1)));
  EXPECT_EQ(coordinators("frequency=2.9;unit=Hours")->frequency, "120");
  EXPECT_EQ(coordinators("frequency=2;unit=months")->unit, "MONTH");
  EXPECT_EQ(coordinators("frequency=2")->unit, "MINUTE");
  EXPECT_EQ(coordinators("unit=days").error().oozie, "E0420");
  EXPECT_EQ(coordinators("frequency=often").error().oozie, "E0420");
  EXPECT_TRUE(coordinators("sortby=LastModifiedTime")->newest_change_first);
}

TEST(list_filter, refuses_what_oozie_finds_in_its_query_with_e0603) {
  for (const char* text : {"text=a;text=b", "sortby=createdTime;sortby=x", "startcreatedtime=3h",
                           "startcreatedtime=-3y", "endcreatedtime=yesterday",
                           "endcreatedtime=-1d;endcreatedtime=-2d"})
    EXPECT_EQ(list(text).error().oozie, "E0603") << text;
}

TEST(list_filter, refuses_with_e0420) {
  for (const char* text :
       {"status", "status=", "a=b=c", "moon=1", "status=running", " user=joe", "frequency=5"}) {
    const auto out = list(text);
    ASSERT_FALSE(out) << text;
    EXPECT_EQ(out.error().oozie, "E0420") << text;
    EXPECT_FALSE(out.error().remedy.empty()) << text;
  }
}

TEST(action_filter, compares_status_and_time) {
  const auto out = parse_action_filter(
      "status=killed;Status=FAILED;nominaltime>=2026-01-05T00:05Z;nominaltime<2026-01-05T00:10Z");
  ASSERT_TRUE(out);
  EXPECT_TRUE(out->takes(model::status::killed, at(0, 5)));
  EXPECT_TRUE(out->takes(model::status::failed, at(0, 9)));
  EXPECT_FALSE(out->takes(model::status::running, at(0, 5)));
  EXPECT_FALSE(out->takes(model::status::killed, at(0, 4)));
  EXPECT_FALSE(out->takes(model::status::killed, at(0, 10)));
}

TEST(action_filter, excludes) {
  const auto out = parse_action_filter("status!=KILLED;nominaltime!=2026-01-05T00:05Z");
  ASSERT_TRUE(out);
  EXPECT_FALSE(out->takes(model::status::killed, at(0, 0)));
  EXPECT_FALSE(out->takes(model::status::running, at(0, 5)));
  EXPECT_TRUE(out->takes(model::status::running, at(0, 10)));
  EXPECT_TRUE(parse_action_filter("")->takes_all());
}

TEST(action_filter, refuses) {
  const std::pair<const char*, const char*> rows[] = {
      {"moon=1", "E0421"},
      {"status", "E0421"},
      {"status=MOON", "E0421"},
      {"status>RUNNING", "E0421"},
      {"nominaltime=tomorrow", "E0421"},
      {"nominaltime>2026-01-05T00:00Z;nominaltime>2026-01-05T00:05Z", "E0603"}};
  for (const auto& [text, code] : rows) {
    const auto out = parse_action_filter(text);
    ASSERT_FALSE(out) << text;
    EXPECT_EQ(out.error().oozie, code) << text;
  }
}

}  // namespace
}  // namespace foliot::http

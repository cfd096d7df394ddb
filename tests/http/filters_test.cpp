#include "http/filters.hpp"

#include <gtest/gtest.h>

#include "tests/http/world.hpp"

namespace foliot::http {
namespace {

using foliot::testing::at;

result<list_filter> list(std::string_view text, entity_kind kind = entity_kind::workflow) {
  const foliot::testing::fake_reader reader;
  return parse_list_filter(text, kind, reader.ids(), at(3, 0));
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

TEST(list_filter, refuses_with_e0420) {
  for (const char* text : {"status", "status=", "a=b=c", "moon=1", "status=running", " user=joe",
                           "frequency=5", "unit=days"}) {
    const auto out = list(text);
    ASSERT_FALSE(out) << text;
    EXPECT_EQ(out.error().oozie, "E0420") << text;
    EXPECT_FALSE(out.error().remedy.empty()) << text;
  }
}

TEST(list_filter, takes_a_text) {
  EXPECT_EQ(list("text=x y")->jobs.text, "x y");
  const auto twice = list("text=x;text=y");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().oozie, "E0603");
}

TEST(list_filter, takes_times_and_those_before_now) {
  const auto out = list("startCreatedTime=-2h;endcreatedtime=2026-01-05T02:30Z");
  ASSERT_TRUE(out);
  EXPECT_EQ(out->jobs.from, at(1, 0));
  EXPECT_EQ(out->jobs.until, at(2, 30));
  EXPECT_EQ(list("startcreatedtime=0d")->jobs.from, at(3, 0));
  EXPECT_EQ(list("startcreatedtime=-5m")->jobs.from, at(2, 55));
  EXPECT_EQ(list("startcreatedtime=-1d")->jobs.from, plus_ms(at(3, 0), -ms_per_day));
  EXPECT_TRUE(list("startcreatedtime=-99999999999999d"));
  for (const char* text :
       {"startcreatedtime=2d", "startcreatedtime=tomorrow", "endcreatedtime=-d",
        "endcreatedtime=-1.5h", "endcreatedtime=-2w", "startcreatedtime=-99999999999999999999d",
        "startcreatedtime=-2d;startcreatedtime=-3d"}) {
    const auto wrong = list(text);
    ASSERT_FALSE(wrong) << text;
    EXPECT_EQ(wrong.error().oozie, "E0603") << text;
    EXPECT_FALSE(wrong.error().remedy.empty()) << text;
  }
}

TEST(list_filter, takes_frequencies_of_coordinators) {
  using time::time_unit;
  using every = decltype(list_filter::every);
  const auto read = [](const char* text) { return list(text, entity_kind::coordinator); };
  EXPECT_EQ(read("frequency=5")->every, (every{{5, time_unit::minute}}));
  EXPECT_EQ(read("frequency=2.9;unit=Hours")->every, (every{{120, time_unit::minute}}));
  EXPECT_EQ(
      read("frequency=1;frequency=2;unit=days;unit=months")->every,
      (every{
          {1, time_unit::day}, {1, time_unit::month}, {2, time_unit::day}, {2, time_unit::month}}));
  EXPECT_TRUE(read("user=ann")->every.empty());
  for (const char* text : {"unit=days", "frequency=often", "frequency=1;unit=weeks",
                           "frequency=nan", "frequency=1e300"}) {
    const auto wrong = read(text);
    ASSERT_FALSE(wrong) << text;
    EXPECT_EQ(wrong.error().oozie, "E0420") << text;
  }
  EXPECT_FALSE(list("frequency=5", entity_kind::bundle));
}

TEST(list_filter, may_say_the_order_once) {
  EXPECT_FALSE(list("sortby=createdTime")->newest_change_first);
  EXPECT_TRUE(list("sortBy=LastModifiedTime")->newest_change_first);
  EXPECT_EQ(list("sortby=createdTime;sortby=x").error().oozie, "E0603");
}

TEST(list_filter, of_workflows_knows_their_statuses_only_in_oozies_dialect) {
  const auto oozie = [](std::string_view text, entity_kind kind) {
    return parse_list_filter(text, kind, wire_ids{}, at(3, 0), dialect::oozie);
  };
  EXPECT_EQ(oozie("status=DONEWITHERROR", entity_kind::workflow).error().oozie, "E0420");
  EXPECT_TRUE(oozie("status=KILLED", entity_kind::workflow));
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

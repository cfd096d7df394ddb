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

TEST(list_filter, refuses_with_e0420) {
  for (const char* text : {"status", "status=", "a=b=c", "moon=1", "status=running", " user=joe",
                           "text=x", "frequency=5", "sortby=lastModifiedTime"}) {
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

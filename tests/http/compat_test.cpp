// In Oozie's dialect errors show in DONEWITHERROR only (bundle.md 5).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "http/filters.hpp"
#include "http/views.hpp"

namespace foliot::http {
namespace {

using enum model::status;

TEST(compat, states_with_errors_are_hidden_where_oozie_hides_them) {
  EXPECT_EQ(shown_status(running_with_error, {}, dialect::oozie), running);
  EXPECT_EQ(shown_status(suspended_with_error, {}, dialect::oozie), suspended);
  EXPECT_EQ(shown_status(paused_with_error, {}, dialect::oozie), paused);
  EXPECT_EQ(shown_status(done_with_error, {}, dialect::oozie), done_with_error);
  EXPECT_EQ(shown_status(running_with_error, {}, dialect::lenient), running_with_error);
}

TEST(compat, a_job_may_choose_for_itself) {
  const model::configuration as_oozie{{"foliot.compat", "oozie"}};
  const model::configuration as_foliot{{"foliot.compat", "default"}};
  EXPECT_EQ(shown_status(running_with_error, as_oozie, dialect::lenient), running);
  EXPECT_EQ(shown_status(running_with_error, as_foliot, dialect::oozie), running_with_error);
}

list_filter filter(const std::string& text, dialect reading,
                   entity_kind kind = entity_kind::bundle) {
  const auto out = parse_list_filter(text, kind, wire_ids{}, {}, reading);
  EXPECT_TRUE(out) << out.error().text();
  return out ? *out : list_filter{};
}

TEST(compat, a_filter_means_what_is_shown) {
  using states = std::vector<model::status>;
  EXPECT_EQ(filter("status=RUNNING", dialect::lenient).jobs.states, states{running});
  EXPECT_EQ(filter("status=RUNNING", dialect::oozie).jobs.states,
            (states{running, running_with_error}));
  EXPECT_EQ(filter("status=DONEWITHERROR", dialect::oozie).jobs.states, states{done_with_error});
  EXPECT_TRUE(filter("status=RUNNINGWITHERROR", dialect::oozie).matches_nothing);
  EXPECT_FALSE(filter("status=RUNNINGWITHERROR;status=PREP", dialect::oozie).matches_nothing);
  EXPECT_FALSE(filter("user=ann", dialect::oozie).matches_nothing);
  EXPECT_EQ(filter("status=RUNNING", dialect::oozie, entity_kind::workflow).jobs.states,
            states{running});
}

TEST(compat, a_bundle_shows_its_pause_and_end_time) {
  model::bundle_record record;
  record.state = paused;
  EXPECT_TRUE(bundle_json("b", record, nullptr, {}, {})["pauseTime"].is_null());
  EXPECT_TRUE(bundle_json("b", record, nullptr, {}, {})["endTime"].is_null());
  record.pause_at = instant{1'767'571'200'000};
  record.end_changed = instant{1'767'571'200'000};
  const auto body = bundle_json("b", record, nullptr, {}, {});
  EXPECT_EQ(body["pauseTime"], "Mon, 05 Jan 2026 00:00:00 GMT");
  EXPECT_EQ(body["endTime"], "Mon, 05 Jan 2026 00:00:00 GMT");
}

}  // namespace
}  // namespace foliot::http

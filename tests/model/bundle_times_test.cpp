// Changes and reruns of a bundle, and how they reach its coordinators (bundle.md 6).
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "model/bundle_orders.hpp"
#include "tests/model/bundle_fixture.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::children;
using support::confirm_all;
using support::day;
using support::in_state;
using support::minutes;
using support::owed_text;
using support::running_bundle;
using support::sent;
using fixture = support::bundle_fixture;

// -- change ---------------------------------------------------------------------------------------

result<bundle_verdict> judged(const fixture& f, const std::string& text,
                              const std::vector<status>& states) {
  return judge_change(f.context(), f.record, text, states, {}, day);
}

TEST(bundle_change_order, tells_every_coordinator_and_lists_those_it_cannot) {
  fixture f = running_bundle({"a", "b", "c"});
  const auto out = judged(f, "pausetime=2026-01-06T00:00Z;endtime=2026-02-01T00:00Z",
                          {succeeded, killed, running});
  ASSERT_TRUE(out) << out.error().text();
  ASSERT_EQ(out->unreached.size(), 1U);
  EXPECT_EQ(out->unreached[0], (unreached_member{1, "Coord is in killed state"}));
  EXPECT_TRUE(f.feed(*out->event));
  EXPECT_EQ(owed_text(f), "0 change, 2 change");
  const auto values = std::get<orders::change>(sent(f)[0].what).values;
  EXPECT_EQ(values.pause, minutes(24 * 60));
  EXPECT_EQ(values.end, minutes(27 * 24 * 60));
  EXPECT_EQ(f.record.pause_at, minutes(24 * 60));
  EXPECT_EQ(f.record.end_changed, minutes(27 * 24 * 60));
}

TEST(bundle_change_order, an_end_is_for_coordinators_to_come_only_where_oozie_is_not_followed) {
  for (const dialect reading : {dialect::lenient, dialect::oozie}) {
    fixture f(support::bundle({"a"}));
    EXPECT_TRUE(f.feed(support::submission()));
    f.record.reading = reading;
    f.record.end_changed = minutes(27 * 24 * 60);
    EXPECT_TRUE(f.feed(bundle_events::started{{100}}));
    EXPECT_TRUE(f.feed(support::accepted(0)));
    EXPECT_EQ(owed_text(f), reading == dialect::oozie ? "" : "0 change");
  }
}

TEST(bundle_change_order, a_newer_change_keeps_what_the_older_one_said_besides) {
  fixture f = running_bundle({"a"});
  EXPECT_TRUE(f.feed(*judged(f, "pausetime=2026-01-06T00:00Z", {running})->event));
  EXPECT_TRUE(f.feed(*judged(f, "endtime=2026-02-01T00:00Z", {running})->event));
  ASSERT_EQ(owed_text(f), "0 change");
  const auto values = std::get<orders::change>(sent(f)[0].what).values;
  EXPECT_TRUE(values.pause && values.end);
  confirm_all(f);
  EXPECT_EQ(f.record.members[0].change, coordinator_change{}) << "nothing of it is told again";
}

TEST(bundle_change_order, a_new_end_brings_an_ended_bundle_back) {
  const std::vector<std::pair<status, status>> rows{
      {succeeded, running}, {done_with_error, running_with_error}, {failed, running_with_error}};
  for (const auto& [before, after] : rows) {
    fixture f = running_bundle({"a"});
    in_state(f, before);
    f.record.error = "why";
    const auto out = judged(f, "endtime=2026-02-01T00:00Z", {succeeded});
    ASSERT_TRUE(out && out->event);
    EXPECT_TRUE(f.feed(*out->event));
    EXPECT_EQ(name(f.record.state), name(after));
    EXPECT_EQ(f.record.error, "");
    f.feed(bundle_events::children_changed{children({succeeded})});
    EXPECT_FALSE(is_terminal(f.record.state)) << "its coordinator has not answered";
    confirm_all(f);
    EXPECT_TRUE(f.feed(bundle_events::children_changed{children({succeeded})}));
    EXPECT_EQ(f.record.state, succeeded);
  }
}

TEST(bundle_change_order, a_new_end_in_a_suspended_bundle_leaves_its_coordinators_suspended) {
  fixture f = running_bundle({"a"});
  EXPECT_TRUE(f.feed(bundle_events::suspended{}));
  confirm_all(f);
  bundle_events::changed later;
  later.end = minutes(600);
  later.for_members.end = minutes(600);
  later.members = {0};
  EXPECT_TRUE(f.feed(later));
  EXPECT_EQ(f.record.state, suspended);
  EXPECT_EQ(owed_text(f), "0 change, 0 suspend") << "in this order: the change may revive it";
}

TEST(bundle_change_order, of_an_ended_bundle_is_refused_silently) {
  for (status s : {succeeded, failed, killed, done_with_error}) {
    fixture f = running_bundle({"a"});
    in_state(f, s);
    const auto out = judged(f, "pausetime=2026-01-06T00:00Z", {succeeded});
    ASSERT_TRUE(out);
    EXPECT_FALSE(out->event);
    EXPECT_NE(out->note.find(name(s)), std::string::npos);
  }
}

TEST(bundle_change_order, what_is_malformed_is_refused) {
  const fixture f = running_bundle({"a"});
  EXPECT_EQ(judged(f, "pausetime=2020-01-01T00:00Z", {running}).error().oozie, "E1317");
  EXPECT_EQ(judged(f, "pausetime", {running}).error().oozie, "E1015");
  EXPECT_EQ(judged(f, "concurrency=3", {running}).error().oozie, "E1317");
}

TEST(bundle_change_order, in_oozies_dialect_coordinators_hear_the_whole_text) {
  fixture f = running_bundle({"a"});
  f.record.reading = dialect::oozie;
  const auto both = judged(f, "pausetime=2026-01-06T00:00Z;endtime=2026-02-01T00:00Z", {running});
  ASSERT_TRUE(both && both->event);
  const auto& event = std::get<bundle_events::changed>(*both->event);
  EXPECT_FALSE(event.end) << "the bundle takes the pause time only";
  EXPECT_TRUE(event.for_members.end);
  const auto odd = judged(f, "pausetime=2026-01-06T00:00Z;colour=red", {running});
  ASSERT_TRUE(odd && odd->event);
  EXPECT_EQ(odd->unreached.size(), 1U);
  EXPECT_TRUE(std::get<bundle_events::changed>(*odd->event).members.empty());
}

// -- rerun ----------------------------------------------------------------------------------------

orders::rerun_bundle rerun_of(std::vector<std::string> names,
                              std::vector<std::pair<instant, instant>> times = {}) {
  orders::rerun_bundle out;
  out.coordinators = std::move(names);
  out.times.times = std::move(times);
  return out;
}

TEST(bundle_rerun, moves_as_the_table_says) {
  const std::vector<std::pair<status, status>> rows{{succeeded, running},
                                                    {suspended, running},
                                                    {running, running},
                                                    {paused, paused},
                                                    {done_with_error, running_with_error},
                                                    {suspended_with_error, running_with_error},
                                                    {running_with_error, running_with_error},
                                                    {paused_with_error, paused_with_error}};
  for (const auto& [before, after] : rows) {
    fixture f = running_bundle({"a", "b"});
    in_state(f, before);
    f.record.pause_at = minutes(99);
    const auto out = judge_rerun(f.context(), f.record, rerun_of({"b"}));
    ASSERT_TRUE(out && out->event);
    EXPECT_TRUE(f.feed(*out->event));
    EXPECT_EQ(name(f.record.state), name(after));
    EXPECT_EQ(f.record.pause_at, minutes(99)) << "a rerun keeps the pause time";
    EXPECT_EQ(owed_text(f), "1 rerun");
  }
}

TEST(bundle_rerun, selects_by_name_and_by_date) {
  fixture f = running_bundle({"a", "b"});
  in_state(f, succeeded);
  const auto dated = judge_rerun(f.context(), f.record, rerun_of({}, {{day, minutes(9)}}));
  EXPECT_EQ(std::get<bundle_events::rerun>(*dated->event).members, (std::vector<uint16_t>{0, 1}));
  const auto named = judge_rerun(f.context(), f.record, rerun_of({"b", "nobody"}));
  EXPECT_TRUE(f.feed(*named->event));
  const auto whole = std::get<orders::rerun>(sent(f).at(0).what).scope;
  EXPECT_TRUE(whole.times.empty());
  EXPECT_EQ(whole.numbers, (std::vector<std::pair<uint32_t, uint32_t>>{{1, UINT32_MAX}}))
      << "without a date, from its start to its end";
  EXPECT_EQ(judge_rerun(f.context(), f.record, rerun_of({"b"})).error().oozie, "E1018")
      << "the first one is not confirmed";
}

TEST(bundle_rerun, where_nothing_is_selected_nothing_changes) {
  fixture f = running_bundle({"a"});
  in_state(f, succeeded);
  EXPECT_FALSE(judge_rerun(f.context(), f.record, rerun_of({"nobody"}))->event);
  EXPECT_FALSE(judge_rerun(f.context(), f.record, rerun_of({}))->event);
  f.record.members[0].created = false;
  EXPECT_FALSE(judge_rerun(f.context(), f.record, rerun_of({"a"}))->event)
      << "it has no coordinator";
}

TEST(bundle_rerun, means_nothing_before_the_start_or_after_a_kill) {
  for (status s : {killed, failed, prep, prep_paused, prep_suspended}) {
    fixture f = running_bundle({"a"});
    in_state(f, s);
    const auto out = judge_rerun(f.context(), f.record, rerun_of({"a"}));
    ASSERT_TRUE(out);
    EXPECT_FALSE(out->event);
    EXPECT_NE(out->note.find(name(s)), std::string::npos);
    EXPECT_FALSE(f.feed(bundle_events::rerun{{0}, {}}));
  }
}

}  // namespace
}  // namespace foliot::model

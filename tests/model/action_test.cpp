#include "model/action.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <variant>
#include <vector>

#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::count;
using support::find;
using support::minutes;

struct fixture {
  coordinator_definition definition = support::coordinator(60, 24);
  action_record record;
  std::vector<birth<workflow_event>> births;

  explicit fixture(instant nominal = minutes(0), instant now = minutes(0)) {
    EXPECT_TRUE(feed(action_events::created{nominal}, now));
  }

  action_context context() const {
    return {action_of(support::coordinator_id, 1), definition, definition.end};
  }
  bool feed(const action_event& event, instant now = minutes(1)) {
    action_step out = advance(context(), record, event, now);
    EXPECT_FALSE(out.broken) << *out.broken;
    if (!out.accepted) return false;
    EXPECT_EQ(out.next.version, record.version + 1);
    EXPECT_EQ(out.next.modified, now);
    record = out.next;
    births = out.births;
    return true;
  }
  bool workflow(status state) { return feed(action_events::workflow_changed{state, "", ""}); }
  std::vector<action_effect> owes(instant now = minutes(1)) const {
    return owed(context(), record, now);
  }
};

fixture ready_action() {
  fixture f;
  EXPECT_TRUE(f.feed(action_events::inputs_found{}));
  return f;
}

fixture submitted_action() {
  fixture f = ready_action();
  EXPECT_TRUE(f.feed(action_events::submitted{55, {}}));
  return f;
}

TEST(action, is_born_waiting_and_owes_a_watch_and_its_alarms) {
  fixture f(minutes(30), minutes(0));
  EXPECT_EQ(f.record.state, waiting);
  EXPECT_EQ(f.record.created, minutes(0));
  const auto effects = f.owes(minutes(0));
  EXPECT_EQ(count<action_effects::watch_inputs>(effects), 1U);
  EXPECT_EQ(count<action_effects::report>(effects), 1U);
  ASSERT_EQ(count<action_effects::wake_at>(effects), 2U) << "nominal time and time-out";
  EXPECT_EQ(find<action_effects::wake_at>(effects)->at, minutes(30));
  EXPECT_EQ(count<action_effects::wake_at>(f.owes(minutes(30))), 1U) << "time-out only";
  EXPECT_FALSE(f.feed(action_events::created{minutes(0)}));
}

TEST(action, is_not_ready_before_its_nominal_time) {
  fixture f(minutes(30), minutes(0));
  EXPECT_FALSE(f.feed(action_events::inputs_found{}, minutes(29)));
  EXPECT_TRUE(f.feed(action_events::inputs_found{}, minutes(30)));
  EXPECT_EQ(f.record.state, ready);
  EXPECT_EQ(count<action_effects::report>(f.owes()), 1U) << "which asks for a slot";
  EXPECT_FALSE(f.feed(action_events::inputs_found{}, minutes(31))) << "repeated";
}

TEST(action, times_out_strictly_after_its_minutes) {
  fixture f;
  f.definition.timeout_minutes = 10;
  EXPECT_EQ(timeout_at(f.definition, minutes(0), minutes(5)), minutes(16)) << "from its creation";
  EXPECT_EQ(timeout_at(f.definition, minutes(9), minutes(5)), minutes(20)) << "from nominal time";
  EXPECT_FALSE(f.feed(action_events::timed_out{}, {minutes(11).ms - 1}));
  EXPECT_TRUE(f.feed(action_events::timed_out{}, minutes(11)));
  EXPECT_EQ(f.record.state, timed_out);
  EXPECT_FALSE(f.feed(action_events::inputs_found{}, minutes(12)));
}

TEST(action, without_time_out_waits_for_ever) {
  fixture f;
  f.definition.timeout_minutes = -1;
  EXPECT_EQ(timeout_at(f.definition, minutes(0), minutes(0)), never);
  EXPECT_EQ(count<action_effects::wake_at>(f.owes()), 0U);
  EXPECT_FALSE(f.feed(action_events::timed_out{}, minutes(1'000'000)));
}

TEST(action, only_a_waiting_one_times_out) {
  fixture f = ready_action();
  EXPECT_FALSE(f.feed(action_events::timed_out{}, minutes(9999)));
}

TEST(action, of_last_only_and_none_wakes_when_it_may_be_skipped) {
  fixture f;
  f.definition.timeout_minutes = -1;
  f.definition.order = execution_order::none;
  ASSERT_EQ(count<action_effects::wake_at>(f.owes()), 1U);
  EXPECT_EQ(find<action_effects::wake_at>(f.owes())->at, plus_ms(minutes(1), 1));
  f.definition.order = execution_order::last_only;
  EXPECT_EQ(find<action_effects::wake_at>(f.owes())->at, plus_ms(minutes(60), 1));
  EXPECT_TRUE(f.feed(action_events::skipped{}));
  EXPECT_EQ(f.record.state, skipped);
  EXPECT_EQ(count<action_effects::wake_at>(f.owes()), 0U);
}

TEST(action, is_skipped_from_waiting_and_ready_only) {
  EXPECT_TRUE(ready_action().feed(action_events::skipped{}));
  fixture f = submitted_action();
  EXPECT_FALSE(f.feed(action_events::skipped{}));
}

TEST(action, gives_birth_to_its_workflow) {
  fixture f = submitted_action();
  EXPECT_EQ(f.record.state, submitted);
  EXPECT_EQ(f.record.workflow, 55U);
  ASSERT_EQ(f.births.size(), 1U);
  EXPECT_EQ(f.births[0].id, (entity_id{0, entity_kind::workflow, 0, 7, 55}));
  EXPECT_EQ(std::get<workflow_events::created>(f.births[0].event).parent, f.context().self);
  EXPECT_FALSE(f.feed(action_events::submitted{56, {}})) << "never twice";
  EXPECT_EQ(f.owes().size(), 1U) << "only its report";
}

TEST(action, without_a_workflow_id_breaks_the_contract) {
  const fixture f = ready_action();
  EXPECT_TRUE(advance(f.context(), f.record, action_events::submitted{}, minutes(1)).broken);
}

TEST(action, fails_when_its_start_is_refused) {
  fixture f = ready_action();
  EXPECT_TRUE(f.feed(action_events::start_refused{"E0701", "no such element"}));
  EXPECT_EQ(f.record.state, failed);
  ASSERT_NE(f.record.error, nullptr);
  EXPECT_EQ(f.record.error->code, "E0701");
  fixture g;
  EXPECT_TRUE(g.feed(action_events::start_refused{"E1010", "no inputs"})) << "while WAITING too";
  fixture h = submitted_action();
  EXPECT_FALSE(h.feed(action_events::start_refused{"E0701", "late"}));
}

TEST(action, follows_its_workflow) {
  fixture f = submitted_action();
  EXPECT_FALSE(f.workflow(prep));
  EXPECT_TRUE(f.workflow(running));
  EXPECT_FALSE(f.workflow(running)) << "repeated";
  EXPECT_TRUE(f.workflow(suspended));
  EXPECT_TRUE(f.workflow(running));
  EXPECT_TRUE(f.workflow(succeeded));
  EXPECT_EQ(f.record.state, succeeded);
  EXPECT_EQ(count<action_effects::announce_outputs>(f.owes()), 1U);
  EXPECT_FALSE(f.workflow(failed)) << "an end is an end";
}

TEST(action, may_hear_of_its_workflow_s_end_first) {
  for (status end : {succeeded, killed, failed}) {
    fixture f = submitted_action();
    EXPECT_TRUE(f.feed(action_events::workflow_changed{end, "E0", "why"}));
    EXPECT_EQ(f.record.state, end);
    EXPECT_EQ(f.record.error != nullptr, end != succeeded);
  }
}

TEST(action, without_a_workflow_hears_of_none) {
  fixture f = ready_action();
  EXPECT_FALSE(f.workflow(running));
  EXPECT_FALSE(f.workflow(succeeded));
}

TEST(action, killed_before_its_start_is_simply_killed) {
  fixture f = ready_action();
  EXPECT_TRUE(f.feed(action_events::killed{}));
  EXPECT_EQ(f.record.state, killed);
  EXPECT_FALSE(f.record.pending);
  EXPECT_EQ(count<action_effects::order_workflow>(f.owes()), 0U);
  EXPECT_FALSE(f.feed(action_events::killed{}));
}

TEST(action, killed_with_a_workflow_is_pending_until_that_has_ended) {
  for (status end : {killed, succeeded, failed}) {
    fixture f = submitted_action();
    EXPECT_TRUE(f.feed(action_events::killed{}));
    EXPECT_TRUE(f.record.pending);
    EXPECT_EQ(count<action_effects::order_workflow>(f.owes()), 1U);
    EXPECT_FALSE(f.workflow(running)) << "a late report confirms nothing";
    EXPECT_TRUE(f.workflow(end));
    EXPECT_EQ(f.record.state, killed);
    EXPECT_FALSE(f.record.pending);
    EXPECT_EQ(f.owes().size(), 1U) << "only its report";
    EXPECT_FALSE(f.workflow(end)) << "repeated";
  }
}

TEST(action, a_rerun_forgets_its_error_and_in_oozies_dialect_leaves_an_empty_one) {
  for (const bool exact : {false, true}) {
    fixture f = submitted_action();
    if (exact) f.definition.conf.emplace("foliot.compat", "oozie");
    EXPECT_TRUE(f.feed(action_events::workflow_changed{failed, "E1", "a"}));
    action_events::rerun again;
    again.orders = 1;
    ASSERT_TRUE(f.feed(again));
    ASSERT_EQ(f.record.error != nullptr, exact);
    if (!exact) continue;
    EXPECT_EQ(*f.record.error, action_error{});
  }
}

TEST(action, records_are_equal_by_the_content_of_their_errors) {
  fixture f = ready_action();
  fixture g = ready_action();
  EXPECT_EQ(f.record, g.record);
  f.feed(action_events::start_refused{"E1", "a"});
  g.feed(action_events::start_refused{"E1", "a"});
  EXPECT_EQ(f.record, g.record);
  fixture h = ready_action();
  h.feed(action_events::start_refused{"E1", "b"});
  EXPECT_FALSE(f.record == h.record);
}

}  // namespace
}  // namespace foliot::model

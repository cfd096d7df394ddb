// A bundle obeys, and owes its coordinators what they have not confirmed (bundle.md 5, 6).
#include "model/bundle_orders.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "tests/model/bundle_fixture.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::accepted;
using support::children;
using support::count;
using support::day;
using support::find;
using support::minutes;
using support::running_bundle;
using support::submission;
using fixture = support::bundle_fixture;
using bundle_effects::order_coordinator;
using support::confirm_all;
using support::in_state;
using support::owed_text;
using support::sent;

TEST(bundle_orders, suspend_and_resume_follow_the_table) {
  const std::vector<std::tuple<status, status, status>> rows{
      {running, suspended, running},
      {paused, suspended, running},
      {running_with_error, suspended_with_error, running_with_error},
      {paused_with_error, suspended_with_error, running_with_error}};
  for (const auto& [before, held, after] : rows) {
    fixture f = running_bundle({"a", "b"});
    in_state(f, before);
    ASSERT_TRUE(judge_suspend(f.record).event);
    EXPECT_TRUE(f.feed(*judge_suspend(f.record).event));
    EXPECT_EQ(name(f.record.state), name(held));
    EXPECT_EQ(owed_text(f), "0 suspend, 1 suspend");
    confirm_all(f);
    EXPECT_TRUE(f.feed(*judge_resume(f.record).event));
    EXPECT_EQ(name(f.record.state), name(after));
    EXPECT_EQ(owed_text(f), "0 resume, 1 resume");
    confirm_all(f);
  }
}

TEST(bundle_orders, before_the_start_nobody_has_to_be_told) {
  for (status before : {prep, prep_paused}) {
    fixture f(support::bundle({"a"}));
    f.feed(submission());
    in_state(f, before);
    EXPECT_TRUE(f.feed(bundle_events::suspended{}));
    EXPECT_EQ(f.record.state, prep_suspended);
    EXPECT_TRUE(f.owes().empty()) << "a suspended bundle is not started by the clock";
    EXPECT_FALSE(judge_suspend(f.record).event);
    EXPECT_FALSE(f.feed(bundle_events::started{{100}}));
    EXPECT_TRUE(f.feed(bundle_events::resumed{}));
    EXPECT_EQ(f.record.state, prep);
    EXPECT_EQ(count<bundle_effects::start>(f.owes()), 1U);
  }
}

TEST(bundle_orders, where_an_order_means_nothing_it_says_so) {
  for (status s : {succeeded, failed, killed, done_with_error}) {
    fixture f = running_bundle({"a"});
    in_state(f, s);
    EXPECT_NE(judge_suspend(f.record).note.find(name(s)), std::string::npos);
    EXPECT_NE(judge_kill(f.record).note.find(name(s)), std::string::npos);
    EXPECT_NE(judge_resume(f.record).note.find(name(s)), std::string::npos);
    EXPECT_FALSE(f.feed(bundle_events::suspended{}));
    EXPECT_FALSE(f.feed(bundle_events::resumed{}));
    EXPECT_FALSE(f.feed(bundle_events::killed{}));
  }
  EXPECT_FALSE(judge_resume(running_bundle({"a"}).record).event);
}

TEST(bundle_orders, a_second_suspend_holds_a_coordinator_that_was_resumed_by_itself) {
  fixture f = running_bundle({"a"});
  f.feed(bundle_events::suspended{});
  confirm_all(f);
  EXPECT_FALSE(f.feed(bundle_events::children_changed{children({running})}))
      << "held by an order, whatever a coordinator does by itself";
  EXPECT_TRUE(f.feed(bundle_events::suspended{}));
  EXPECT_EQ(owed_text(f), "0 suspend");
}

TEST(bundle_orders, suspended_by_its_coordinators_it_goes_on_with_them) {
  fixture f = running_bundle({"a"});
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({suspended})}));
  EXPECT_EQ(f.record.state, suspended);
  EXPECT_FALSE(f.record.suspended);
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({running})}));
  EXPECT_EQ(f.record.state, running);
}

TEST(bundle_orders, paused_by_its_coordinators_it_goes_on_with_them) {
  fixture f = running_bundle({"a", "b"});
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({paused, paused})}));
  EXPECT_EQ(f.record.state, paused);
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({paused, running})}));
  EXPECT_EQ(f.record.state, running);
}

TEST(bundle_orders, an_ignored_coordinator_is_not_waited_for) {
  fixture f = running_bundle({"a", "b"});
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({succeeded, ignored})}));
  EXPECT_EQ(f.record.state, succeeded);
}

TEST(bundle_orders, a_late_answer_confirms_no_newer_order) {
  fixture f = running_bundle({"a"});
  f.feed(bundle_events::suspended{});
  const order_coordinator first = sent(f).at(0);
  f.feed(bundle_events::resumed{});
  EXPECT_FALSE(f.feed(bundle_events::member_confirmed{0, first.kind, first.serial}));
  EXPECT_TRUE(f.record.members[0].pending);
  EXPECT_EQ(owed_text(f), "0 resume");
  EXPECT_FALSE(f.feed(bundle_events::member_confirmed{0, member_order::change, sent(f)[0].serial}))
      << "another kind of order";
  confirm_all(f);
}

TEST(bundle_orders, a_kill_makes_void_what_else_was_owed) {
  fixture f = running_bundle({"a"});
  bundle_events::changed change;
  change.pause = minutes(9);
  change.for_members.pause = minutes(9);
  change.members = {0};
  EXPECT_TRUE(f.feed(change));
  EXPECT_TRUE(f.feed(bundle_events::rerun{{0}, {}}));
  EXPECT_EQ(owed_text(f), "0 change, 0 rerun");
  EXPECT_TRUE(f.feed(bundle_events::killed{}));
  EXPECT_EQ(owed_text(f), "0 kill");
  confirm_all(f);
}

TEST(bundle_orders, what_is_owed_is_owed_in_the_order_in_which_it_was_given) {
  fixture f = running_bundle({"a"});
  EXPECT_TRUE(f.feed(bundle_events::rerun{{0}, {}}));
  EXPECT_TRUE(f.feed(bundle_events::suspended{}));
  EXPECT_EQ(owed_text(f), "0 rerun, 0 suspend");
}

TEST(bundle_orders, an_order_of_version_1_has_no_serial_number) {
  fixture f = running_bundle({"a"});
  in_state(f, killed);
  f.record.members[0].pending = true;
  EXPECT_EQ(owed_text(f), "0 kill");
  EXPECT_TRUE(f.feed(bundle_events::member_confirmed{0}));
  EXPECT_FALSE(f.record.members[0].pending);
}

TEST(bundle_orders, while_it_is_held_no_coordinator_is_born) {
  fixture f(support::bundle({"a", "b"}));
  f.feed(submission());
  f.feed(bundle_events::started{{100, 101}});
  f.feed(bundle_events::suspended{});
  EXPECT_EQ(count<bundle_effects::load_coordinator>(f.owes()), 0U);
  EXPECT_FALSE(f.feed(accepted(0)));
  f.feed(bundle_events::resumed{});
  EXPECT_EQ(count<bundle_effects::load_coordinator>(f.owes()), 2U);
  EXPECT_TRUE(f.feed(accepted(0)));
}

// -- pause ----------------------------------------------------------------------------------------

bundle_events::changed pause_at(std::optional<instant> at, std::vector<uint16_t> members) {
  bundle_events::changed out;
  out.pause = at.value_or(never);
  out.for_members.pause = out.pause;
  out.members = std::move(members);
  return out;
}

TEST(bundle_pause, comes_with_its_time_and_goes_with_a_change) {
  const std::vector<std::pair<status, status>> rows{{running, paused},
                                                    {running_with_error, paused_with_error}};
  for (const auto& [before, after] : rows) {
    fixture f = running_bundle({"a"});
    in_state(f, before);
    EXPECT_TRUE(f.feed(pause_at(minutes(5), {0})));
    confirm_all(f);
    EXPECT_EQ(f.record.state, before);
    ASSERT_NE(find<bundle_effects::wake_at>(f.owes(minutes(4))), nullptr);
    EXPECT_EQ(count<bundle_effects::pause>(f.owes(minutes(4))), 0U);
    EXPECT_FALSE(f.feed(bundle_events::pause_reached{}, minutes(4))) << "too early";
    EXPECT_EQ(count<bundle_effects::pause>(f.owes(minutes(5))), 1U);
    EXPECT_TRUE(f.feed(bundle_events::pause_reached{}, minutes(5)));
    EXPECT_EQ(name(f.record.state), name(after));
    EXPECT_TRUE(f.feed(pause_at(std::nullopt, {0}), minutes(6)));
    EXPECT_EQ(name(f.record.state), name(before));
    EXPECT_EQ(f.record.pause_at, never);
  }
}

TEST(bundle_pause, a_paused_bundle_is_not_kicked_off) {
  fixture f(support::bundle({"a"}));
  f.definition.kick_off = minutes(10);
  f.feed(submission());
  EXPECT_TRUE(f.feed(pause_at(minutes(5), {})));
  EXPECT_EQ(count<bundle_effects::wake_at>(f.owes(minutes(1))), 2U);
  EXPECT_TRUE(f.feed(bundle_events::pause_reached{}, minutes(5)));
  EXPECT_EQ(f.record.state, prep_paused);
  EXPECT_TRUE(f.owes(minutes(11)).empty());
  EXPECT_FALSE(f.feed(bundle_events::started{{100}}, minutes(11)));
  EXPECT_TRUE(f.feed(pause_at(minutes(60), {}), minutes(12)));
  EXPECT_EQ(f.record.state, prep);
  EXPECT_EQ(count<bundle_effects::start>(f.owes(minutes(12))), 1U);
}

TEST(bundle_pause, a_pause_that_is_due_goes_before_a_start_that_is_due) {
  fixture f(support::bundle({"a"}));
  f.feed(submission());
  EXPECT_TRUE(f.feed(pause_at(minutes(0), {})));
  EXPECT_EQ(count<bundle_effects::start>(f.owes()), 0U);
  EXPECT_EQ(count<bundle_effects::pause>(f.owes()), 1U);
}

TEST(bundle_pause, resumed_before_it_ends_it_pauses_again) {
  fixture f = running_bundle({"a"});
  f.feed(pause_at(minutes(5), {0}));
  f.feed(bundle_events::pause_reached{}, minutes(5));
  f.feed(bundle_events::suspended{}, minutes(6));
  EXPECT_EQ(f.record.state, suspended);
  f.feed(bundle_events::resumed{}, minutes(7));
  EXPECT_EQ(f.record.state, running);
  EXPECT_EQ(count<bundle_effects::pause>(f.owes(minutes(7))), 1U);
}

TEST(bundle_pause, a_coordinator_born_later_gets_it_too) {
  fixture f(support::bundle({"a", "b"}));
  f.feed(submission());
  f.feed(bundle_events::started{{100, 101}});
  f.feed(accepted(0));
  EXPECT_TRUE(f.feed(pause_at(minutes(30), {0})));
  confirm_all(f);
  EXPECT_TRUE(f.feed(accepted(1)));
  ASSERT_EQ(owed_text(f), "1 change");
  EXPECT_EQ(std::get<orders::change>(sent(f)[0].what).values.pause, minutes(30));
}

}  // namespace
}  // namespace foliot::model

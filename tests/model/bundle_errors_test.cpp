// What a bundle's properties make of errors: retry and pause (seed 004; rulings 4.9-4.11).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/bundle_orders.hpp"
#include "model/bundle_policy.hpp"
#include "tests/model/bundle_fixture.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::children;
using support::count;
using support::day;
using support::find;
using support::minutes;
using support::running_bundle;
using fixture = support::bundle_fixture;

fixture with(const configuration& conf) {
  fixture f = running_bundle({"a", "b"});
  f.definition.conf = conf;
  return f;
}

void confirm_all(fixture& f, instant now) {
  for (const bundle_effect& effect : f.owes(now)) {
    const auto* each = std::get_if<bundle_effects::order_coordinator>(&effect);
    if (each == nullptr) continue;
    EXPECT_TRUE(
        f.feed(bundle_events::member_confirmed{each->member, each->kind, each->serial}, now));
  }
}

TEST(bundle_retry, tries_again_after_the_interval_as_often_as_asked) {
  fixture f = with({{"oozie.bundle.retry.max", "2"}, {"oozie.bundle.retry.interval", "10"}});
  int64_t now = 0;
  for (uint32_t round = 1; round <= 2; ++round) {
    EXPECT_TRUE(
        f.feed(bundle_events::children_changed{children({succeeded, failed})}, minutes(now)));
    EXPECT_EQ(f.record.state, done_with_error);
    EXPECT_EQ(f.record.retry_at, minutes(now + 10));
    EXPECT_EQ(f.record.error, "");
    EXPECT_EQ(count<bundle_effects::retry>(f.owes(minutes(now + 9))), 0U);
    EXPECT_EQ(find<bundle_effects::wake_at>(f.owes(minutes(now + 9)))->at, minutes(now + 10));
    EXPECT_FALSE(f.feed(bundle_events::retried{{1}}, minutes(now + 9))) << "too early";
    now += 10;
    EXPECT_EQ(count<bundle_effects::retry>(f.owes(minutes(now))), 1U);
    EXPECT_TRUE(f.feed(bundle_events::retried{{1}}, minutes(now)));
    EXPECT_EQ(f.record.state, running_with_error);
    EXPECT_EQ(f.record.retries, round);
    EXPECT_EQ(f.record.retry_at, never);
    const auto effects = f.owes(minutes(now));
    ASSERT_EQ(count<bundle_effects::order_coordinator>(effects), 1U);
    const auto& order = *find<bundle_effects::order_coordinator>(effects);
    EXPECT_EQ(order.member, 1);
    EXPECT_FALSE(std::get<orders::rerun>(order.what).options.nocleanup);
    confirm_all(f, minutes(now));
  }
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({succeeded, failed})}, minutes(now)));
  EXPECT_EQ(f.record.state, done_with_error);
  EXPECT_EQ(f.record.retry_at, never);
  EXPECT_NE(f.record.error.find("after 2 of 2 retries"), std::string::npos) << f.record.error;
  EXPECT_TRUE(f.owes(minutes(now)).empty());
}

TEST(bundle_retry, outputs_stay_where_asked) {
  fixture f = with({{"oozie.bundle.retry.max", "1"}, {"oozie.bundle.retry.nocleanup", "true"}});
  f.feed(bundle_events::children_changed{children({failed, failed})});
  ASSERT_EQ(f.record.state, failed);
  EXPECT_EQ(f.record.retry_at, day) << "without an interval at once";
  EXPECT_TRUE(f.feed(bundle_events::retried{{0, 1}}));
  EXPECT_EQ(f.record.error, "") << "what was wrong is tried again";
  const auto effects = f.owes();
  EXPECT_TRUE(std::get<orders::rerun>(find<bundle_effects::order_coordinator>(effects)->what)
                  .options.nocleanup);
}

TEST(bundle_retry, never_of_a_killed_or_good_end) {
  for (status end : {killed, succeeded}) {
    fixture f = with({{"oozie.bundle.retry.max", "1"}});
    f.feed(bundle_events::children_changed{children({end, end})});
    EXPECT_EQ(f.record.state, end);
    EXPECT_EQ(f.record.retry_at, never);
  }
  fixture f = with({{"oozie.bundle.retry.max", "1"}});
  f.feed(bundle_events::killed{});
  EXPECT_EQ(f.record.retry_at, never);
}

TEST(bundle_retry, a_kill_gives_it_up) {
  fixture f = with({{"oozie.bundle.retry.max", "1"}, {"oozie.bundle.retry.interval", "10"}});
  f.feed(bundle_events::children_changed{children({succeeded, failed})});
  EXPECT_TRUE(judge_kill(f.record).event);
  EXPECT_TRUE(f.feed(bundle_events::killed{}));
  EXPECT_EQ(f.record.state, done_with_error);
  EXPECT_EQ(f.record.retry_at, never);
  EXPECT_NE(f.record.error.find("given up"), std::string::npos);
}

TEST(bundle_retry, a_rerun_by_hand_takes_the_place_of_the_next_one) {
  fixture f = with({{"oozie.bundle.retry.max", "1"}, {"oozie.bundle.retry.interval", "10"}});
  f.feed(bundle_events::children_changed{children({succeeded, failed})});
  EXPECT_TRUE(f.feed(bundle_events::rerun{{1}, {}}, minutes(1)));
  EXPECT_EQ(f.record.retry_at, never);
  EXPECT_EQ(f.record.retries, 0U);
}

fixture to_recover() {
  fixture f = with({{"oozie.bundle.retry.max", "1"}, {"oozie.bundle.recovery.path", "/apps/mend"}});
  f.feed(bundle_events::children_changed{children({succeeded, failed})});
  EXPECT_EQ(count<bundle_effects::name_recovery>(f.owes()), 1U);
  EXPECT_EQ(count<bundle_effects::retry>(f.owes()), 0U);
  EXPECT_FALSE(f.feed(bundle_events::retried{{1}})) << "not before its recovery";
  EXPECT_TRUE(f.feed(bundle_events::recovery_named{77}));
  EXPECT_FALSE(f.feed(bundle_events::recovery_named{78})) << "one name for one retry";
  EXPECT_EQ(find<bundle_effects::recover>(f.owes())->workflow, 77U);
  return f;
}

TEST(bundle_retry, waits_for_its_recovery) {
  fixture f = to_recover();
  EXPECT_FALSE(f.feed(bundle_events::retried{{1}}));
  EXPECT_FALSE(f.feed(bundle_events::recovery_ended{76, succeeded, "", ""})) << "another's";
  EXPECT_TRUE(f.feed(bundle_events::recovery_ended{77, succeeded, "", ""}));
  EXPECT_FALSE(f.feed(bundle_events::recovery_ended{77, failed, "", ""})) << "it has ended";
  EXPECT_EQ(count<bundle_effects::recover>(f.owes()), 0U);
  EXPECT_EQ(count<bundle_effects::retry>(f.owes()), 1U);
  EXPECT_TRUE(f.feed(bundle_events::retried{{1}}));
  EXPECT_EQ(f.record.recovery, 0U);
  EXPECT_FALSE(f.record.recovered);
}

TEST(bundle_retry, is_given_up_when_its_recovery_fails) {
  fixture f = to_recover();
  EXPECT_TRUE(f.feed(bundle_events::recovery_ended{77, killed, "E1", "no disk"}));
  EXPECT_EQ(f.record.retry_at, never);
  EXPECT_EQ(f.record.state, done_with_error);
  for (const char* part : {"/apps/mend", "is KILLED", "no disk"})
    EXPECT_NE(f.record.error.find(part), std::string::npos) << f.record.error;
}

TEST(bundle_retry, a_recovery_that_nobody_wants_any_more_is_killed_first) {
  fixture f = to_recover();
  EXPECT_TRUE(f.feed(bundle_events::rerun{{1}, {}}));
  EXPECT_EQ(find<bundle_effects::end_recovery>(f.owes())->workflow, 77U);
  f.feed(bundle_events::member_confirmed{1, member_order::rerun, f.record.orders});
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({succeeded, failed})}));
  EXPECT_EQ(count<bundle_effects::name_recovery>(f.owes()), 0U);
  EXPECT_EQ(count<bundle_effects::recover>(f.owes()), 0U);
  EXPECT_TRUE(f.feed(bundle_events::recovery_ended{77, succeeded, "", ""}));
  EXPECT_FALSE(f.record.recovered) << "that was for the retry before";
  EXPECT_EQ(count<bundle_effects::name_recovery>(f.owes()), 1U);
}

TEST(bundle_retry, without_anything_to_rerun_it_says_so) {
  fixture f = with({{"oozie.bundle.retry.max", "1"}});
  f.feed(bundle_events::children_changed{children({succeeded, failed})});
  EXPECT_TRUE(f.feed(bundle_events::retried{}));
  EXPECT_EQ(f.record.state, done_with_error);
  EXPECT_EQ(f.record.retry_at, never);
  EXPECT_NE(f.record.error, "");
}

TEST(bundle_policy, numbers_are_checked_at_the_birth) {
  for (const char* text : {"two", "-1", "1001", "1 "}) {
    fixture f(support::bundle({"a"}));
    f.definition.conf = {{"oozie.bundle.retry.max", text}};
    const bundle_step out = advance(f.context(), {}, support::submission(), day);
    EXPECT_FALSE(out.accepted) << text;
    ASSERT_TRUE(out.why_not) << text;
    EXPECT_EQ(out.why_not->oozie, "E1310");
    bundle_events::created compat = support::submission();
    compat.reading = dialect::oozie;
    EXPECT_TRUE(advance(f.context(), {}, compat, day).accepted) << "Oozie knows no such property";
  }
}

TEST(bundle_policy, oozies_dialect_has_none) {
  fixture f = with({{"oozie.bundle.retry.max", "1"}, {"oozie.bundle.pause.on.error", "true"}});
  f.record.reading = dialect::oozie;
  EXPECT_FALSE(f.feed(bundle_events::member_erred{0}));
  f.feed(bundle_events::children_changed{children({succeeded, failed})});
  EXPECT_EQ(f.record.retry_at, never);
  EXPECT_EQ(f.record.error, "");
}

TEST(bundle_pause_on_error, holds_all_from_the_first_error_on) {
  fixture f = with({{"oozie.bundle.pause.on.error", "TRUE"}});
  EXPECT_TRUE(f.feed(bundle_events::member_erred{1}, minutes(3)));
  EXPECT_EQ(f.record.state, paused_with_error);
  EXPECT_EQ(f.record.pause_at, minutes(3));
  const auto effects = f.owes(minutes(3));
  ASSERT_EQ(count<bundle_effects::order_coordinator>(effects), 2U);
  const auto& told =
      std::get<orders::change>(find<bundle_effects::order_coordinator>(effects)->what);
  EXPECT_EQ(told.values.pause, plus_ms(minutes(3), 1))
      << "an action of this moment may run already";
  confirm_all(f, minutes(3));
  EXPECT_FALSE(f.feed(bundle_events::member_erred{1}, minutes(4))) << "only the first one";
  EXPECT_FALSE(
      f.feed(bundle_events::children_changed{children({running, running_with_error})}, minutes(4)))
      << "it stays paused until a person resets it";
  bundle_events::changed reset;
  reset.pause = never;
  reset.for_members.pause = never;
  reset.members = {0, 1};
  EXPECT_TRUE(f.feed(reset, minutes(5)));
  EXPECT_EQ(f.record.state, running_with_error);
  EXPECT_TRUE(f.feed(bundle_events::member_erred{0}, minutes(6))) << "another one's first error";
  EXPECT_EQ(f.record.state, paused_with_error);
}

TEST(bundle_pause_on_error, one_coordinator_may_ask_for_it) {
  fixture f = running_bundle({"a", "b"});
  f.definition.coordinators[1].conf = {{"oozie.bundle.restart.coord.onhold", "true"}};
  EXPECT_FALSE(f.feed(bundle_events::member_erred{0}));
  EXPECT_TRUE(f.feed(bundle_events::member_erred{1}));
  EXPECT_EQ(f.record.state, paused_with_error);
}

TEST(bundle_retry, none_is_promised_where_all_that_exist_succeeded) {
  fixture f(support::bundle({"a", "b"}));
  f.definition.conf = {{"oozie.bundle.retry.max", "2"}};
  f.feed(support::submission());
  f.feed(bundle_events::started{{100, 101}});
  f.feed(support::accepted(0));
  f.feed(bundle_events::coordinator_refused{1, "E1021", "end before start"});
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({succeeded})}));
  EXPECT_EQ(f.record.state, done_with_error);
  EXPECT_EQ(f.record.retry_at, never);
  EXPECT_NE(f.record.error.find("not retried: every coordinator that exists"), std::string::npos);
}

TEST(bundle_retry, what_a_coordinator_refuses_stands_in_the_error) {
  fixture f = with({{"oozie.bundle.retry.max", "2"}});
  f.feed(bundle_events::children_changed{children({succeeded, failed})});
  EXPECT_TRUE(f.feed(bundle_events::retried{{1}}));
  EXPECT_TRUE(f.record.members[1].rerun.options.errors_if_many);
  EXPECT_FALSE(f.feed(bundle_events::retry_refused{1, f.record.orders + 1, "E1", "no"}))
      << "another order";
  EXPECT_TRUE(f.feed(bundle_events::retry_refused{1, f.record.orders, "E0302", "too many"}));
  EXPECT_FALSE(f.record.members[1].pending);
  EXPECT_EQ(f.record.error_code, "E0302");
  EXPECT_EQ(f.record.error, "coordinator 'b' was not retried: too many");
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({succeeded, failed})}));
  EXPECT_EQ(f.record.error, "coordinator 'b' was not retried: too many") << "it stays";
}

TEST(bundle_retry, a_coordinator_that_runs_again_brings_its_bundle_back) {
  fixture f = with({{"oozie.bundle.retry.max", "2"}, {"oozie.bundle.retry.interval", "10"}});
  EXPECT_FALSE(f.feed(bundle_events::member_revived{1})) << "it runs";
  f.feed(bundle_events::children_changed{children({succeeded, failed})});
  EXPECT_FALSE(f.feed(bundle_events::member_revived{2})) << "there is none";
  fixture oozie = f;
  oozie.record.reading = dialect::oozie;
  EXPECT_FALSE(oozie.feed(bundle_events::member_revived{1}));
  EXPECT_TRUE(f.feed(bundle_events::member_revived{1}));
  EXPECT_EQ(f.record.state, status::running_with_error);
  EXPECT_EQ(f.record.retry_at, never) << "it may be repaired";
}

TEST(bundle_pause_on_error, a_suspended_bundle_pauses_when_it_is_resumed) {
  fixture f = with({{"oozie.bundle.pause.on.error", "true"}});
  f.feed(bundle_events::suspended{});
  EXPECT_TRUE(f.feed(bundle_events::member_erred{0}, minutes(3)));
  EXPECT_EQ(f.record.state, suspended);
  EXPECT_EQ(f.record.pause_at, minutes(3));
  f.feed(bundle_events::resumed{}, minutes(4));
  EXPECT_EQ(count<bundle_effects::pause>(f.owes(minutes(4))), 1U);
}

TEST(bundle_pause_on_error, a_refused_coordinator_is_an_error_too) {
  fixture f(support::bundle({"a", "b"}));
  f.definition.conf = {{"oozie.bundle.pause.on.error", "true"}};
  f.feed(support::submission());
  f.feed(bundle_events::started{{100, 101}});
  EXPECT_TRUE(f.feed(bundle_events::coordinator_refused{0, "E1021", "end before start"}));
  EXPECT_EQ(f.record.state, paused_with_error);
  EXPECT_EQ(count<bundle_effects::load_coordinator>(f.owes()), 0U) << "nothing new starts";
}

TEST(bundle_pause_on_error, when_all_have_ended_nothing_is_left_to_pause) {
  fixture f = with({{"oozie.bundle.pause.on.error", "true"}});
  f.feed(bundle_events::member_erred{0});
  confirm_all(f, day);
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({done_with_error, succeeded})}));
  EXPECT_EQ(f.record.state, done_with_error);
}

}  // namespace
}  // namespace foliot::model

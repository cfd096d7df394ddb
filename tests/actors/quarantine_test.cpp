// What a rule broke is frozen, until a kill ends it.
#include <gtest/gtest.h>

#include <string>

#include "tests/actors/bundle_world.hpp"

namespace foliot::actors {
namespace {

constexpr int64_t minute = 60'000;

/// Breaks the next step of that kind of entity, once; a kill never.
void break_next(bundle_world& on, entity_kind kind, uint32_t number = 0) {
  on.poison = [&on, kind, number](const entity_id& of, const model::any_event& event) {
    if (of.kind != kind || (number != 0 && of.number != number)) return false;
    if (model::event_name(event).ends_with(".killed")) return false;
    on.poison = nullptr;
    return true;
  };
}

/// One coordinator of `count` hourly actions, the first of which runs.
void begin(bundle_world& on, int count) {
  on.coordinator("a", 0, count);
  on.submit();
}

TEST(quarantine, of_an_action_shows_in_its_parents_and_a_kill_frees_its_slot) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    on.pass(5 * 60 * minute);  // all five are due
    break_next(on, entity_kind::action, 1);
    begin(on, 5);
    on.pass(10 * minute);
    const entity_id broken = action_of(on.coordinator_of(0), 1);
    ASSERT_TRUE(on.is_quarantined(broken));
    EXPECT_EQ(on.member_state(0), "RUNNINGWITHERROR");
    EXPECT_EQ(on.state(), "RUNNINGWITHERROR");
    EXPECT_EQ(on.executed["name:a"], 4) << "the others go on";
    if (crashes) on.crash();
    EXPECT_EQ(on.member_state(0), "RUNNINGWITHERROR");
    model::orders::kill_actions one;
    one.scope.numbers = {{1, 1}};
    EXPECT_EQ(on.order(on.coordinator_of(0), one), "");
    on.pass(minute);
    EXPECT_EQ(on.action_state(0, 1), "KILLED");
    EXPECT_FALSE(on.is_quarantined(broken));
    EXPECT_EQ(on.member_state(0), "DONEWITHERROR");
    EXPECT_EQ(on.state(), "DONEWITHERROR");
    on.crash();
    on.pass(minute);
    EXPECT_EQ(on.state(), "DONEWITHERROR");
    model::orders::rerun again;
    again.scope.numbers = {{1, 1}};
    EXPECT_EQ(on.order(on.coordinator_of(0), again), "");
    on.pass(10 * minute);
    EXPECT_EQ(on.action_state(0, 1), "SUCCEEDED") << "it is like any other again";
  }
}

TEST(quarantine, of_a_running_action_holds_its_slot_until_the_kill) {
  bundle_world on;
  on.pass(3 * 60 * minute);
  begin(on, 3);
  on.settle();
  ASSERT_EQ(on.action_state(0, 1), "RUNNING");
  break_next(on, entity_kind::action, 1);
  on.pass(2 * minute);  // its workflow has ended, and that news broke it
  ASSERT_TRUE(on.is_quarantined(action_of(on.coordinator_of(0), 1)));
  EXPECT_EQ(on.action_state(0, 1), "RUNNING");
  model::orders::kill_actions one;
  one.scope.numbers = {{1, 1}};
  EXPECT_EQ(on.order(on.coordinator_of(0), one), "");
  on.pass(minute);
  EXPECT_EQ(on.action_state(0, 1), "KILLED");
  EXPECT_FALSE(on.action(0, 1).pending) << "its workflow has ended long ago";
  EXPECT_EQ(on.state(), "DONEWITHERROR");
}

TEST(quarantine, of_an_action_refuses_to_let_its_workflow_run_again) {
  bundle_world on;
  on.pass(3 * 60 * minute);
  begin(on, 3);
  on.settle();
  break_next(on, entity_kind::action, 1);
  on.pass(2 * minute);  // its workflow has ended, and that news broke it
  ASSERT_TRUE(on.is_quarantined(action_of(on.coordinator_of(0), 1)));
  const entity_id parent = on.coordinator_of(0);
  const entity_id workflow{parent.partition, entity_kind::workflow, 0, parent.root,
                           on.action(0, 1).workflow};
  model::orders::rerun_workflow again;
  again.given["oozie.wf.rerun.failnodes"] = "true";
  const std::string answer = on.order(workflow, again);
  EXPECT_NE(answer.find("action @1 is quarantined"), std::string::npos) << answer;
}

TEST(quarantine, of_an_action_does_not_keep_its_job_from_hearing_of_the_others) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    on.pass(2 * 60 * minute);
    begin(on, 2);
    on.settle();
    ASSERT_EQ(on.action_state(0, 2), "RUNNING");
    break_next(on, entity_kind::action, 2);  // by the order to hold
    EXPECT_EQ(on.order(on.coordinator_of(0), model::orders::suspend{}), "");
    ASSERT_TRUE(on.is_quarantined(action_of(on.coordinator_of(0), 2)));
    EXPECT_EQ(on.member_state(0), "SUSPENDEDWITHERROR");
    EXPECT_FALSE(on.member(0).pending);
    if (crashes) on.crash();
    EXPECT_EQ(on.order(on.coordinator_of(0), model::orders::resume{}), "");
    on.pass(2 * minute);
    EXPECT_EQ(on.action_state(0, 1), "SUCCEEDED");
    EXPECT_EQ(on.member_state(0), "RUNNINGWITHERROR");
    EXPECT_FALSE(on.member(0).pending) << "it hears of the actions that obey";
  }
}

TEST(quarantine, of_an_action_that_was_to_be_taken_away_ends_so) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    begin(on, 3);
    on.pass(30 * minute);
    ASSERT_EQ(on.action_state(0, 2), "WAITING");
    break_next(on, entity_kind::action, 2);
    model::coordinator_change pause;
    pause.pause = plus_ms(on.time.now(), 10 * minute);
    EXPECT_EQ(on.order(on.coordinator_of(0), model::orders::change{pause}), "");
    const entity_id broken = action_of(on.coordinator_of(0), 2);
    ASSERT_TRUE(on.is_quarantined(broken));
    EXPECT_EQ(on.member(0).actions, 1U);
    pause.pause = never;
    EXPECT_EQ(on.order(on.coordinator_of(0), model::orders::change{pause}), "");
    if (crashes) on.crash();
    on.pass(minute);
    EXPECT_EQ(on.member(0).actions, 1U) << "its number is not free";
    EXPECT_EQ(on.order(broken, model::orders::kill{}), "");
    EXPECT_FALSE(on.is_quarantined(broken));
    on.pass(180 * minute);
    EXPECT_EQ(on.executed["name:a"], 3);
    EXPECT_EQ(on.action_state(0, 2), "SUCCEEDED") << "it was made anew";
    EXPECT_EQ(on.state(), "SUCCEEDED");
  }
}

TEST(quarantine, of_an_action_refuses_who_wants_its_ended_workflow_again) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    bundle_world on;
    on.luck = rehearsal::chance(seed);
    on.crash();  // the next life goes by that luck
    on.pass(60 * minute);
    begin(on, 2);
    on.settle();
    model::orders::kill_actions other;  // so that the quarantine changes no status above
    other.scope.numbers = {{2, 2}};
    EXPECT_EQ(on.order(on.coordinator_of(0), other), "");
    ASSERT_EQ(on.action_state(0, 1), "RUNNING");
    const entity_id owner = on.coordinator_of(0);
    const entity_id workflow{owner.partition, entity_kind::workflow, 0, owner.root,
                             on.action(0, 1).workflow};
    break_next(on, entity_kind::action, 1);
    int answers = 0;
    bool ordered = false;
    const auto settle = [&] {
      while (on.engine->has_job() || on.time.happen()) {
        if (on.engine->has_job()) on.engine->run_one(on.luck);
        const auto found = on.engine->reader().record(workflow);
        if (ordered || !found || !*found || !model::is_terminal(model::state_of(**found))) continue;
        ordered = true;
        on.engine->gate().order(workflow, model::orders::rerun_workflow{}, {},
                                [&answers](const result<model::order_reply>& told) {
                                  EXPECT_FALSE(told.ok());
                                  ++answers;
                                });
      }
    };
    pass_time(*on.engine, on.time, 10 * minute, settle);
    ASSERT_TRUE(on.is_quarantined(action_of(owner, 1)));
    EXPECT_EQ(answers, 1) << "seed " << seed;
  }
}

TEST(quarantine, of_a_coordinator_ends_with_its_kill) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    begin(on, 3);
    on.pass(2 * minute);
    break_next(on, entity_kind::coordinator);
    on.pass(60 * minute);
    ASSERT_TRUE(on.is_quarantined(on.coordinator_of(0)));
    EXPECT_EQ(on.state(), "RUNNINGWITHERROR");
    if (crashes) on.crash();
    EXPECT_NE(on.order(on.coordinator_of(0), model::orders::suspend{}).find("E0606"),
              std::string::npos);
    EXPECT_EQ(on.order(on.coordinator_of(0), model::orders::kill{}), "");
    on.pass(minute);
    EXPECT_EQ(on.member_state(0), "KILLED");
    EXPECT_EQ(on.state(), "KILLED");
    EXPECT_FALSE(on.is_quarantined(on.coordinator_of(0)));
    on.pass(300 * minute);
    on.crash();
    EXPECT_EQ(on.state(), "KILLED");
    EXPECT_FALSE(on.pending());
  }
}

TEST(quarantine, of_a_bundle_ends_with_its_kill) {
  bundle_world on;
  begin(on, 3);
  on.pass(2 * minute);
  break_next(on, entity_kind::bundle);
  EXPECT_NE(on.order(model::orders::suspend{}), "");
  ASSERT_TRUE(on.is_quarantined(on.bundle()));
  EXPECT_NE(on.order(model::orders::resume{}).find("E0606"), std::string::npos);
  on.crash();
  EXPECT_EQ(on.order(model::orders::kill{}), "");
  on.pass(minute);
  EXPECT_EQ(on.state(), "KILLED");
  EXPECT_EQ(on.member_state(0), "KILLED");
  EXPECT_FALSE(on.pending());
  EXPECT_FALSE(on.is_quarantined(on.bundle()));
}

TEST(quarantine, of_a_workflow_ends_with_the_kill_of_its_bundle) {
  bundle_world on;
  on.pass(3 * 60 * minute);
  begin(on, 3);
  on.settle();
  break_next(on, entity_kind::workflow);
  on.pass(2 * minute);
  ASSERT_EQ(on.state(), "RUNNING");
  EXPECT_EQ(on.order(model::orders::kill{}), "");
  on.pass(minute);
  EXPECT_EQ(on.state(), "KILLED");
  EXPECT_EQ(on.member_state(0), "KILLED");
  EXPECT_FALSE(on.pending());
}

TEST(quarantine, a_kill_that_breaks_as_well_says_so) {
  bundle_world on;
  begin(on, 3);
  on.pass(2 * minute);
  on.poison = [](const entity_id& of, const model::any_event&) {
    return of.kind == entity_kind::bundle;
  };
  EXPECT_NE(on.order(model::orders::suspend{}), "");
  EXPECT_NE(on.order(model::orders::kill{}).find("poisoned"), std::string::npos);
  EXPECT_EQ(on.state(), "RUNNING");
  on.poison = nullptr;
  EXPECT_EQ(on.order(model::orders::kill{}), "");
  on.pass(minute);
  EXPECT_EQ(on.state(), "KILLED");
}

}  // namespace
}  // namespace foliot::actors

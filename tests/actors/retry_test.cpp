// Who was quarantined goes back to work when a console says so, from its last state on disk.
#include <gtest/gtest.h>

#include <string>

#include "tests/actors/bundle_world.hpp"

namespace foliot::actors {
namespace {

constexpr int64_t minute = 60'000;

/// Breaks steps of that kind of entity until `on.poison` is taken away: the next one only, or all.
void break_steps(bundle_world& on, entity_kind kind, uint32_t number = 0, bool once = true) {
  on.poison = [&on, kind, number, once](const entity_id& of, const model::any_event& event) {
    if (of.kind != kind || (number != 0 && of.number != number)) return false;
    if (model::event_name(event).ends_with(".killed")) return false;
    if (once) on.poison = nullptr;
    return true;
  };
}

/// One coordinator of `count` hourly actions.
void begin(bundle_world& on, int count) {
  on.coordinator("a", 0, count);
  on.submit();
}

/// "", "again" where it broke once more, else the refusal.
std::string retry(bundle_world& on, const entity_id& of) {
  std::string out = "no answer";
  on.engine->gate().retry(of, [&out](const result<msg::retried>& done) {
    out = !done ? done.error().text() : done->quarantined ? "again" : "";
  });
  on.settle();
  return out;
}

entity_id workflow_of(const bundle_world& on, uint32_t number) {
  const entity_id job = on.coordinator_of(0);
  return {job.partition, entity_kind::workflow, 0, job.root, on.action(0, number).workflow};
}

TEST(retry, of_an_action_lets_it_start) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    on.pass(5 * 60 * minute);  // all five are due
    break_steps(on, entity_kind::action, 1);
    begin(on, 5);
    on.pass(10 * minute);
    const entity_id broken = action_of(on.coordinator_of(0), 1);
    ASSERT_TRUE(on.is_quarantined(broken));
    ASSERT_EQ(on.state(), "RUNNINGWITHERROR");
    if (crashes) on.crash();
    EXPECT_EQ(retry(on, broken), "");
    EXPECT_FALSE(on.is_quarantined(broken));
    EXPECT_EQ(on.engine->quarantined(), 0U);
    on.pass(10 * minute);
    EXPECT_EQ(on.action_state(0, 1), "SUCCEEDED");
    EXPECT_EQ(on.executed["name:a"], 5) << "each once";
    EXPECT_EQ(on.state(), "SUCCEEDED");
    on.crash();
    on.pass(minute);
    EXPECT_EQ(on.state(), "SUCCEEDED");
  }
}

TEST(retry, of_an_action_that_its_workflow_left_behind) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    on.pass(3 * 60 * minute);
    begin(on, 3);
    on.settle();
    ASSERT_EQ(on.action_state(0, 1), "RUNNING");
    break_steps(on, entity_kind::action, 1);
    on.pass(2 * minute);  // its workflow has ended, and that news broke it
    const entity_id broken = action_of(on.coordinator_of(0), 1);
    ASSERT_TRUE(on.is_quarantined(broken));
    if (crashes) on.crash();
    EXPECT_EQ(retry(on, broken), "");
    on.pass(minute);
    EXPECT_EQ(on.action_state(0, 1), "SUCCEEDED");
    EXPECT_EQ(on.state(), "SUCCEEDED");
    EXPECT_EQ(on.executed["name:a"], 3);
  }
}

TEST(retry, of_a_workflow_tells_it_how_its_program_ended) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    on.pass(60 * minute);
    begin(on, 1);
    on.settle();
    const entity_id broken = workflow_of(on, 1);
    break_steps(on, entity_kind::workflow);
    on.pass(2 * minute);
    ASSERT_TRUE(on.is_quarantined(broken));
    ASSERT_EQ(on.action_state(0, 1), "RUNNING");
    if (crashes) on.crash();
    EXPECT_EQ(retry(on, broken), "");
    on.pass(2 * minute);
    EXPECT_EQ(on.action_state(0, 1), "SUCCEEDED");
    EXPECT_EQ(on.state(), "SUCCEEDED");
    EXPECT_EQ(on.executed["name:a"], 1) << "its program ran once";
  }
}

TEST(retry, of_a_coordinator_lets_it_go_on) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    begin(on, 3);
    on.pass(2 * minute);
    break_steps(on, entity_kind::coordinator);
    on.pass(60 * minute);
    const entity_id broken = on.coordinator_of(0);
    ASSERT_TRUE(on.is_quarantined(broken));
    ASSERT_EQ(on.state(), "RUNNINGWITHERROR");
    EXPECT_NE(on.order(model::orders::suspend{}), "no answer");
    if (crashes) on.crash();
    EXPECT_EQ(retry(on, broken), "");
    on.pass(minute);
    EXPECT_EQ(on.member_state(0), "SUSPENDED") << "what its bundle wants has not changed";
    EXPECT_EQ(on.order(model::orders::resume{}), "");
    on.pass(300 * minute);
    EXPECT_EQ(on.executed["name:a"], 3);
    EXPECT_EQ(on.state(), "SUCCEEDED");
    EXPECT_FALSE(on.pending());
  }
}

TEST(retry, of_a_bundle_lets_it_hear_what_it_missed) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    begin(on, 3);
    on.pass(2 * minute);
    break_steps(on, entity_kind::bundle);
    EXPECT_NE(on.order(model::orders::suspend{}), "");
    ASSERT_TRUE(on.is_quarantined(on.bundle()));
    on.pass(300 * minute);
    ASSERT_EQ(on.member_state(0), "SUCCEEDED") << "its coordinator ended without it";
    ASSERT_EQ(on.state(), "RUNNING");
    if (crashes) on.crash();
    EXPECT_EQ(retry(on, on.bundle()), "");
    on.pass(minute);
    EXPECT_EQ(on.state(), "SUCCEEDED");
    EXPECT_FALSE(on.is_quarantined(on.bundle()));
  }
}

TEST(retry, of_an_action_makes_it_obey_what_its_job_was_told_since) {
  for (const bool crashes : {false, true}) {
    for (const bool resumed : {false, true}) {
      bundle_world on;
      on.pass(2 * 60 * minute);
      begin(on, 2);
      on.settle();
      ASSERT_EQ(on.action_state(0, 2), "RUNNING");
      break_steps(on, entity_kind::action, 2);  // by the order to hold
      EXPECT_EQ(on.order(on.coordinator_of(0), model::orders::suspend{}), "");
      const entity_id broken = action_of(on.coordinator_of(0), 2);
      ASSERT_TRUE(on.is_quarantined(broken));
      if (resumed) {
        EXPECT_EQ(on.order(on.coordinator_of(0), model::orders::resume{}), "");
      }
      if (crashes) on.crash();
      EXPECT_EQ(retry(on, broken), "");
      EXPECT_EQ(on.action_state(0, 2), resumed ? "RUNNING" : "SUSPENDED");
      if (!resumed) {
        EXPECT_EQ(on.order(on.coordinator_of(0), model::orders::resume{}), "");
      }
      on.pass(5 * minute);
      EXPECT_EQ(on.state(), "SUCCEEDED") << crashes << resumed;
      EXPECT_EQ(on.executed["name:a"], 2);
      EXPECT_FALSE(on.pending());
    }
  }
}

TEST(retry, of_what_breaks_again_says_so_and_harms_nobody) {
  for (const entity_kind kind : {entity_kind::action, entity_kind::workflow}) {
    bundle_world on;
    on.pass(2 * 60 * minute);
    begin(on, 2);
    on.settle();
    const bool action = kind == entity_kind::action;
    const entity_id broken = action ? action_of(on.coordinator_of(0), 1) : workflow_of(on, 1);
    on.poison = [broken](const entity_id& of, const model::any_event&) { return of == broken; };
    on.pass(2 * minute);
    ASSERT_TRUE(on.is_quarantined(broken));
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(retry(on, broken), "again");
      EXPECT_TRUE(on.is_quarantined(broken));
      EXPECT_EQ(on.engine->quarantined(), 1U);
    }
    on.crash();
    ASSERT_TRUE(on.is_quarantined(broken));
    EXPECT_EQ(on.action_state(0, 2), "SUCCEEDED") << "the other one went on";
    on.poison = nullptr;
    EXPECT_EQ(retry(on, broken), "");
    on.pass(2 * minute);
    EXPECT_EQ(on.state(), "SUCCEEDED");
    EXPECT_EQ(on.executed["name:a"], 2);
  }
}

TEST(retry, is_refused_where_nothing_is_quarantined) {
  bundle_world on;
  on.pass(2 * 60 * minute);
  begin(on, 2);
  on.settle();
  const entity_id action = action_of(on.coordinator_of(0), 1);
  for (const entity_id& each : {on.bundle(), on.coordinator_of(0), action, workflow_of(on, 1)})
    EXPECT_NE(retry(on, each).find("not quarantined"), std::string::npos);
  const entity_id workflow = workflow_of(on, 1);
  on.pass(5 * minute);
  ASSERT_EQ(on.state(), "SUCCEEDED");
  for (const entity_id& each : {on.bundle(), on.coordinator_of(0), action, workflow})
    EXPECT_NE(retry(on, each).find("not quarantined"), std::string::npos) << "at rest";
  EXPECT_NE(retry(on, action_of(on.coordinator_of(0), 99)).find("E0604"), std::string::npos);
}

/// Whenever the engine dies on the way, the note is there or it is not, and everything ends well.
TEST(retry, survives_a_crash_at_any_message) {
  for (int steps = 0; steps < 40; ++steps) {
    bundle_world on;
    on.pass(2 * 60 * minute);
    break_steps(on, entity_kind::action, 1);
    begin(on, 2);
    on.pass(2 * minute);
    const entity_id broken = action_of(on.coordinator_of(0), 1);
    ASSERT_TRUE(on.is_quarantined(broken));
    on.engine->gate().retry(broken, [](const result<msg::retried>&) {});
    on.crash_after(steps);
    EXPECT_EQ(on.engine->quarantined(), on.is_quarantined(broken) ? 1U : 0U);
    if (on.is_quarantined(broken)) {
      EXPECT_EQ(retry(on, broken), "");
    }
    on.pass(5 * minute);
    EXPECT_EQ(on.state(), "SUCCEEDED") << "after " << steps;
    EXPECT_EQ(on.executed["name:a"], 2) << "after " << steps;
  }
}

}  // namespace
}  // namespace foliot::actors

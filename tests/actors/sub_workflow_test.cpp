// Workflows below workflows, and engines that die on the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tests/actors/nest.hpp"

namespace foliot::actors {
namespace {

using ::testing::HasSubstr;

constexpr int64_t minute = 60'000;

TEST(sub_workflow, runs_and_ends_with_its_parent) {
  nest on;
  on.put_two();
  on.submit_workflow("top");
  on.pass(1'000);
  ASSERT_EQ(on.workflows().size(), 2U);
  const model::workflow_record low = on.look(on.child());
  EXPECT_EQ(low.state, model::status::running);
  EXPECT_EQ(low.parent, on.top());
  EXPECT_EQ(low.user, "ann");
  EXPECT_EQ(low.conf.at("oozie.wf.parent.id"), on.id);
  EXPECT_EQ(low.conf.at("oozie.wf.external.id"), on.id + "@sub@0");
  EXPECT_EQ(on.state_of(on.top()), "RUNNING");
  on.pass(2 * minute);
  EXPECT_EQ(on.state_of(on.child()), "SUCCEEDED");
  EXPECT_EQ(on.state_of(on.top()), "SUCCEEDED");
  EXPECT_EQ(on.executed["name:x"], 1);
  EXPECT_EQ(on.executed["name:y"], 1);
}

TEST(sub_workflow, that_fails_shows_its_error_above) {
  nest on;
  on.put_two(3);
  on.submit_workflow("top");
  on.pass(2 * minute);
  EXPECT_EQ(on.state_of(on.child()), "KILLED");
  EXPECT_EQ(on.state_of(on.top()), "KILLED");
  EXPECT_EQ(on.node().state, model::node_status::error);
  EXPECT_EQ(on.node().error_code, "E0729");
}

TEST(sub_workflow, is_refused_with_the_code_of_its_application) {
  const struct {
    const char* text;
    const char* code;
  } rows[] = {{nullptr, "E0710"}, {"<workflow-app", "E0701"}, {"<other/>", "E0701"}};
  for (const auto& row : rows) {
    nest on;
    on.put_two();
    on.files.remove("/low/workflow.xml");
    if (row.text != nullptr) on.files.put("/low/workflow.xml", row.text);
    on.submit_workflow("top");
    on.pass(minute);
    EXPECT_EQ(on.state_of(on.top()), "KILLED");
    EXPECT_EQ(on.node().error_code, row.code) << on.node().error;
    EXPECT_EQ(on.workflows().size(), 1U);
  }
}

TEST(sub_workflow, that_runs_itself_ends_at_the_fiftieth) {
  nest on;
  on.put("self", "sub", below("sub", "/self/workflow.xml", "end"));
  on.submit_workflow("self");
  on.pass(minute);
  EXPECT_EQ(on.workflows().size(), 51U);
  EXPECT_EQ(on.state_of(on.top()), "KILLED");
  EXPECT_EQ(on.live(), 0) << "all of them rest";
}

TEST(sub_workflow, is_made_once_wherever_the_engine_dies) {
  for (int steps = 1; steps < 60; ++steps) {
    nest on;
    on.put_two();
    on.submit_workflow("top", false);
    on.crash_after(steps);
    on.crash_after(steps / 2);
    on.pass(5 * minute);
    if (on.workflows().empty()) continue;  // died before the submission was on disk
    EXPECT_EQ(on.state_of(on.top()), "SUCCEEDED") << steps;
    EXPECT_EQ(on.workflows().size(), 2U) << steps;
    EXPECT_EQ(on.executed["name:x"], 1) << steps;
    EXPECT_EQ(on.executed["name:y"], 1) << steps;
    EXPECT_EQ(on.differences(), 0U) << steps;
  }
}

TEST(sub_workflow, ends_its_parent_wherever_the_engine_dies) {
  for (int steps = 1; steps < 40; ++steps) {
    nest on;
    on.put_two();
    on.submit_workflow("top");
    on.pass(59'000);
    on.time.move_to(plus_ms(on.time.now(), 1'000));
    on.engine->time_passed();
    while (on.time.happen()) {
    }
    on.crash_after(steps);
    on.pass(minute);
    EXPECT_EQ(on.state_of(on.top()), "SUCCEEDED") << steps;
    EXPECT_EQ(on.executed["name:y"], 1) << steps;
  }
}

TEST(sub_workflow, is_killed_with_its_parent_wherever_the_engine_dies) {
  for (int steps = 0; steps < 40; ++steps) {
    nest on;
    on.put_two();
    on.submit_workflow("top");
    on.pass(1'000);
    on.engine->gate().order(on.top(), model::orders::kill{}, {}, [](const auto&) {});
    on.crash_after(steps);
    if (on.state_of(on.top()) == "RUNNING") {
      EXPECT_EQ(on.order(on.top(), model::orders::kill{}), "");
    }
    on.pass(5'000);
    EXPECT_EQ(on.state_of(on.top()), "KILLED") << steps;
    EXPECT_EQ(on.state_of(on.child()), "KILLED") << steps;
    EXPECT_TRUE(model::all_closed(on.look(on.top()))) << steps;
    EXPECT_TRUE(model::all_closed(on.look(on.child()))) << steps;
    EXPECT_EQ(on.executed["name:y"], 0) << steps;
    EXPECT_EQ(on.live(), 0) << steps;
  }
}

TEST(sub_workflow, that_a_user_kills_takes_its_parent_to_the_error_path) {
  nest on;
  on.put_two();
  on.submit_workflow("top");
  on.pass(1'000);
  EXPECT_EQ(on.order(on.child(), model::orders::kill{}), "");
  on.pass(5'000);
  EXPECT_EQ(on.state_of(on.child()), "KILLED");
  EXPECT_EQ(on.state_of(on.top()), "KILLED");
  EXPECT_EQ(on.node().state, model::node_status::error);
}

TEST(sub_workflow, suspends_its_parent_and_not_the_other_way_round) {
  nest on;
  on.put_two();
  on.submit_workflow("top");
  on.pass(1'000);
  EXPECT_EQ(on.order(on.top(), model::orders::suspend{}), "");
  EXPECT_EQ(on.state_of(on.child()), "RUNNING");
  EXPECT_EQ(on.order(on.top(), model::orders::resume{}), "");
  EXPECT_EQ(on.order(on.child(), model::orders::suspend{}), "");
  EXPECT_EQ(on.state_of(on.child()), "SUSPENDED");
  EXPECT_EQ(on.state_of(on.top()), "SUSPENDED");
  EXPECT_EQ(on.order(on.top(), model::orders::resume{}), "");
  EXPECT_EQ(on.state_of(on.top()), "RUNNING");
  on.pass(minute);  // x ends while its workflow is suspended: that is no second suspension
  EXPECT_EQ(on.state_of(on.top()), "RUNNING");
  EXPECT_EQ(on.state_of(on.child()), "SUSPENDED");
  on.crash();
  EXPECT_EQ(on.state_of(on.top()), "RUNNING") << "nor is it one after a start";
  EXPECT_EQ(on.order(on.child(), model::orders::resume{}), "");
  on.pass(2 * minute);
  EXPECT_EQ(on.state_of(on.top()), "SUCCEEDED");
}

TEST(sub_workflow, that_is_suspended_is_heard_of_wherever_the_engine_dies) {
  for (int steps = 0; steps < 12; ++steps) {
    nest on;
    on.put_two();
    on.submit_workflow("top");
    on.pass(1'000);
    on.engine->gate().order(on.child(), model::orders::suspend{}, {}, [](const auto&) {});
    on.crash_after(steps);
    EXPECT_EQ(on.state_of(on.top()), on.state_of(on.child())) << steps;
    on.crash();
    EXPECT_EQ(on.state_of(on.top()), on.state_of(on.child())) << steps;
  }
}

TEST(sub_workflow, goes_on_where_it_failed) {
  nest on;
  on.put_two(3);
  on.submit_workflow("top");
  on.pass(2 * minute);
  const entity_id low = on.child();
  ASSERT_EQ(on.state_of(on.top()), "KILLED");
  on.put_two(0);
  EXPECT_EQ(on.order(on.top(), nest::rerun_failed()), "");
  on.pass(2 * minute);
  EXPECT_EQ(on.state_of(on.top()), "SUCCEEDED");
  EXPECT_EQ(on.child(), low) << "the same job";
  EXPECT_EQ(on.look(low).run, 1U);
  EXPECT_EQ(on.look(low).conf.at("oozie.wf.external.id"), on.id + "@sub@1");
  EXPECT_EQ(on.executed["name:x"], 1) << "it had succeeded";
  EXPECT_EQ(on.executed["name:y"], 2);
  EXPECT_EQ(on.workflows().size(), 2U);
  EXPECT_EQ(
      on.order(on.top(), model::orders::rerun_workflow{{{"oozie.wf.rerun.failnodes", "false"}}}),
      "");
  on.pass(2 * minute);
  EXPECT_NE(on.child(), low) << "everything anew";
  EXPECT_EQ(on.executed["name:x"], 2);
  EXPECT_EQ(on.workflows().size(), 3U);
}

TEST(sub_workflow, goes_on_once_wherever_the_engine_dies) {
  for (int steps = 1; steps < 70; ++steps) {
    nest on;
    on.put_two(3);
    on.submit_workflow("top");
    on.pass(2 * minute);
    on.put_two(0);
    on.engine->gate().order(on.top(), nest::rerun_failed(), {}, [](const auto&) {});
    on.crash_after(steps);
    on.crash_after(steps / 2);
    on.pass(2 * minute);
    if (on.look(on.top()).run == 0) continue;  // died before the rerun was on disk
    EXPECT_EQ(on.state_of(on.top()), "SUCCEEDED") << steps;
    EXPECT_EQ(on.look(on.child()).run, 1U) << steps;
    EXPECT_EQ(on.executed["name:x"], 1) << steps;
    EXPECT_EQ(on.executed["name:y"], 2) << steps;
    EXPECT_EQ(on.workflows().size(), 2U) << steps;
    EXPECT_EQ(on.differences(), 0U) << steps;
  }
}

TEST(sub_workflow, that_cannot_go_on_fails_its_node) {
  nest on;
  on.put_two(3);
  on.submit_workflow("top");
  on.pass(2 * minute);
  on.files.remove("/low/workflow.xml");
  EXPECT_EQ(on.order(on.top(), nest::rerun_failed()), "");
  on.pass(2 * minute);
  EXPECT_EQ(on.state_of(on.top()), "KILLED");
  EXPECT_EQ(on.node().error_code, "E0710");
  EXPECT_EQ(on.live(), 0);
}

TEST(sub_workflow, that_pauses_at_once_is_heard_of_wherever_the_engine_dies) {
  for (int steps = 1; steps < 60; ++steps) {
    nest on;
    on.put_two();
    on.put("top", "sub",
           below("sub", "/low/workflow.xml", "end",
                 "<configuration><property><name>oozie.suspend.on.nodes</name><value>x</value>"
                 "</property></configuration>"));
    on.submit_workflow("top", false);
    on.crash_after(steps);
    on.pass(minute);
    if (on.workflows().empty()) continue;  // died before the submission was on disk
    EXPECT_EQ(on.state_of(on.child()), "SUSPENDED") << steps;
    EXPECT_EQ(on.state_of(on.top()), "SUSPENDED") << steps;
  }
}

TEST(sub_workflow, in_quarantine_is_ended_by_a_kill_of_its_parent) {
  nest on;
  on.put_two();
  bool broken = false;
  on.poison = [&broken](const entity_id& of, const model::any_event& event) {
    const auto* what = std::get_if<model::workflow_event>(&event);
    if (broken || of.job == of.root || what == nullptr ||
        !std::holds_alternative<model::workflow_events::run_ended>(*what))
      return false;
    return broken = true;
  };
  on.submit_workflow("top");
  on.pass(2 * minute);
  ASSERT_TRUE(broken);
  EXPECT_TRUE(on.is_quarantined(on.child()));
  EXPECT_EQ(on.state_of(on.top()), "RUNNING");
  on.crash();
  EXPECT_TRUE(on.is_quarantined(on.child()));
  EXPECT_EQ(on.order(on.top(), model::orders::kill{}), "");
  on.pass(minute);
  EXPECT_EQ(on.state_of(on.child()), "KILLED");
  EXPECT_FALSE(on.is_quarantined(on.child()));
  EXPECT_TRUE(model::all_closed(on.look(on.top())));
  EXPECT_EQ(on.live(), 0);
}

TEST(sub_workflow, of_a_coordinator_is_below_its_action) {
  nest on;
  on.put("low", "x", program("x", "end"));
  on.coordinator("daily", 0, 1);
  on.put("daily", "sub", below("sub", "/low/workflow.xml", "end"));
  on.submit();
  on.pass(10'000);
  const model::action_record action = on.action(0, 1);
  const entity_id parent{on.bundle().partition, entity_kind::workflow, 0, on.bundle().root,
                         action.workflow};
  const entity_id low = on.child(parent);
  ASSERT_EQ(on.state_of(low), "RUNNING");
  EXPECT_EQ(on.look(low).conf.at("oozie.wf.superparent.id"),
            on.engine->reader().ids().text(action_of(on.coordinator_of(0), 1)));
  EXPECT_EQ(on.order(low, model::orders::suspend{}), "");
  EXPECT_EQ(on.action_state(0, 1), "SUSPENDED");
  EXPECT_EQ(on.order(low, model::orders::resume{}), "");
  EXPECT_EQ(on.order(parent, model::orders::resume{}), "");
  on.crash();
  on.pass(2 * minute);
  EXPECT_EQ(on.action_state(0, 1), "SUCCEEDED");
  EXPECT_EQ(on.executed["name:x"], 1);
  EXPECT_EQ(on.live(), 0);
  EXPECT_THAT(on.order(low, nest::rerun_failed()), HasSubstr("Rerun the job above it"));
}

TEST(sub_workflow, of_a_coordinator_dies_with_its_bundle) {
  nest on;
  on.put("low", "x", program("x", "end"));
  on.coordinator("daily", 0, 1);
  on.put("daily", "sub", below("sub", "/low/workflow.xml", "end"));
  on.submit();
  on.pass(10'000);
  EXPECT_EQ(on.order(model::orders::kill{}), "");
  on.pass(minute);
  EXPECT_EQ(on.state(), "KILLED");
  for (const entity_id& each : on.workflows()) EXPECT_EQ(on.state_of(each), "KILLED");
  EXPECT_EQ(on.live(), 0);
}

TEST(sub_workflow, of_a_recovery_workflow_ends_before_the_retry) {
  for (const bool crashes : {false, true}) {
    nest on;
    on.put("low", "mend", program("mend", "end"));
    on.put("recover", "sub", below("sub", "/low/workflow.xml", "end"));
    on.coordinator("bad", 1, 1);
    on.coordinator("good", 0, 1);
    on.submit({{"oozie.bundle.retry.max", "1"},
               {"oozie.bundle.retry.interval", "10"},
               {"oozie.bundle.recovery.path", "/recover/workflow.xml"}});
    for (int i = 0; i < 30 && on.executed["name:mend"] == 0; ++i) on.pass(minute / 2);
    ASSERT_EQ(on.executed["name:mend"], 1);
    EXPECT_EQ(on.executed["name:bad"], 1);
    if (crashes) on.crash();
    on.pass(10 * minute);
    EXPECT_EQ(on.executed["name:mend"], 1);
    EXPECT_EQ(on.executed["name:bad"], 2);
    EXPECT_EQ(on.state(), "DONEWITHERROR");
    EXPECT_EQ(on.live(), 0);
    EXPECT_EQ(on.differences(), 0U);
  }
}

}  // namespace
}  // namespace foliot::actors

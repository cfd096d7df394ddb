// Workflows below workflows, and engines that die on the way.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/actors/nest.hpp"

namespace foliot::actors {
namespace {

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

}  // namespace
}  // namespace foliot::actors

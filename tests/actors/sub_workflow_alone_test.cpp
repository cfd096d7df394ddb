// Workflows below workflows that a user brings back by themselves.
#include <gtest/gtest.h>

#include "tests/actors/nest.hpp"

namespace foliot::actors {
namespace {

constexpr int64_t minute = 60'000;

/// Node y of /low, about an hour long.
std::string slow() {
  std::string out = program("y", "end");
  out.replace(out.find("takes:30000"), 11, "takes:3600000");
  return out;
}

TEST(sub_workflow, can_be_rerun_by_itself) {
  nest on;
  on.put_two(3);
  on.submit_workflow("top");
  on.pass(2 * minute);
  const entity_id low = on.child();
  on.put_two(0);
  EXPECT_EQ(on.order(low, nest::rerun_failed()), "");
  EXPECT_EQ(on.state_of(low), "RUNNING");
  EXPECT_EQ(on.state_of(on.top()), "KILLED") << "what it was is history";
  on.crash();
  on.pass(2 * minute);
  EXPECT_EQ(on.state_of(low), "SUCCEEDED");
  EXPECT_EQ(on.state_of(on.top()), "KILLED");
  EXPECT_EQ(on.executed["name:y"], 2);
  EXPECT_EQ(on.live(), 0);
}

TEST(sub_workflow, can_be_rerun_by_itself_below_one_that_rests) {
  nest on;
  on.put_two(3);
  on.put("most", "mid", below("mid", "/top/workflow.xml", "end"));
  on.submit_workflow("most");
  on.pass(2 * minute);
  const entity_id mid = on.child();
  const entity_id low = on.child(mid);
  ASSERT_EQ(on.state_of(on.top()), "KILLED");
  on.put_two(0);
  EXPECT_EQ(on.order(low, nest::rerun_failed()), "");
  EXPECT_EQ(on.state_of(low), "RUNNING");
  on.crash();
  on.pass(2 * minute);
  EXPECT_EQ(on.state_of(low), "SUCCEEDED");
  EXPECT_EQ(on.state_of(mid), "KILLED") << "what it was is history";
  EXPECT_EQ(on.live(), 0);
}

TEST(sub_workflow, that_comes_back_while_its_parent_is_about_to_is_not_left_behind) {
  const model::orders::rerun_workflow all{{{"oozie.wf.rerun.skip.nodes", ""}}};
  for (int steps = 0; steps < 30; ++steps) {
    nest on;
    on.put_two(3);
    on.submit_workflow("top");
    on.pass(2 * minute);
    on.engine->gate().order(on.top(), all, {}, [](const auto&) {});
    for (int i = 0; i < steps && on.engine->has_job(); ++i) on.engine->run_one(on.luck);
    on.engine->gate().order(on.child(), nest::rerun_failed(), {}, [](const auto&) {});
    on.pass(1'000);
    on.crash();  // what belongs to nobody now is found by nobody
    on.pass(5 * minute);
    for (const entity_id& each : on.workflows())
      EXPECT_EQ(on.state_of(each), "KILLED") << steps << " number " << each.job;
    EXPECT_EQ(on.live(), 0) << steps;
  }
}

/// What is above hears of an end at once, also while something below that end goes on by itself.
TEST(sub_workflow, that_was_brought_back_does_not_keep_the_end_above_it_secret) {
  nest on;
  on.put_two(3);
  on.put("most", "mid", below("mid", "/top/workflow.xml", "end"));
  on.submit_workflow("most");
  const entity_id mid = on.child();
  const entity_id low = on.child(mid);
  EXPECT_EQ(on.order(mid, model::orders::suspend{}), "");
  EXPECT_EQ(on.order(low, model::orders::resume{}), "");
  on.pass(2 * minute);
  ASSERT_EQ(on.state_of(low), "KILLED");
  ASSERT_EQ(on.state_of(mid), "SUSPENDED");
  on.put("low", "x", program("x", "y") + slow());
  EXPECT_EQ(on.order(low, nest::rerun_failed()), "");
  EXPECT_EQ(on.order(on.top(), model::orders::resume{}), "");
  on.order(mid, model::orders::resume{});
  on.pass(minute);
  EXPECT_EQ(on.state_of(low), "RUNNING");
  EXPECT_EQ(on.state_of(mid), "KILLED");
  EXPECT_EQ(on.state_of(on.top()), "KILLED");
  on.pass(180 * minute);
  EXPECT_EQ(on.state_of(low), "SUCCEEDED");
  EXPECT_EQ(on.live(), 0);
}

/// The engine dies at every moment around that end.
TEST(sub_workflow, that_was_brought_back_is_found_below_an_end_that_nobody_has_heard_of) {
  for (int steps = 0; steps < 40; ++steps) {
    nest on;
    on.put_two(3);
    on.put("most", "mid", below("mid", "/top/workflow.xml", "end"));
    on.submit_workflow("most");
    const entity_id mid = on.child();
    const entity_id low = on.child(mid);
    on.order(mid, model::orders::suspend{});
    on.order(low, model::orders::resume{});
    on.pass(2 * minute);
    on.put("low", "x", program("x", "y") + slow());
    on.order(low, nest::rerun_failed());
    on.order(on.top(), model::orders::resume{});
    on.engine->gate().order(mid, model::orders::resume{}, {}, [](const auto&) {});
    on.crash_after(steps);
    on.order(mid, model::orders::resume{});  // the first may not have been heard
    on.pass(180 * minute);
    EXPECT_EQ(on.state_of(low), "SUCCEEDED") << steps;
    EXPECT_EQ(on.state_of(mid), "KILLED") << steps;
    EXPECT_EQ(on.state_of(on.top()), "KILLED") << steps;
    EXPECT_EQ(on.live(), 0) << steps;
  }
}

/// Its node is tried again meanwhile, with a workflow of its own: no record names the first one
/// now.
TEST(sub_workflow, that_was_brought_back_is_found_when_its_node_went_on_to_another) {
  nest on;
  on.put_two(3);
  std::string sub = below("sub", "/low/workflow.xml", "end");
  sub.replace(sub.find("name='sub'"), 10, "name='sub' retry-max='1' retry-interval='10'");
  on.put("top", "sub", sub);
  on.submit_workflow("top");
  on.pass(2 * minute);
  const entity_id low = on.child();
  ASSERT_EQ(on.state_of(low), "KILLED");
  on.put("low", "x", program("x", "y") + slow());
  EXPECT_EQ(on.order(low, nest::rerun_failed()), "");
  on.pass(15 * minute);
  ASSERT_NE(on.child(), low);
  ASSERT_EQ(on.state_of(low), "RUNNING");
  on.crash();
  on.pass(180 * minute);
  EXPECT_EQ(on.state_of(low), "SUCCEEDED");
  EXPECT_EQ(on.state_of(on.child()), "SUCCEEDED");
  EXPECT_EQ(on.state_of(on.top()), "SUCCEEDED");
  EXPECT_EQ(on.live(), 0);
}

/// At the start of the engine the action's order, to end, may come before its workflow has looked
/// who lives below it.
TEST(sub_workflow, that_was_brought_back_outlives_the_kill_of_what_is_above_across_crashes) {
  for (int steps = 0; steps < 40; ++steps) {
    nest on;
    on.put("low", "x", program("x", "end"));
    on.coordinator("daily", 0, 1);
    on.put("daily", "sub", below("sub", "/low/workflow.xml", "end"));
    on.submit();
    on.settle();
    const entity_id above{on.bundle().partition, entity_kind::workflow, 0, on.bundle().root,
                          on.action(0, 1).workflow};
    const entity_id low = on.child(above);
    EXPECT_EQ(on.order(low, model::orders::suspend{}), "");
    EXPECT_EQ(on.order(low, model::orders::kill{}), "");
    ASSERT_EQ(on.state_of(above), "SUSPENDED");
    on.pass(minute);
    EXPECT_EQ(on.order(low, nest::rerun_failed()), "");
    ASSERT_EQ(on.state_of(low), "RUNNING");
    on.engine->gate().order(on.coordinator_of(0), model::orders::kill{}, {}, [](const auto&) {});
    on.crash_after(steps);
    on.pass(5 * minute);
    EXPECT_EQ(on.state_of(low), "SUCCEEDED") << steps;
    on.order(on.coordinator_of(0), model::orders::kill{});  // the first may not have been heard
    on.pass(minute);
    EXPECT_EQ(on.state_of(above), "KILLED") << steps;
    EXPECT_EQ(on.live(), 0) << steps;
  }
}

}  // namespace
}  // namespace foliot::actors

// Jobs that are suspended at nodes: oozie.suspend.on.nodes and lost runs that are held.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/workflow_retry.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using namespace workflow_events;
using ::testing::ElementsAre;

configuration pausing_at(std::string nodes) {
  return {{std::string(suspend_nodes_property), std::move(nodes)}};
}

workflow_definition forked() {
  return flow{}
      .start("f")
      .split("f", {"a", "b"})
      .shell("a", "j")
      .shell("b", "j")
      .join("j", "c")
      .shell("c", "end")
      .kill()
      .end()
      .build();
}

TEST(workflow_pause, names_are_trimmed_and_a_star_means_all) {
  EXPECT_TRUE(suspends_on(pausing_at("x, a ,b"), "a"));
  EXPECT_FALSE(suspends_on(pausing_at("x, ab"), "a"));
  EXPECT_TRUE(suspends_on(pausing_at(" * "), "whatever"));
  EXPECT_FALSE(suspends_on({}, "a"));
}

TEST(workflow_pause, a_named_action_waits_for_the_resumption) {
  job j{forked(), pausing_at("c")};
  j.create();
  j.ends("a");
  j.ends("b");
  EXPECT_EQ(j.record.state, status::suspended);
  EXPECT_EQ(j.state("c"), "PREP");
  EXPECT_THAT(j.owes(), ElementsAre("forget b", "report"));
  ASSERT_TRUE(j.feed(resumed{}));
  EXPECT_EQ(j.record.state, status::running);
  EXPECT_TRUE(j.owes("run c"));
  j.ends("c");
  EXPECT_EQ(j.record.state, status::succeeded);
}

TEST(workflow_pause, the_paths_behind_a_fork_wait_together) {
  job j{forked(), pausing_at("b")};
  j.create();
  EXPECT_EQ(j.record.state, status::suspended);
  EXPECT_TRUE(j.owes("run a")) << "it was entered before";
  ASSERT_TRUE(j.ends("a"));
  ASSERT_TRUE(j.feed(resumed{}));
  EXPECT_EQ(j.at("j").arrived, 1);
  EXPECT_TRUE(j.owes("run b"));
  j.ends("b");
  j.ends("c");
  EXPECT_EQ(j.record.state, status::succeeded);
}

TEST(workflow_pause, what_comes_behind_the_pause_is_not_lost) {
  job j{forked(), pausing_at("a")};
  j.create();
  EXPECT_EQ(j.state("a"), "PREP");
  EXPECT_EQ(j.state("b"), "PREP");
  EXPECT_FALSE(j.owes("run b")) << "the job is suspended";
  ASSERT_TRUE(j.feed(resumed{}));
  EXPECT_TRUE(j.owes("run a"));
  EXPECT_TRUE(j.owes("run b"));
}

TEST(workflow_pause, a_star_stops_before_each_node) {
  job j{forked(), pausing_at("*")};
  j.create();
  int resumptions = 0;
  while (j.record.state == status::suspended && resumptions < 10) {
    ++resumptions;
    ASSERT_TRUE(j.feed(resumed{}));
    for (const char* node : {"a", "b", "c"})
      if (j.owes(std::string("run ") + node)) j.ends(node);
  }
  EXPECT_EQ(j.record.state, status::succeeded);
  EXPECT_EQ(resumptions, 5) << "before the fork, its paths, the join, c and the end";
}

TEST(workflow_pause, a_job_killed_while_it_is_paused_runs_nothing) {
  job j{forked(), pausing_at("f")};
  j.create();
  EXPECT_EQ(j.state("f"), "PREP");
  ASSERT_TRUE(j.feed(killed{}));
  EXPECT_EQ(j.state("f"), "KILLED");
  EXPECT_THAT(j.owes(), ElementsAre("report"));
}

TEST(workflow_pause, a_kill_node_is_reached_by_two_paths) {
  job j{forked(), pausing_at("fail")};
  j.create();
  ASSERT_TRUE(j.feed(suspended{}));
  j.ends("a", 1);
  j.ends("b", 1);
  ASSERT_TRUE(j.feed(resumed{}));
  EXPECT_EQ(j.record.state, status::suspended);
  ASSERT_TRUE(j.feed(resumed{}));
  EXPECT_EQ(j.record.state, status::killed) << j.record.error;
}

TEST(workflow_pause, a_decision_is_made_at_the_resumption) {
  job j{flow{}
            .start("d")
            .decide("d", {{"${wf:conf('x') eq 'y'}", "a"}}, "end")
            .shell("a", "end")
            .kill()
            .end()
            .build(),
        {{std::string(suspend_nodes_property), "d"}, {"x", "y"}}};
  j.create();
  EXPECT_EQ(j.state("d"), "PREP");
  EXPECT_EQ(j.at("d").transition, no_node);
  ASSERT_TRUE(j.feed(resumed{}));
  EXPECT_TRUE(j.owes("run a"));
}

}  // namespace
}  // namespace foliot::model::testing

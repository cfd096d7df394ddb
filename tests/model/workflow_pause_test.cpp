// Jobs that are suspended at nodes: oozie.suspend.on.nodes and lost runs that are held.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/why.hpp"
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

/// What `why` says of node `name`, with its kind in front.
std::string told(const job& j, const std::string& name, const workflow_facts& facts = {}) {
  for (const reason& each : why(*j.definition, j.record, facts, j.self))
    if (each.what.find("node '" + name + "'") != std::string::npos)
      return std::string(model::name(each.kind)) + ": " + each.what +
             (each.act == remedy_kind::resume ? " -> resume" : "");
  return "";
}

TEST(workflow_why, tells_suspend_points_from_what_is_behind_them) {
  job j{forked(), pausing_at("a")};
  j.create();
  workflow_facts facts;
  facts.suspend_points = {j.index("a")};
  EXPECT_EQ(told(j, "a", facts),
            "held: stands before node 'a', where oozie.suspend.on.nodes suspends the job -> "
            "resume");
  EXPECT_EQ(told(j, "b", facts),
            "held: stands before node 'b': nothing begins while the job is suspended -> resume");
  ASSERT_TRUE(j.feed(resumed{}));
  EXPECT_EQ(told(j, "a"), "run: starts node 'a'");
  ASSERT_TRUE(j.ends("a"));
  EXPECT_EQ(told(j, "j"), "run: node 'j' waits for its other paths (1 have arrived)");
}

TEST(workflow_why, tells_what_comes_before_the_start) {
  shell_body body;
  body.prepare = {{"delete", ex("/out")}, {"mkdir", ex("/out")}};
  job j{flow{}.start("a").shell("a", "end", "fail", body).kill().end().build()};
  j.create();
  workflow_facts facts;
  facts.places[j.index("a")] = {32, 5};
  EXPECT_EQ(told(j, "a", facts), "run: node 'a' does what its <prepare> says: 2 operations");
  ASSERT_TRUE(j.feed(prepared{j.index("a"), 1, ""}));
  EXPECT_EQ(told(j, "a", facts),
            "run: node 'a' waits for one of 32 places for programs on this host; 5 go before it");
  std::get<program_plan>(j.record.nodes.edit_back().plan).archives = {{"/x.zip", "x"}};
  EXPECT_EQ(told(j, "a"), "run: unpacks 1 archive of node 'a', then starts it");
  ASSERT_TRUE(j.runs("a"));
  EXPECT_EQ(told(j, "a"), "run: runs node 'a' as process 4711");

  fs_body files;
  files.steps.resize(3);
  for (fs_step& each : files.steps)
    each = {"mkdir", ex("file:///x"), {}, {}, {}, false, true, false};
  job k{flow{}.start("f").fs("f", "end", "fail", files).kill().end().build()};
  k.create();
  EXPECT_EQ(told(k, "f"), "run: node 'f' works on files: 3 operations");

  shell_body asking;
  asking.arguments = {ex("${fs:exists('file:///a')}")};
  job q{flow{}.start("q").shell("q", "end", "fail", asking).kill().end().build()};
  q.create();
  EXPECT_EQ(told(q, "q"), "run: evaluates the expressions of node 'q'");
  ASSERT_TRUE(q.feed(suspended{}));
  EXPECT_EQ(told(q, "q"),
            "held: the expressions of node 'q' are not evaluated while the job is suspended -> "
            "resume");
}

TEST(workflow_why, tells_that_no_retry_begins_while_the_job_is_suspended) {
  job j{forked(), {{"foliot.wf.retry.max", "2"}}};
  j.create();
  ASSERT_TRUE(j.ends("a", 3));
  EXPECT_EQ(told(j, "a").substr(0, 5), "retry") << told(j, "a");
  ASSERT_TRUE(j.feed(suspended{}));
  const std::string while_suspended = told(j, "a");
  EXPECT_EQ(while_suspended.substr(0, 4), "held") << while_suspended;
  EXPECT_NE(while_suspended.find("); retry 1 of 2 does not begin while the job is suspended -> "),
            std::string::npos)
      << while_suspended;
}

}  // namespace
}  // namespace foliot::model::testing

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using namespace workflow_events;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

workflow_definition one_action() {
  return flow{}.start("a").shell("a", "end").kill().end().build();
}

TEST(workflow_walk, the_first_commit_owes_the_first_start) {
  job j{one_action()};
  ASSERT_TRUE(j.create());
  EXPECT_EQ(j.record.state, status::running);
  EXPECT_EQ(j.record.version, 1U);
  EXPECT_EQ(j.record.started, j.now);
  EXPECT_THAT(j.visited(), ElementsAre(":start:", "a"));
  EXPECT_EQ(j.at(":start:").transition, j.index("a"));
  EXPECT_EQ(j.state("a"), "PREP");
  EXPECT_TRUE(j.at("a").open);
  EXPECT_TRUE(std::holds_alternative<program_plan>(j.at("a").plan));
  EXPECT_THAT(j.owes(), ElementsAre("run a", "report"));
}

TEST(workflow_walk, an_action_starts_ends_and_the_job_with_it) {
  job j{one_action()};
  j.create();
  ASSERT_TRUE(j.runs("a", 99));
  EXPECT_EQ(j.state("a"), "RUNNING");
  EXPECT_EQ(j.at("a").external_id, 99);
  EXPECT_THAT(j.owes(), ElementsAre("run a", "report"));
  ASSERT_TRUE(j.ends("a"));
  EXPECT_EQ(j.record.state, status::succeeded);
  EXPECT_EQ(j.record.ended, j.now);
  EXPECT_EQ(j.state("a"), "OK");
  EXPECT_FALSE(j.at("a").open);
  EXPECT_EQ(j.at("a").transition, j.index("end"));
  EXPECT_EQ(j.state("end"), "OK");
  EXPECT_TRUE(all_closed(j.record));
  EXPECT_THAT(j.owes(), ElementsAre("forget a", "report"));
}

TEST(workflow_walk, a_result_may_come_before_the_news_of_the_start) {
  job j{one_action()};
  j.create();
  EXPECT_TRUE(j.ends("a"));
  EXPECT_FALSE(j.runs("a"));
  EXPECT_EQ(j.record.state, status::succeeded);
}

TEST(workflow_walk, the_next_start_is_in_the_step_of_the_result) {
  job j{flow{}.start("a").shell("a", "b").shell("b", "end").kill().end().build()};
  j.create();
  j.ends("a");
  EXPECT_THAT(j.owes(), ElementsAre("forget a", "run b", "report"));
  j.runs("b");
  EXPECT_THAT(j.owes(), ElementsAre("run b", "report"));  // forgotten once, and again at the end
  j.ends("b");
  EXPECT_THAT(j.owes(), ElementsAre("forget a", "forget b", "report"));
}

TEST(workflow_walk, a_workflow_without_actions_ends_where_it_begins) {
  job j{flow{}.start("end").end().build()};
  ASSERT_TRUE(j.create());
  EXPECT_EQ(j.record.state, status::succeeded);
  EXPECT_EQ(j.record.version, 1U);
}

TEST(workflow_walk, a_held_job_waits_for_its_start) {
  job j{one_action()};
  ASSERT_TRUE(j.create(true));
  EXPECT_EQ(j.record.state, status::prep);
  EXPECT_TRUE(j.record.nodes.empty());
  EXPECT_FALSE(j.feed(suspended{}));
  ASSERT_TRUE(j.feed(started{}));
  EXPECT_EQ(j.record.state, status::running);
  EXPECT_TRUE(j.owes("run a"));
  EXPECT_FALSE(j.feed(started{}));

  job k{one_action()};
  k.create(true);
  ASSERT_TRUE(k.feed(killed{}));
  EXPECT_EQ(k.record.state, status::killed);
}

TEST(workflow_walk, nothing_happens_before_birth_and_birth_happens_once) {
  job j{one_action()};
  EXPECT_FALSE(j.feed(killed{}));
  EXPECT_TRUE(j.owes().empty());
  EXPECT_TRUE(j.create());
  EXPECT_FALSE(j.create());
}

workflow_definition forked() {
  return flow{}
      .start("f")
      .split("f", {"a", "b"})
      .shell("a", "j")
      .shell("b", "j")
      .join("j", "c")
      .shell("c", "end")
      .kill("fail", "no luck with ${wf:lastErrorNode()}")
      .end()
      .build();
}

TEST(workflow_walk, a_join_waits_for_every_path) {
  job j{forked()};
  j.create();
  EXPECT_THAT(j.owes(), ElementsAre("run a", "run b", "report"));
  j.ends("b");
  EXPECT_EQ(j.state("j"), "PREP");
  EXPECT_EQ(j.at("j").arrived, 1);
  EXPECT_EQ(j.state("c"), "");
  j.ends("a");
  EXPECT_EQ(j.state("j"), "OK");
  EXPECT_EQ(j.at("j").transition, j.index("c"));
  j.ends("c");
  EXPECT_EQ(j.record.state, status::succeeded);
}

TEST(workflow_walk, forks_within_forks) {
  job j{flow{}
            .start("f")
            .split("f", {"f2", "c"})
            .split("f2", {"a", "b"})
            .shell("a", "j2")
            .shell("b", "j2")
            .join("j2", "j")
            .shell("c", "j")
            .join("j", "end")
            .kill()
            .end()
            .build()};
  j.create();
  j.ends("c");
  j.ends("a");
  EXPECT_EQ(j.record.state, status::running);
  EXPECT_EQ(j.at("j").arrived, 1);
  j.ends("b");
  EXPECT_EQ(j.record.state, status::succeeded);
}

TEST(workflow_walk, the_first_error_path_to_kill_kills_the_rest) {
  job j{forked()};
  j.create();
  j.runs("b");
  ASSERT_TRUE(j.ends("a", 3));
  EXPECT_EQ(j.record.state, status::killed);
  EXPECT_EQ(j.record.error_code, "E0729");
  EXPECT_EQ(j.record.error, "no luck with a");
  EXPECT_EQ(j.state("fail"), "OK");
  EXPECT_EQ(j.at("fail").error_code, "E0729");
  EXPECT_EQ(j.state("b"), "KILLED");
  EXPECT_TRUE(j.at("b").open);
  EXPECT_FALSE(all_closed(j.record));
  EXPECT_THAT(j.owes(), ElementsAre("forget a", "kill b", "report"));
  EXPECT_FALSE(j.runs("b"));
  ASSERT_TRUE(j.ends("b", run_end::killed));
  EXPECT_EQ(j.state("b"), "KILLED");
  EXPECT_TRUE(all_closed(j.record));
  EXPECT_THAT(j.owes(), ElementsAre("forget a", "forget b", "report"));
  EXPECT_FALSE(j.ends("b"));
}

TEST(workflow_walk, the_end_node_kills_what_still_runs) {
  job j{flow{}
            .start("f")
            .split("f", {"a", "b"})
            .shell("a", "end")
            .shell("b", "j")
            .join("j", "end")
            .kill()
            .end()
            .build()};
  j.create();
  j.ends("a");
  EXPECT_EQ(j.record.state, status::succeeded);
  EXPECT_EQ(j.state("b"), "KILLED");
  EXPECT_TRUE(j.owes("kill b"));
}

TEST(workflow_walk, paths_that_end_in_different_joins_are_counted_by_their_fork) {
  job j{flow{}
            .start("f")
            .split("f", {"a", "b"})
            .shell("a", "j1")
            .shell("b", "j2")
            .join("j1", "c")
            .join("j2", "c")
            .shell("c", "end")
            .kill()
            .end()
            .build()};
  j.create();
  j.ends("a");
  j.ends("b");
  EXPECT_EQ(j.state("j1"), "PREP");
  EXPECT_EQ(j.state("j2"), "OK");
  j.ends("c");
  EXPECT_EQ(j.record.state, status::succeeded);
  EXPECT_EQ(j.state("j1"), "KILLED");
}

TEST(workflow_walk, a_join_without_its_fork_fails_the_job) {
  job j{flow{}.start("j").join("j", "end").end().build()};
  j.create();
  EXPECT_EQ(j.record.state, status::failed);
  EXPECT_EQ(j.record.error_code, "E0720");
}

TEST(workflow_walk, a_loop_ends_in_an_error_with_its_place) {
  job j{flow{}.start("d").decide("d", {{"false", "end"}}, "e").decide("e", {}, "d").end().build()};
  j.create();
  EXPECT_EQ(j.record.state, status::failed);
  EXPECT_EQ(j.record.error_code, "E0709");
  EXPECT_EQ(j.record.error_line, 3U);
  EXPECT_THAT(j.record.error, HasSubstr("line 3: node 'd'"));
}

TEST(workflow_walk, a_transition_that_is_not_defined_fails_the_job) {
  job j{flow{}.start("a").shell("a", "nowhere").kill().end().build()};
  j.create();
  j.ends("a");
  EXPECT_EQ(j.record.state, status::failed);
  EXPECT_EQ(j.record.error_code, "E0708");
  EXPECT_EQ(j.state("a"), "OK");
}

TEST(workflow_walk, an_action_nobody_offers_takes_its_error_path) {
  job j{flow{}
            .start("p")
            .other("p", "map-reduce", "end", "a")
            .shell("a", "end")
            .kill()
            .end()
            .build()};
  j.create();
  EXPECT_EQ(j.state("p"), "ERROR");
  EXPECT_EQ(j.at("p").error_code, "E0723");
  EXPECT_EQ(j.at("p").error, "actions of type 'map-reduce' are not offered yet");
  EXPECT_EQ(j.record.last_error_node, j.index("p"));
  EXPECT_TRUE(j.owes("run a"));
}

TEST(workflow_walk, killed_by_command) {
  job j{forked()};
  j.create();
  j.ends("a");
  ASSERT_TRUE(j.feed(killed{}));
  EXPECT_EQ(j.record.state, status::killed);
  EXPECT_EQ(j.state("a"), "OK");
  EXPECT_EQ(j.state("b"), "KILLED");
  EXPECT_EQ(j.state("j"), "KILLED");
  EXPECT_FALSE(j.feed(killed{}));
  EXPECT_TRUE(j.ends("b"));  // it was quicker than the kill: closed all the same
  EXPECT_EQ(j.state("b"), "KILLED");
  EXPECT_EQ(j.record.state, status::killed);
}

TEST(workflow_walk, a_suspended_job_records_results_and_goes_on_when_resumed) {
  job j{forked()};
  j.create();
  j.runs("a");
  ASSERT_TRUE(j.feed(suspended{}));
  EXPECT_EQ(j.record.state, status::suspended);
  EXPECT_FALSE(j.feed(suspended{}));
  EXPECT_TRUE(j.owes("run b"));  // it may be running already
  EXPECT_TRUE(j.ends("a"));
  EXPECT_TRUE(j.ends("b", 1));
  EXPECT_EQ(j.record.state, status::suspended);
  EXPECT_EQ(j.state("a"), "OK");
  EXPECT_EQ(j.state("b"), "ERROR");
  EXPECT_EQ(j.at("a").transition, no_node);
  EXPECT_EQ(j.state("j"), "");
  ASSERT_TRUE(j.feed(resumed{}));
  EXPECT_EQ(j.at("j").arrived, 1);
  EXPECT_EQ(j.record.state, status::killed);
  EXPECT_FALSE(j.feed(resumed{}));
}

TEST(workflow_walk, what_was_followed_is_not_followed_again_on_resumption) {
  job j{forked()};
  j.create();
  j.ends("a");
  j.feed(suspended{});
  j.feed(resumed{});
  EXPECT_EQ(j.at("j").arrived, 1);
  EXPECT_EQ(j.record.state, status::running);
  j.ends("b");
  EXPECT_TRUE(j.owes("run c"));
}

TEST(workflow_walk, records_that_cannot_be_ours_are_broken_and_change_nothing) {
  job j{forked()};
  j.create();
  job k = j;
  k.record.nodes.edit_back().node = 77;
  EXPECT_THAT(k.broken_by(killed{}), HasSubstr("node 77"));
  k = j;
  k.record.nodes.push_back(k.record.nodes.back());
  EXPECT_THAT(k.broken_by(killed{}), HasSubstr("twice"));
  k = j;
  k.ends("a");
  k.record.nodes.edit(*position_of(k.record.nodes, k.index("j"))).arrived = 2;
  EXPECT_THAT(k.broken_by(end_of(k.index("b"), 1)), HasSubstr("join 'j'"));
  workflow_definition wild = forked();
  wild.nodes[2].to = 500;
  k = j;
  k.definition = std::make_shared<const workflow_definition>(wild);
  EXPECT_THAT(k.broken_by(end_of(k.index("a"), 1)), HasSubstr("node 500"));
  wild.start = 400;
  job fresh{wild};
  EXPECT_THAT(fresh.broken_by(created{}), HasSubstr("no start node"));
  workflow_definition hollow = flow{}.start("f").split("f", {}).end().build();
  EXPECT_THAT(job{hollow}.broken_by(created{}), HasSubstr("no paths"));
}

TEST(workflow_walk, names) {
  job j{one_action()};
  j.create();
  EXPECT_EQ(run_name(j.context(), j.at("a")), "0000001-W@a.1");
  EXPECT_EQ(name(node_status::start_manual), "START_MANUAL");
  EXPECT_EQ(merged({{"a", "1"}, {"b", "1"}}, {{"b", "2"}, {"c", "2"}}),
            (configuration{{"a", "1"}, {"b", "2"}, {"c", "2"}}));
  EXPECT_EQ(find_node(j.record, j.index("end")), nullptr);
}

}  // namespace
}  // namespace foliot::model::testing

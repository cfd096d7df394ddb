// Reruns and retries: what the scenarios do not reach.
#include "model/workflow_rerun.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/workflow_retry.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using namespace workflow_events;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

workflow_definition two() {
  return flow{}.start("a").shell("a", "b").shell("b", "end").kill().end().build();
}

TEST(workflow_rerun, what_is_given_replaces_what_is_stored_but_not_the_user) {
  const configuration stored{
      {"user.name", "ann"}, {"x", "1"}, {"oozie.wf.rerun.failnodes", "true"}};
  EXPECT_EQ(
      rerun_configuration(stored, {{"user.name", "bob"}, {"x", "2"}, {"y", "3"}}),
      (configuration{
          {"user.name", "ann"}, {"x", "2"}, {"y", "3"}, {"oozie.wf.rerun.failnodes", "true"}}));
  EXPECT_EQ(rerun_configuration(stored, {{"oozie.wf.rerun.skip.nodes", "a"}}),
            (configuration{{"user.name", "ann"}, {"x", "1"}, {"oozie.wf.rerun.skip.nodes", "a"}}));
}

TEST(workflow_rerun, names_of_nodes_are_trimmed_and_counted_once) {
  configuration conf{{"oozie.wf.application.path", "/w"},
                     {"oozie.wf.rerun.skip.nodes", " a,, b ,a,"}};
  const auto choice = rerun_choice_of(conf);
  ASSERT_TRUE(choice.ok());
  EXPECT_FALSE(choice->failed_only);
  EXPECT_THAT(choice->skip, ElementsAre("a", "b"));
  conf["oozie.wf.rerun.failnodes"] = " TRUE ";
  EXPECT_EQ(rerun_choice_of(conf).error().oozie, "E0404");
  EXPECT_EQ(rerun_choice_of({}).error().oozie, "E0401");
}

TEST(workflow_rerun, a_parent_may_be_needed) {
  job j{two()};
  j.create();
  j.feed(killed{});
  j.ends("a", run_end::killed);
  EXPECT_TRUE(judge_rerun(*j.definition, j.record, {}, false).ok());
  j.record.parent = {0, entity_kind::action, 1, 1, 2};
  EXPECT_EQ(judge_rerun(*j.definition, j.record, {}, false).error().oozie, "E0755");
  EXPECT_TRUE(judge_rerun(*j.definition, j.record, {}, true).ok());
}

TEST(workflow_rerun, names_of_runs_never_come_twice) {
  job j{two()};
  j.create();
  j.ends("a");
  j.ends("b", 1);
  ASSERT_EQ(j.record.state, status::killed);
  const std::string first = run_name(j.context(), j.at("b"));
  rerun again;
  again.kept = {{j.index("a"), j.index("a"), no_node}};
  ASSERT_TRUE(j.feed(again));
  EXPECT_EQ(j.record.run, 1U);
  EXPECT_EQ(j.record.error_code, "");
  EXPECT_THAT(j.record.kept, IsEmpty()) << "it was passed";
  EXPECT_NE(run_name(j.context(), j.at("b")), first);
  EXPECT_TRUE(j.owes("run b"));
  EXPECT_FALSE(j.owes("run a"));
  EXPECT_FALSE(j.feed(end_of(j.index("b"), 1))) << "news of the run before";
}

TEST(workflow_rerun, in_oozies_dialect_start_and_kill_stay_from_the_run_before) {
  job j{two()};
  j.create();
  j.ends("a");
  j.ends("b", 1);
  ASSERT_EQ(j.record.state, status::killed);
  const instant began = j.at(":start:").started;
  const auto keep = judge_rerun(*j.definition, j.record, {true, {}}, true, dialect::oozie);
  ASSERT_TRUE(keep.ok());
  EXPECT_THAT(*keep, ElementsAre(j.index(":start:"), j.index("a"), j.index("fail")));
  rerun again;
  again.kept = carried_over(*j.definition, j.record, *keep, *j.definition, true);
  ASSERT_TRUE(j.feed(again));
  EXPECT_EQ(j.at(":start:").started, began);
  ASSERT_EQ(j.record.kept.size(), 1U);
  EXPECT_EQ(j.record.kept[0].node, j.index("fail")) << "this run has not reached it";
  EXPECT_EQ(j.record.kept[0].error_code, "E0729");
  ASSERT_TRUE(j.ends("b", 1));
  EXPECT_EQ(j.record.state, status::killed) << "it kills again";
  EXPECT_EQ(j.state("fail"), "OK");
  EXPECT_THAT(j.record.kept, IsEmpty());
  EXPECT_THAT(*judge_rerun(*j.definition, j.record, {true, {}}), ElementsAre(j.index("a")));
}

TEST(workflow_rerun, begins_only_when_everything_outside_has_ended) {
  job j{two()};
  j.create();
  j.feed(killed{});
  EXPECT_FALSE(j.feed(rerun{}));
  j.ends("a", run_end::killed);
  EXPECT_TRUE(j.feed(rerun{}));
  EXPECT_EQ(j.record.state, status::running);
}

TEST(workflow_rerun, nodes_that_the_new_definition_lacks_are_forgotten) {
  job j{flow{}
            .start("d")
            .decide("d", {{"true", "b"}}, "c")
            .shell("b", "end")
            .shell("c", "end")
            .kill()
            .end()
            .build()};
  j.create();
  j.ends("b", 1);
  const auto keep = judge_rerun(*j.definition, j.record, {true, {}});
  ASSERT_TRUE(keep.ok());
  EXPECT_THAT(*keep, ElementsAre(j.index("d")));
  const workflow_definition without_b = flow{}
                                            .start("d")
                                            .decide("d", {{"true", "x"}}, "c")
                                            .shell("x", "end")
                                            .shell("c", "end")
                                            .kill()
                                            .end()
                                            .build();
  const auto kept = carried_over(*j.definition, j.record, *keep, without_b);
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].to, no_node) << "where it led is gone";
  j.definition = std::make_shared<const workflow_definition>(without_b);
  rerun again;
  again.kept = kept;
  ASSERT_TRUE(j.feed(again));
  EXPECT_EQ(j.record.state, status::failed);
  EXPECT_EQ(j.record.error_code, "E0721");
  const workflow_definition no_decision = flow{}.start("d").shell("d", "end").kill().end().build();
  EXPECT_THAT(carried_over(without_b, j.record, {without_b.find("d")}, no_decision), IsEmpty());
}

TEST(workflow_retry, pauses_grow_and_end) {
  node_retry rule;
  rule.interval = 2;
  EXPECT_EQ(retry_at(rule, instant{0}), instant{2 * ms_per_minute});
  rule.done = 3;
  EXPECT_EQ(retry_at(rule, instant{0}), instant{2 * ms_per_minute});
  rule.exponential = true;
  EXPECT_EQ(retry_at(rule, instant{0}), instant{16 * ms_per_minute});
  rule.interval = UINT32_MAX;
  rule.done = 1'000;
  EXPECT_EQ(retry_at(rule, instant{0}), never);
}

TEST(workflow_retry, codes_narrow_or_add) {
  EXPECT_TRUE(is_retried("1", {}));
  EXPECT_FALSE(is_retried("1", {{"foliot.wf.retry.codes", "JA018, FS008"}}));
  EXPECT_TRUE(is_retried("FS008", {{"foliot.wf.retry.codes", "JA018, FS008"}}));
  EXPECT_FALSE(is_retried("1", {{"foliot.compat", "oozie"}}));
  EXPECT_TRUE(is_retried("JA018", {{"foliot.compat", "oozie"}}));
  EXPECT_TRUE(is_retried("1", {{"foliot.compat", "oozie"}, {"foliot.wf.retry.codes", "ALL"}}));
}

TEST(workflow_retry, in_oozies_dialect_a_kill_leaves_the_error_of_the_last_try) {
  for (const bool exact : {false, true}) {
    configuration conf{{"foliot.wf.retry.codes", "ALL"}, {"foliot.wf.retry.max", "1"}};
    if (exact) conf.emplace("foliot.compat", "oozie");
    workflow_definition waiting = two();
    waiting.nodes[waiting.find("a")].retry.max = ex("1");
    job j{std::move(waiting), conf};
    j.create();
    ASSERT_TRUE(j.ends("a", 3));
    ASSERT_EQ(j.state("a"), "USER_RETRY");
    ASSERT_FALSE(j.at("a").error_code.empty());
    const std::string code = j.at("a").error_code;
    ASSERT_TRUE(j.feed(killed{}));
    EXPECT_EQ(j.state("a"), "KILLED");
    EXPECT_EQ(j.at("a").error_code, exact ? code : "");
  }
}

TEST(workflow_retry, an_expression_that_was_kept_broken_fails_the_job) {
  shell_body body;
  body.exec = el::expression::constant("${out");
  job j{flow{}.start("a").shell("a", "end", "fail", body).kill().end().build(),
        {{"foliot.compat", "oozie"}}};
  j.create();
  EXPECT_EQ(j.record.state, status::failed);
  EXPECT_EQ(j.record.error_code, "EL_ERROR");
  EXPECT_EQ(j.state("a"), "FAILED");
}

TEST(workflow_retry, numbers_are_bounded) {
  EXPECT_EQ(retries_allowed("5", 3, 0), 3U);
  EXPECT_EQ(retries_allowed("99999999999999", 1'000, 0), 1'000U);
  EXPECT_EQ(retries_allowed("", 3, 7), 3U);
  EXPECT_FALSE(retries_allowed("-1", 3, 0));
  EXPECT_FALSE(retries_allowed("2x", 3, 0));
}

}  // namespace
}  // namespace foliot::model::testing

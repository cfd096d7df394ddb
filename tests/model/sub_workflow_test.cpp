// Workflows below workflows: what a child is given, and what its news do to its parent's node.
#include "model/kinds/sub_workflow.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/why.hpp"
#include "model/workflow_rerun.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using namespace workflow_events;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

constexpr job_number child_number = 7;

action_body body_of(bool propagates = false, named_expressions conf = {},
                    std::string_view path = "/apps/${which}") {
  action_body out;
  out.texts.push_back({"app-path", ex(path)});
  if (propagates) out.texts.push_back({"propagate-configuration", ex("")});
  out.conf = std::move(conf);
  return out;
}

workflow_definition with(action_body body) {
  return flow{}.start("a").child("a", "end", "fail", std::move(body)).kill().end().build();
}

job started(const configuration& conf, action_body body = body_of()) {
  configuration all = conf;
  all.emplace("which", "below");
  job out{with(std::move(body)), all};
  out.create();
  return out;
}

child_plan plan_of(const job& j) { return std::get<child_plan>(j.at("a").plan); }

bool names(job& j, job_number child = child_number) {
  return j.feed(child_named{j.index("a"), j.at("a").attempt, child});
}

TEST(sub_workflow, gets_only_what_is_meant_for_the_engine) {
  const job j =
      started({{"day", "2026-01-01"}, {"oozie.libpath", "/lib"}, {"foliot.compat", "default"}});
  const child_plan plan = plan_of(j);
  EXPECT_EQ(plan.app_path, "/apps/below");
  EXPECT_FALSE(plan.again);
  EXPECT_THAT(plan.conf, Not(Contains(Key("day"))));
  EXPECT_THAT(plan.conf, Contains(Pair("oozie.libpath", "/lib")));
  EXPECT_THAT(plan.conf, Contains(Pair("foliot.compat", "default")));
  EXPECT_THAT(plan.conf, Contains(Pair("oozie.wf.application.path", "/apps/below")));
  EXPECT_THAT(plan.conf, Contains(Pair("user.name", "ann")));
  EXPECT_THAT(plan.conf, Contains(Pair("oozie.wf.external.id", "0000001-W@a@0")));
  EXPECT_THAT(plan.conf, Contains(Pair("oozie.wf.parent.id", "0000001-W")));
  EXPECT_THAT(plan.conf, Contains(Pair("oozie.wf.superparent.id", "0000001-W")));
  EXPECT_THAT(plan.conf, Contains(Pair("oozie.action.subworkflow.depth", "1")));
  EXPECT_TRUE(j.owes("child a"));
}

TEST(sub_workflow, own_configuration_wins_over_what_is_propagated) {
  const job j = started({{"day", "1"}, {"hour", "2"}, {"oozie.job.acl", "staff"}},
                        body_of(true, {{"day", ex("${hour}3")}, {"new", ex(" x ")}}));
  const child_plan plan = plan_of(j);
  EXPECT_THAT(plan.conf, Contains(Pair("day", "23")));
  EXPECT_THAT(plan.conf, Contains(Pair("hour", "2")));
  EXPECT_THAT(plan.conf, Contains(Pair("new", "x")));
  EXPECT_THAT(plan.conf, Contains(Pair("group.name", "staff")));
}

TEST(sub_workflow, nothing_of_the_parent_alone_goes_down) {
  const configuration conf{{"oozie.wf.rerun.failnodes", "true"},
                           {"oozie.wf.external.id", "mine"},
                           {"oozie.wf.workflow.notification.url", "http://h/${x}"},
                           {"oozie.action.subworkflow.rerun", "true"},
                           {"foliot.wf.parent.attempt", "4"}};
  const child_plan plan = plan_of(started(conf, body_of(true)));
  for (const char* name : {"oozie.wf.rerun.failnodes", "oozie.wf.workflow.notification.url",
                           "oozie.action.subworkflow.rerun", "foliot.wf.parent.attempt"})
    EXPECT_THAT(plan.conf, Not(Contains(Key(std::string(name)))));
  EXPECT_THAT(plan.conf, Contains(Pair("oozie.wf.external.id", "0000001-W@a@0")));
}

TEST(sub_workflow, gets_what_global_says_if_it_is_to_have_its_parents_properties) {
  action_body body = body_of(true, {{"oozie.wf.globalconf", ex("of a user")}});
  EXPECT_THAT(plan_of(started({}, body)).conf, Contains(Pair("oozie.wf.globalconf", "of a user")));
  body.texts.back().text = ex("name-node=%24{nn}");
  EXPECT_THAT(plan_of(started({}, body)).conf,
              Contains(Pair("oozie.wf.globalconf", "name-node=%24{nn}")));
}

TEST(sub_workflow, gets_the_libraries_above_it_where_they_are_inherited) {
  constexpr const char* inherits = "oozie.wf.subworkflow.classpath.inheritance";
  constexpr const char* libraries = "oozie.wf.application.lib";
  EXPECT_THAT(plan_of(started({})).conf, Not(Contains(Key(libraries))));
  EXPECT_THAT(plan_of(started({{inherits, "true"}})).conf,
              Contains(Pair(libraries, "file:///apps/test/lib")));
  EXPECT_THAT(plan_of(started({}, body_of(false, {{inherits, ex("true")}}))).conf,
              Contains(Pair(libraries, "file:///apps/test/lib")));
  EXPECT_THAT(plan_of(started({{inherits, "true"}, {libraries, "/apps/top/lib"}})).conf,
              Contains(Pair(libraries, "file:///apps/test/lib,/apps/top/lib")));
  EXPECT_THAT(plan_of(started({{libraries, "/x"}}, body_of(false, {{inherits, ex("true")}}))).conf,
              Contains(Pair(libraries, "file:///apps/test/lib")))
      << "what is not its parent's own is not handed on";
}

TEST(sub_workflow, a_notification_of_its_own_is_kept_but_in_the_dialect_of_oozie) {
  const named_expressions own{{"oozie.wf.workflow.notification.url", ex("http://h/own")}};
  EXPECT_THAT(plan_of(started({}, body_of(false, own))).conf,
              Contains(Pair("oozie.wf.workflow.notification.url", "http://h/own")));
  EXPECT_THAT(plan_of(started({{"foliot.compat", "oozie"}}, body_of(false, own))).conf,
              Not(Contains(Key("oozie.wf.workflow.notification.url"))));
}

TEST(sub_workflow, a_superparent_is_handed_down_and_one_that_is_not_known_left_open) {
  EXPECT_THAT(plan_of(started({{"oozie.wf.superparent.id", "0-C@1"}})).conf,
              Contains(Pair("oozie.wf.superparent.id", "0-C@1")));
  job j{with(body_of()), {{"which", "x"}}};
  created birth;
  birth.user = "ann";
  birth.conf = j.conf;
  birth.parent = {0, entity_kind::action, 1, 1, 2};
  ASSERT_TRUE(j.feed(birth));
  EXPECT_THAT(plan_of(j).conf, Not(Contains(Key("oozie.wf.superparent.id"))));
}

TEST(sub_workflow, lies_fifty_deep_at_most) {
  EXPECT_THAT(plan_of(started({{"oozie.action.subworkflow.depth", "49"}})).conf,
              Contains(Pair("oozie.action.subworkflow.depth", "50")));
  const job j = started({{"oozie.action.subworkflow.depth", "50"}});
  EXPECT_EQ(j.state("a"), "ERROR");
  EXPECT_EQ(j.at("a").error_code, "SUBWF001");
  EXPECT_EQ(j.record.state, status::killed) << "by its error path";
}

TEST(sub_workflow, may_not_set_reserved_names) {
  for (const char* name : {"user.name", "MB", "mapreduce.job.user.name"}) {
    const job j = started({}, body_of(false, {{name, ex("x")}}));
    EXPECT_EQ(j.at("a").error_code, "E0808") << name;
    EXPECT_THAT(j.at("a").error, HasSubstr(name));
  }
}

TEST(sub_workflow, succeeds_as_its_job_does) {
  job j = started({});
  EXPECT_FALSE(j.feed(child_named{j.index("a"), j.at("a").attempt, 0})) << "no number";
  ASSERT_TRUE(names(j));
  EXPECT_EQ(j.state("a"), "RUNNING");
  EXPECT_FALSE(names(j, 8)) << "a child is named once";
  EXPECT_FALSE(j.feed(child_refused{j.index("a"), j.at("a").attempt, "E0710", "late"}));
  EXPECT_FALSE(j.feed(child_ended{8, status::succeeded, "", ""})) << "somebody else's";
  EXPECT_FALSE(j.feed(child_ended{child_number, status::running, "", ""}));
  ASSERT_TRUE(j.feed(child_ended{child_number, status::succeeded, "", ""}));
  EXPECT_EQ(j.state("a"), "OK");
  EXPECT_EQ(j.record.state, status::succeeded);
  EXPECT_EQ(j.at("a").child, child_number);
  EXPECT_FALSE(j.feed(child_ended{child_number, status::succeeded, "", ""})) << "told twice";
}

TEST(sub_workflow, takes_the_error_path_when_its_job_fails_or_cannot_be_made) {
  for (const status end : {status::killed, status::failed}) {
    job j = started({});
    names(j);
    ASSERT_TRUE(j.feed(child_ended{child_number, end, "E0729", "no"}));
    EXPECT_EQ(j.state("a"), "ERROR");
    EXPECT_EQ(j.at("a").error_code, "E0729");
    EXPECT_EQ(j.record.state, status::killed);
  }
  job j = started({});
  ASSERT_TRUE(j.feed(child_refused{j.index("a"), j.at("a").attempt, "E0710", "there is none"}));
  EXPECT_EQ(j.state("a"), "ERROR");
  EXPECT_TRUE(all_closed(j.record));
}

TEST(sub_workflow, a_kill_waits_for_the_job_below) {
  job j = started({});
  names(j);
  ASSERT_TRUE(j.feed(killed{}));
  EXPECT_EQ(j.state("a"), "KILLED");
  EXPECT_TRUE(j.owes("kill a"));
  EXPECT_FALSE(all_closed(j.record));
  EXPECT_FALSE(j.feed(rerun{})) << "not before it has ended everywhere";
  ASSERT_TRUE(j.feed(child_ended{child_number, status::killed, "", ""}));
  EXPECT_TRUE(all_closed(j.record));
  EXPECT_EQ(j.state("a"), "KILLED");
}

TEST(sub_workflow, a_kill_before_there_is_a_job_needs_nobody) {
  job j = started({});
  ASSERT_TRUE(j.feed(killed{}));
  EXPECT_TRUE(j.owes("kill a"));
  ASSERT_TRUE(j.feed(child_refused{j.index("a"), j.at("a").attempt, "", ""}));
  EXPECT_TRUE(all_closed(j.record));
}

TEST(sub_workflow, a_retry_makes_another_job) {
  configuration conf{{"foliot.wf.retry.max", "1"}, {"foliot.wf.retry.interval", "1"}};
  job j = started(conf);
  names(j);
  ASSERT_TRUE(j.feed(child_ended{child_number, status::killed, "E0729", "no"}));
  ASSERT_EQ(j.state("a"), "USER_RETRY");
  j.now.ms += ms_per_minute;
  ASSERT_TRUE(j.feed(retry_due{}));
  EXPECT_EQ(j.state("a"), "PREP");
  EXPECT_EQ(j.at("a").child, 0U);
  EXPECT_TRUE(names(j, 8));
}

/// A job whose child was killed, about to run again from its failed nodes.
job rerun_failed(const configuration& conf = {}) {
  job j = started(conf);
  names(j);
  j.feed(child_ended{child_number, status::killed, "E0729", "no"});
  rerun again;
  again.kept = carried_over(*j.definition, j.record,
                            *judge_rerun(*j.definition, j.record, {true, {}}), *j.definition, true);
  EXPECT_THAT(again.kept, SizeIs(1));
  EXPECT_TRUE(j.feed(again));
  return j;
}

TEST(sub_workflow, a_failed_job_goes_on_under_its_number) {
  job j = rerun_failed();
  EXPECT_EQ(j.state("a"), "PREP");
  EXPECT_TRUE(plan_of(j).again);
  EXPECT_EQ(j.at("a").child, child_number);
  EXPECT_EQ(j.at("a").attempt, 2U);
  EXPECT_THAT(plan_of(j).conf, Contains(Pair("oozie.wf.external.id", "0000001-W@a@1")));
  EXPECT_TRUE(j.record.kept.empty());
  EXPECT_FALSE(names(j, 8)) << "it has a number";
  ASSERT_TRUE(names(j));
  EXPECT_EQ(j.state("a"), "RUNNING");
  EXPECT_FALSE(names(j)) << "twice";
  ASSERT_TRUE(j.feed(child_ended{child_number, status::succeeded, "", ""}));
  EXPECT_EQ(j.record.state, status::succeeded);
}

TEST(sub_workflow, a_job_that_goes_on_is_retried_under_its_number) {
  job j = rerun_failed({{"foliot.wf.retry.max", "1"}, {"foliot.wf.retry.codes", "E0729x,E0730"}});
  names(j);
  ASSERT_TRUE(j.feed(child_ended{child_number, status::killed, "E0730", "no"}));
  ASSERT_EQ(j.state("a"), "USER_RETRY");
  j.now.ms += ms_per_hour;
  ASSERT_TRUE(j.feed(retry_due{}));
  EXPECT_EQ(j.at("a").child, child_number);
  EXPECT_EQ(j.at("a").attempt, 3U);
  EXPECT_TRUE(names(j));
}

TEST(sub_workflow, a_rerun_of_everything_makes_another_job) {
  job j = started({});
  names(j);
  j.feed(child_ended{child_number, status::killed, "E0729", "no"});
  EXPECT_TRUE(carried_over(*j.definition, j.record, {}, *j.definition).empty());
  ASSERT_TRUE(j.feed(rerun{}));
  EXPECT_EQ(j.at("a").child, 0U);
  EXPECT_FALSE(plan_of(j).again);
}

TEST(sub_workflow, that_is_skipped_takes_its_error_path_again) {
  job j = started({});
  names(j);
  j.feed(child_ended{child_number, status::killed, "E0729", "no"});
  rerun again;
  again.kept = carried_over(*j.definition, j.record,
                            *judge_rerun(*j.definition, j.record, {false, {"a"}}), *j.definition);
  ASSERT_TRUE(j.feed(again));
  EXPECT_EQ(j.state("a"), "ERROR");
  EXPECT_EQ(j.record.state, status::killed);
  EXPECT_EQ(j.at("a").child, child_number);
}

TEST(sub_workflow, that_was_not_reached_goes_on_in_the_run_after) {
  job j{flow{}.start("b").shell("b", "a").child("a", "end", "fail", body_of()).kill().end().build(),
        {{"which", "below"}}};
  j.create();
  j.ends("b");
  names(j);
  j.feed(child_ended{child_number, status::failed, "E", "no"});
  rerun again;  // b is not kept: it runs again, and fails this time
  again.kept = carried_over(*j.definition, j.record, {}, *j.definition, true);
  ASSERT_TRUE(j.feed(again));
  j.ends("b", 1);
  ASSERT_EQ(j.record.state, status::killed);
  again.kept = carried_over(*j.definition, j.record, {}, *j.definition, true);
  ASSERT_TRUE(j.feed(again));
  j.ends("b");
  EXPECT_EQ(j.at("a").child, child_number);
  EXPECT_TRUE(plan_of(j).again);
}

/// a's job is running; then d asks for what is said of it.
job asking(const std::string& expression) {
  job j{flow{}
            .start("f")
            .split("f", {"a", "b"})
            .child("a", "j", "fail", body_of())
            .shell("b", "d")
            .decide("d", {{"${" + expression + "}", "fail"}}, "j")
            .join("j", "end")
            .kill()
            .end()
            .build(),
        {{"which", "below"}}};
  j.create();
  names(j);
  j.ends("b");
  return j;
}

TEST(sub_workflow, its_id_and_status_are_asked_of_the_world) {
  job id = asking("wf:actionExternalId('a') eq '0000007-W'");
  ASSERT_TRUE(id.owes("ask foliot:job-id(0.1.7)"));
  ASSERT_TRUE(
      id.feed(facts_found{{{id.record.questions.at(0), el::value{std::string("0000007-W")}}}}));
  EXPECT_EQ(id.record.state, status::killed) << "d has gone the way of its case";
  job status_of = asking("wf:actionExternalStatus('a') eq 'RUNNING'");
  ASSERT_TRUE(status_of.owes("ask foliot:job-status(0.1.7)"));
  ASSERT_TRUE(status_of.feed(
      facts_found{{{status_of.record.questions.at(0), el::value{std::string("KILLED")}}}}));
  EXPECT_EQ(status_of.state("d"), "OK");
  EXPECT_EQ(status_of.at("d").transition, status_of.index("j"));
  const job tracker = asking(
      "wf:actionTrackerUri('a') eq 'local' and empty "
      "wf:actionExternalId('d')");
  EXPECT_EQ(tracker.record.state, status::killed);
}

TEST(sub_workflow, the_argument_of_such_a_question_names_a_job) {
  const entity_id below{3, entity_kind::workflow, 0, 5, child_number};
  EXPECT_EQ(job_argument(below), "3.5.7");
  EXPECT_EQ(job_in_argument("3.5.7"), below);
  for (const char* none : {"", "3.5", "3.5.7.8", "a.b.c", "65536.1.1", "3..7", "3.5.7."})
    EXPECT_FALSE(job_in_argument(none)) << none;
}

std::vector<reason> told(const job& j, std::vector<job_below> below) {
  return why(*j.definition, j.record, {std::nullopt, std::move(below)}, j.self);
}

TEST(sub_workflow, why_names_the_job_and_its_status) {
  job j = started({});
  EXPECT_THAT(told(j, {}).at(0).what, HasSubstr("waits for its application to be read"));
  names(j);
  const entity_id below{0, entity_kind::workflow, 0, 1, child_number};
  EXPECT_THAT(told(j, {{below, "0000007-W", status::none}}).at(0).what,
              HasSubstr("makes job 0000007-W"));
  const auto running = told(j, {{below, "0000007-W", status::running}});
  ASSERT_THAT(running, SizeIs(1));
  EXPECT_EQ(running[0].what, "node 'a' waits for job 0000007-W, which is RUNNING");
  EXPECT_EQ(running[0].act, remedy_kind::ask);
  EXPECT_THAT(running[0].holders, ElementsAre(below));
  const auto held = told(j, {{below, "0000007-W", status::suspended}});
  EXPECT_EQ(held[0].act, remedy_kind::resume);
  EXPECT_EQ(held[0].target, below);
  j.feed(killed{});
  EXPECT_THAT(told(j, {{below, "0000007-W", status::running}}).at(0).what,
              HasSubstr("has ended here, but job 0000007-W below it is RUNNING"));
}

}  // namespace
}  // namespace foliot::model::testing

// What nodes plan: expressions, paths, questions about the world.
#include "model/workflow_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using namespace workflow_events;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;

workflow_definition with(shell_body body) {
  return flow{}.start("a").shell("a", "end", "fail", std::move(body)).kill().end().build();
}

program_plan plan_of(const job& j) { return std::get<program_plan>(j.at("a").plan); }

TEST(workflow_plan, a_shell_action) {
  shell_body body;
  body.exec = ex("  ${bin}/x.sh ");
  body.arguments = {ex(" a=A "), ex("${wf:user()}"), ex("")};
  body.environment = {ex("K=${bin}"), ex("L=a=b")};
  body.files = {ex("bin/x.sh"), ex("/data/y#z"), ex("file:///tools/t, rel/u#v")};
  job j{with(body), {{"bin", "/opt/bin"}}};
  j.create();
  const program_plan plan = plan_of(j);
  EXPECT_EQ(plan.program, "x.sh");
  EXPECT_THAT(plan.arguments, ElementsAre("a=A", "ann", ""));
  EXPECT_THAT(plan.environment, ElementsAre("K=/opt/bin", "L=a=b"));
  EXPECT_THAT(plan.files, ElementsAre(Pair("/apps/test/bin/x.sh", "x.sh"), Pair("/data/y", "z"),
                                      Pair("/tools/t", "t"), Pair("/apps/test/rel/u", "v")));
  EXPECT_FALSE(plan.capture_output);
}

TEST(workflow_plan, files_that_cannot_be_linked_take_the_error_path) {
  const struct {
    const char* file;
    const char* code;
  } rows[] = {{"hdfs://h/x", "E0904"}, {"file://other/x", "E0904"}, {"#x", "JA008"},
              {"x#a/b", "JA008"},      {"x#..", "JA008"},           {"x#l,y#l", "JA008"}};
  for (const auto& row : rows) {
    shell_body body;
    body.files = {ex(row.file)};
    job j{with(body)};
    j.create();
    EXPECT_EQ(j.state("a"), "ERROR") << row.file;
    EXPECT_EQ(j.at("a").error_code, row.code) << row.file;
    EXPECT_FALSE(j.at("a").open);
    EXPECT_EQ(j.record.state, status::killed);
  }
  shell_body twice;
  twice.files = {ex("x"), ex("x#x"), ex("y/#y"), ex(" , ")};
  job j{with(twice)};
  j.create();
  EXPECT_THAT(plan_of(j).files, ElementsAre(Pair("/apps/test/x", "x"), Pair("/apps/test/y/", "y")));
}

TEST(workflow_plan, an_exec_without_a_name) {
  shell_body body;
  body.exec = ex("${nothing}");
  job j{with(body), {{"nothing", " "}}};
  j.create();
  EXPECT_EQ(j.at("a").error_code, "JA018");
}

TEST(workflow_plan, an_environment_entry_without_value) {
  const configuration compat{{"foliot.compat", "oozie"}};
  const auto state_with = [](const char* entry, const configuration& conf) {
    shell_body body;
    body.environment = {ex(entry)};
    job j{with(body), conf};
    j.create();
    EXPECT_EQ(j.record.state == status::failed, j.record.error_code == "JA010");
    return j.state("a");
  };
  EXPECT_EQ(state_with("K=", {}), "PREP");
  EXPECT_EQ(state_with("K=", compat), "FAILED");
  EXPECT_EQ(state_with("K", {}), "FAILED");
  EXPECT_EQ(state_with("=v", {}), "FAILED");
  EXPECT_EQ(state_with("K=v", compat), "PREP");
}

TEST(workflow_plan, an_expression_that_cannot_be_evaluated_fails_the_job_with_its_place) {
  shell_body body;
  body.arguments = {ex("${undefined_here}")};
  job j{flow{}
            .start("f")
            .split("f", {"b", "a"})
            .shell("b", "j")
            .shell("a", "j", "fail", body)
            .join("j", "end")
            .kill()
            .end()
            .build()};
  j.create();
  EXPECT_EQ(j.record.state, status::failed);
  EXPECT_EQ(j.record.error_code, "EL_ERROR");
  EXPECT_EQ(j.record.error_line, 5U);
  EXPECT_THAT(j.record.error, HasSubstr("line 5: node 'a': <argument>: column 3: the variable "
                                        "'undefined_here' is not defined"));
  EXPECT_EQ(j.state("a"), "FAILED");
  EXPECT_EQ(j.at("a").error_code, "EL_ERROR");
  EXPECT_EQ(j.state("b"), "KILLED");
  EXPECT_TRUE(j.owes("kill b"));
}

TEST(workflow_plan, the_configuration_is_evaluated_for_its_errors) {
  shell_body body;
  body.conf = {{"k", ex("${undefined_here}")}};
  job j{with(body)};
  j.create();
  EXPECT_EQ(j.record.error_code, "EL_ERROR");
  EXPECT_THAT(j.record.error,
              HasSubstr("node 'a': <configuration>: the value of 'k': column 3: the variable "
                        "'undefined_here' is not defined"));
}

TEST(workflow_plan, an_expression_that_cannot_be_evaluated_is_named_by_its_element) {
  const auto error_of = [](const shell_body& body) {
    job j{with(body)};
    j.create();
    return j.at("a").error;
  };
  const el::expression wrong = ex("${undefined_here}");
  shell_body body;
  body.exec = wrong;
  EXPECT_THAT(error_of(body), StartsWith("<exec>: column 3: "));
  body = {};
  body.environment = {wrong};
  EXPECT_THAT(error_of(body), StartsWith("<env-var>: column 3: "));
  body = {};
  body.prepare = {{"mkdir", wrong}};
  EXPECT_THAT(error_of(body), StartsWith("<prepare/mkdir>: column 3: "));
  fs_body files;
  files.steps.push_back({"move", ex("file:///a"), wrong, {}, {}, false, true, false});
  job j{flow{}.start("f").fs("f", "end", "fail", files).kill().end().build()};
  j.create();
  EXPECT_THAT(j.at("f").error, StartsWith("<move>: column 3: "));
  workflow_definition retried = with({});
  retried.nodes[retried.find("a")].retry.max = wrong;
  job k{retried};
  k.create();
  EXPECT_THAT(k.at("a").error, StartsWith("retry-max: column 3: "));
}

TEST(workflow_plan, texts_are_bounded) {
  shell_body body;
  for (int i = 0; i < 30; ++i) body.arguments.push_back(ex("${big}"));
  job j{with(body), {{"big", std::string(100'000, 'x')}}};
  j.create();
  EXPECT_EQ(j.record.state, status::failed);
  EXPECT_THAT(j.record.error, HasSubstr(std::to_string(limits::node_plan_bytes_max)));
}

TEST(workflow_plan, an_fs_action) {
  fs_body body;
  body.steps.resize(2);
  body.steps[0] = {"mkdir", ex(" ${dir} "), {}, {}, {}, false, true, false};
  body.steps[1] = {"chmod", ex("file:///x"), {}, ex("755"), {}, true, false, false};
  job j{flow{}.start("a").fs("a", "end", "fail", body).kill().end().build(), {{"dir", "/d"}}};
  j.create();
  EXPECT_THAT(j.owes(), ElementsAre("run_fs a", "report"));
  const auto plan = std::get<fs_plan>(j.at("a").plan);
  EXPECT_EQ(plan.steps[0], (fs_plan_step{"mkdir", "/d", "", "", "", false, true, false}));
  EXPECT_EQ(plan.steps[1], (fs_plan_step{"chmod", "file:///x", "", "755", "", true, false, false}));
  job k = j;
  ASSERT_TRUE(j.ends("a"));
  EXPECT_EQ(j.record.state, status::succeeded);
  EXPECT_THAT(j.owes(), ElementsAre("report"));  // nothing was claimed for it
  ASSERT_TRUE(k.ends("a", run_end::failed, "FS006", "no such file"));
  EXPECT_EQ(k.at("a").error_code, "FS006");
  EXPECT_EQ(k.record.state, status::killed);
}

TEST(workflow_plan, paths_of_fs_actions) {
  const auto resolved = [](const char* node, const char* path, dialect reading) {
    auto out = resolve_fs_path(node, path, reading);
    return out ? *out : out.error().oozie;
  };
  EXPECT_EQ(resolved("", "/bla", dialect::lenient), "/bla");
  EXPECT_EQ(resolved("", "/bla", dialect::oozie), "FS001");
  EXPECT_EQ(resolved("", "bla", dialect::lenient), "FS001");
  EXPECT_EQ(resolved("file:///", "/bla", dialect::lenient), "file:///bla");
  EXPECT_EQ(resolved("file:/", "/bla", dialect::lenient), "file:/bla");
  EXPECT_EQ(resolved("hdfs://x", "bla", dialect::lenient), "FS011");
  EXPECT_EQ(resolved("hdfs://x/ha", "/bla", dialect::oozie), "hdfs://x/bla");

  fs_body body;
  body.name_node = ex("file:///");
  body.steps.resize(1);
  body.steps[0] = {"move", ex("/a"), ex("/b"), {}, {}, false, true, false};
  job j{flow{}.start("a").fs("a", "end", "fail", body).kill().end().build()};
  j.create();
  const fs_plan plan = std::get<fs_plan>(j.at("a").plan);
  EXPECT_EQ(plan.steps[0].path, "file:///a");
  EXPECT_EQ(plan.steps[0].target, "file:///b");

  body.steps[0].path = ex("a");
  job k{flow{}.start("a").fs("a", "end", "fail", body).kill().end().build()};
  k.create();
  EXPECT_EQ(k.at("a").error_code, "FS011");
  EXPECT_THAT(k.at("a").error, HasSubstr("move: the path 'a'"));
}

// -- questions ------------------------------------------------------------------------------------

TEST(workflow_facts, a_decision_waits_for_what_it_asks) {
  for (const bool truth : {true, false}) {
    job j{flow{}
              .start("d")
              .decide("d", {{"${fs:exists('/x')}", "a"}}, "end")
              .shell("a", "end")
              .kill()
              .end()
              .build()};
    j.create();
    EXPECT_EQ(j.state("d"), "PREP");
    EXPECT_THAT(j.owes(), ElementsAre("ask fs:exists(/x)", "report"));
    ASSERT_TRUE(j.answer(truth));
    EXPECT_TRUE(j.record.questions.empty());
    EXPECT_TRUE(j.record.facts.empty());
    EXPECT_EQ(j.at("d").transition, j.index(truth ? "a" : "end"));
    EXPECT_FALSE(j.feed(facts_found{{{el::probe{"fs:exists", {"/x"}}, el::value{true}}}}));
  }
}

TEST(workflow_facts, an_action_waits_unopened_and_unplanned) {
  shell_body body;
  body.arguments = {ex("${fs:exists('/x')}"), ex("${fs:exists('/y')}")};
  job j{with(body)};
  j.create();
  EXPECT_EQ(j.state("a"), "PREP");
  EXPECT_FALSE(j.at("a").open);
  EXPECT_FALSE(j.ends("a"));
  EXPECT_THAT(j.owes(), ElementsAre("ask fs:exists(/x)", "ask fs:exists(/y)", "report"));
  const el::probe x{"fs:exists", {"/x"}};
  const el::probe y{"fs:exists", {"/y"}};
  EXPECT_FALSE(j.feed(facts_found{{{el::probe{"fs:exists", {"/z"}}, el::value{true}}}}));
  ASSERT_TRUE(j.feed(facts_found{{{x, el::value{true}}}}));
  EXPECT_THAT(j.owes(), ElementsAre("ask fs:exists(/y)", "report"));
  EXPECT_EQ(j.record.facts.size(), 1U);
  EXPECT_FALSE(j.feed(facts_found{{{x, el::value{false}}}}));
  ASSERT_TRUE(j.feed(facts_found{{{x, el::value{false}}, {y, el::value{false}}}}));
  EXPECT_TRUE(j.record.facts.empty());
  EXPECT_THAT(plan_of(j).arguments, ElementsAre("true", "false"));
  EXPECT_TRUE(j.at("a").open);
}

TEST(workflow_facts, a_suspended_job_asks_again_when_resumed) {
  shell_body body;
  body.arguments = {ex("${fs:exists('/x')}")};
  job j{with(body)};
  j.create();
  j.feed(suspended{});
  EXPECT_THAT(j.owes(), ElementsAre("report"));
  EXPECT_FALSE(j.feed(facts_found{{{el::probe{"fs:exists", {"/x"}}, el::value{true}}}}));
  j.feed(resumed{});
  EXPECT_TRUE(j.owes("ask fs:exists(/x)"));
  EXPECT_TRUE(j.answer(true));
  EXPECT_TRUE(j.owes("run a"));
}

TEST(workflow_facts, the_end_of_a_job_ends_its_questions) {
  shell_body body;
  body.arguments = {ex("${fs:exists('/x')}")};
  job j{with(body)};
  j.create();
  j.feed(killed{});
  EXPECT_THAT(j.owes(), ElementsAre("forget a", "report"));
  EXPECT_TRUE(j.record.questions.empty());
  EXPECT_TRUE(all_closed(j.record));
}

TEST(workflow_facts, paths_ask_side_by_side) {
  job j{flow{}
            .start("f")
            .split("f", {"d", "e"})
            .decide("d", {{"${fs:exists('/x')}", "j"}}, "fail")
            .decide("e", {{"${fs:exists('/y')}", "j"}}, "fail")
            .join("j", "end")
            .kill()
            .end()
            .build()};
  j.create();
  EXPECT_THAT(j.owes(), ElementsAre("ask fs:exists(/x)", "ask fs:exists(/y)", "report"));
  ASSERT_TRUE(j.answer(true));
  EXPECT_EQ(j.record.state, status::succeeded);
}

// -- decisions and kill messages ------------------------------------------------------------------

TEST(workflow_decision, the_first_case_that_is_exactly_true) {
  const auto chosen = [](std::vector<std::pair<std::string, std::string>> cases) {
    job j{flow{}
              .start("d")
              .decide("d", std::move(cases), "c")
              .shell("a", "end")
              .shell("b", "end")
              .shell("c", "end")
              .kill()
              .end()
              .build(),
          {{"n", "5"}}};
    j.create();
    return j.at("d").transition == no_node ? j.record.error_code : j.visited().back();
  };
  EXPECT_EQ(chosen({{"false", "a"}, {" true\n", "b"}}), "b");
  EXPECT_EQ(chosen({{"true", "a"}, {"true", "b"}}), "a");
  EXPECT_EQ(chosen({{"TRUE", "a"}, {"yes", "b"}}), "c");
  EXPECT_EQ(chosen({{"${n gt 4}", "a"}}), "a");
  EXPECT_EQ(chosen({}), "c");
  EXPECT_EQ(chosen({{"true", "a"}, {"${nope}", "b"}}), "EL_ERROR");
  job j{flow{}.start("d").decide("d", {{"${nope}", "end"}}, "end").end().build()};
  j.create();
  EXPECT_THAT(j.record.error, HasSubstr("node 'd': <case>: column 3: the variable 'nope'"));
}

TEST(workflow_kill, its_message_is_evaluated_once_reached) {
  job j{flow{}.start("fail").kill("fail", "${wf:id()} ${wf:conf('k')} ${k}").end().build(),
        {{"k", "v"}}};
  j.create();
  EXPECT_EQ(j.record.state, status::killed);
  EXPECT_EQ(j.record.error, "0000001-W v v");
}

TEST(workflow_kill, a_message_that_cannot_be_evaluated_kills_all_the_same) {
  job j{flow{}.start("fail").kill("fail", "${nope}").end().build()};
  j.create();
  EXPECT_EQ(j.record.state, status::killed);
  EXPECT_EQ(j.state("fail"), "ERROR");
  EXPECT_EQ(j.at("fail").error_code, "E0756");
  EXPECT_EQ(j.record.error_code, "E0756");
  EXPECT_THAT(j.record.error, HasSubstr("node 'fail': its message cannot be evaluated: <message>: "
                                        "column 3: the variable 'nope' is not defined"));
}

TEST(workflow_kill, what_its_message_can_say) {
  job j{flow{}
            .start("a")
            .shell("a", "end", "d")
            .decide("d", {}, "f")
            .split("f", {"fail", "end"})
            .kill("fail",
                  "${wf:lastErrorNode()}|${wf:errorCode('a')}|${wf:errorMessage('a')}|"
                  "${wf:transition('a')}|${wf:transition('f')}|${wf:errorCode('d')}|"
                  "${wf:name()}|${wf:appPath()}|${wf:user()}|${wf:run()}|"
                  "${wf:actionExternalId('a')}|${wf:actionExternalStatus('a')}")
            .end()
            .build()};
  j.create();
  j.runs("a", 12);
  j.ends("a", 7);
  EXPECT_EQ(j.record.error,
            "a|1|the program ended with exit status 7|d|*||test|file:///apps/test/workflow.xml|"
            "ann|0|12|FAILED/KILLED");
}

}  // namespace
}  // namespace foliot::model::testing

// email, ssh and git: what they plan for the helper program, and what its answers mean.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/java_properties.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/helper.hpp"
#include "model/workflow_plan.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using written = std::vector<std::pair<std::string, std::string>>;

/// A workflow with one action "a" of that type and these elements.
job job_with(const std::string& type, const written& elements, configuration conf = {},
             std::vector<prepare_step> prepare = {}) {
  workflow_definition flow_of =
      flow{}.start("a").other("a", type, "end", "fail").kill().end().build();
  auto body = std::make_shared<action_body>();
  for (const auto& [name, text] : elements) body->texts.push_back({name, ex(text)});
  body->prepare = std::move(prepare);
  flow_of.nodes[flow_of.find("a")].body = std::move(body);
  job out{std::move(flow_of), std::move(conf)};
  out.create();
  return out;
}

/// The lines of the plan's document.
written document_of(const job& of) {
  const auto plan = std::get<program_plan>(of.at("a").plan);
  EXPECT_EQ(plan.source, program_source::helper);
  EXPECT_EQ(plan.output_file, "result.properties");
  EXPECT_TRUE(plan.arguments.empty());
  written out;
  if (plan.documents.size() != 1) return out;
  EXPECT_EQ(plan.documents[0].first, "plan.properties");
  java_property_reader reader(plan.documents[0].second);
  while (auto each = reader.next()) out.emplace_back(each->name, each->value);
  return out;
}

std::string value_of(const written& in, const std::string& name) {
  for (const auto& [each, value] : in)
    if (each == name) return value;
  return "(none)";
}

std::vector<std::string> words_of(const written& elements) {
  std::vector<std::string> out;
  written all{{"host", "h"}};
  all.insert(all.end(), elements.begin(), elements.end());
  for (const auto& [name, value] : document_of(job_with("ssh", all)))
    if (name == "word") out.push_back(value);
  return out;
}

TEST(email_plan, holds_the_texts_evaluated) {
  const job j = job_with("email",
                         {{"to", "${who}@x"},
                          {"cc", "b@x"},
                          {"subject", " S ${wf:user()} "},
                          {"body", "one\ntwo = ${who}"},
                          {"content_type", "text/html"},
                          {"attachment", "file:///a,file:///b"}},
                         {{"who", "ann"}});
  const written document = document_of(j);
  EXPECT_EQ(value_of(document, "to"), "ann@x");
  EXPECT_EQ(value_of(document, "cc"), "b@x");
  EXPECT_EQ(value_of(document, "bcc"), "");
  EXPECT_EQ(value_of(document, "subject"), "S ann");
  EXPECT_EQ(value_of(document, "body"), "one\ntwo = ann");
  EXPECT_EQ(value_of(document, "content_type"), "text/html");
  EXPECT_EQ(value_of(document, "attachment"), "file:///a,file:///b");
  EXPECT_THAT(value_of(document, "key"), ::testing::StartsWith("0000001-W@a@0"));
  EXPECT_EQ(std::get<program_plan>(j.at("a").plan).program, "email");
}

TEST(email_plan, needs_a_recipient) {
  for (const char* nobody : {"", " , ,"}) {
    const job j = job_with("email", {{"to", "${nobody}"}, {"subject", "s"}, {"body", "b"}},
                           {{"nobody", nobody}});
    EXPECT_EQ(j.at("a").error_code, "EM001");
    EXPECT_EQ(j.state("a"), "ERROR");
  }
}

TEST(ssh_plan, splits_args_and_keeps_arg) {
  EXPECT_THAT(words_of({{"command", "ls"}, {"args", "-l  /x y"}, {"args", "z"}}),
              ElementsAre("ls", "-l", "/x", "y", "z"));
  EXPECT_THAT(
      words_of({{"command", "sh -c"}, {"args", "'echo $HOME; ls' \"a \\\"b\\\" $c\" d\\ e"}}),
      ElementsAre("sh", "-c", "echo $HOME; ls", "a \"b\" $c", "d e"));
  EXPECT_THAT(words_of({{"command", "x"}, {"args", "'' \"\" a''b"}}),
              ElementsAre("x", "", "", "ab"));
  EXPECT_THAT(words_of({{"command", "x"},
                        {"arg", "a b"},
                        {"arg", "\"c d\""},
                        {"arg", "it's"},
                        {"arg", "'a' 'b'"},
                        {"arg", "$(id)"}}),
              ElementsAre("x", "a b", "c d", "it's", "'a' 'b'", "$(id)"));
}

TEST(ssh_plan, names_its_place_and_its_run) {
  const written document =
      document_of(job_with("ssh", {{"host", "u@h"}, {"command", "x"}, {"capture-output", ""}}));
  EXPECT_EQ(value_of(document, "host"), "u@h");
  EXPECT_EQ(value_of(document, "user"), "ann");
  EXPECT_EQ(value_of(document, "directory"), "foliot/0000001-W/a--ssh");
  EXPECT_EQ(value_of(document, "id"), "run0");
  EXPECT_EQ(value_of(document, "capture"), "2048");
  const job more = job_with("ssh", {{"host", "h"}, {"command", "x"}, {"capture-output", ""}},
                            {{"oozie.action.max.output.data", "9000"}});
  EXPECT_EQ(value_of(document_of(more), "capture"), "9000");
  EXPECT_EQ(output_limit(std::get<program_plan>(more.at("a").plan)), 9'000U);
  EXPECT_EQ(value_of(document_of(job_with("ssh", {{"host", "h"}, {"command", "x"}})), "capture"),
            "(none)");
}

TEST(ssh_plan, refuses_what_is_no_command) {
  for (const auto& [command, args] : written{{" ", "x"}, {"x", "it's"}, {"x \"", ""}}) {
    const job j = job_with("ssh", {{"host", "h"}, {"command", command}, {"args", args}});
    EXPECT_EQ(j.at("a").error_code, "UNKNOWN_ERROR") << command << args;
  }
}

TEST(git_plan, holds_the_texts_and_prepares) {
  const job j = job_with("git",
                         {{"git-uri", "ssh://h/${r}"},
                          {"branch", "b"},
                          {"key-path", "file:///k"},
                          {"destination-uri", "file:///out/${r}"}},
                         {{"r", "x"}}, {{"delete", ex("/out/${r}")}});
  const written document = document_of(j);
  EXPECT_EQ(document, (written{{"uri", "ssh://h/x"},
                               {"destination", "file:///out/x"},
                               {"branch", "b"},
                               {"key", "file:///k"}}));
  EXPECT_EQ(std::get<program_plan>(j.at("a").plan).prepare.at(0).path, "/out/x");
}

TEST(git_plan, refuses_other_file_systems) {
  const job j = job_with("git", {{"git-uri", "ssh://h/x"}, {"destination-uri", "hdfs://h/x"}});
  EXPECT_EQ(j.at("a").error_code, "E0904");
  EXPECT_EQ(job_with("git", {{"git-uri", ""}, {"destination-uri", "/x"}}).at("a").error_code,
            "JA018");
}

verdict judged(const std::string& output, int32_t exit_code = 1, const std::string& message = {}) {
  const workflow_definition none;
  const configuration conf;
  const workflow_context context{{}, "id", none, conf, lost_rule::rerun};
  return judge_helper({}, {exit_code, output, message}, context);
}

TEST(helper_answer, is_a_verdict) {
  EXPECT_EQ(std::get<std::string>(judged("type=ok\ndata=a\\=1\\nb\\=2\n", 0)), "a=1\nb=2");
  EXPECT_EQ(std::get<std::string>(judged("type=ok\n", 0)), "");
  const struct {
    const char* name;
    error_type type;
  } rows[] = {{"error", error_type::error},
              {"transient", error_type::transient},
              {"non_transient", error_type::non_transient},
              {"failed", error_type::failed}};
  for (const auto& row : rows) {
    const auto refusal =
        std::get<node_refusal>(judged(std::string{"code=C\nmessage=why\ntype="} + row.name));
    EXPECT_EQ(refusal.type, row.type);
    EXPECT_EQ(refusal.code, "C");
    EXPECT_EQ(refusal.sentence, "why");
  }
}

TEST(helper_answer, names_the_log_of_the_run) {
  const auto refusal = std::get<node_refusal>(
      judged("type=error\ncode=E1111\nmessage=Exit code:3\n", 1, "its standard error is in /l"));
  EXPECT_EQ(refusal.code, "E1111");
  EXPECT_EQ(refusal.sentence, "Exit code:3; its standard error is in /l");
}

TEST(helper_answer, is_missing) {
  const auto refusal = std::get<node_refusal>(judged("", 137, "ended by signal 9"));
  EXPECT_EQ(refusal.code, "JA018");
  EXPECT_EQ(refusal.type, error_type::error);
  EXPECT_THAT(refusal.sentence, HasSubstr("137"));
  EXPECT_THAT(refusal.sentence, HasSubstr("signal 9"));
  EXPECT_TRUE(std::holds_alternative<node_refusal>(judged("type=strange\n", 1)));
  for (const char* nothing : {"", "a=1\n"}) {
    const auto silent = std::get<node_refusal>(judged(nothing, 0));
    EXPECT_EQ(silent.code, "JA018") << "that it ended well is no answer";
    EXPECT_EQ(silent.sentence, "it ended with exit status 0 and left no result");
  }
}

TEST(helper_answer, that_is_missing_names_what_may_still_run) {
  job j = job_with("ssh", {{"host", "bob@h"}, {"command", "x"}});
  ASSERT_TRUE(j.runs("a"));
  ASSERT_TRUE(j.ends("a", 137, ""));
  EXPECT_EQ(j.at("a").error_code, "JA018");
  EXPECT_THAT(j.at("a").error, HasSubstr("may still run on bob@h"));
  EXPECT_THAT(j.at("a").error, HasSubstr("/a--ssh below the home directory"));
  job mail = job_with("email", {{"to", "a@b"}, {"subject", "s"}, {"body", "b"}});
  ASSERT_TRUE(mail.runs("a"));
  ASSERT_TRUE(mail.ends("a", 137, ""));
  EXPECT_THAT(mail.at("a").error, Not(HasSubstr("may still run")));
}

const char* passing_reason = "type=transient\ncode=COULD_NOT_CONNECT\nmessage=timed out\n";

TEST(helper_answer, of_a_passing_reason_is_retried_three_times_then_held) {
  job j = job_with("ssh", {{"host", "h"}, {"command", "x"}},
                   {{"foliot.wf.start.retry.policy", "exponential"}});
  for (uint16_t attempt = 1; attempt <= 3; ++attempt) {
    ASSERT_TRUE(j.runs("a"));
    ASSERT_TRUE(j.ends("a", 1, passing_reason));
    ASSERT_EQ(j.state("a"), "START_RETRY") << attempt;
    EXPECT_EQ(j.at("a").retry.at, plus_ms(j.now, (5 << attempt) * ms_per_second));
    j.now = j.at("a").retry.at;
    ASSERT_TRUE(j.feed(workflow_events::retry_due{}));
    EXPECT_EQ(j.at("a").attempt, attempt + 1);
  }
  ASSERT_TRUE(j.runs("a"));
  ASSERT_TRUE(j.ends("a", 1, passing_reason));
  EXPECT_EQ(j.state("a"), "START_MANUAL");
  EXPECT_EQ(j.record.state, status::suspended);
  EXPECT_EQ(j.at("a").error_code, "COULD_NOT_CONNECT");
  // A person begins the count anew.
  ASSERT_TRUE(j.feed(workflow_events::resumed{}));
  ASSERT_TRUE(j.runs("a"));
  ASSERT_TRUE(j.ends("a", 1, passing_reason));
  EXPECT_EQ(j.state("a"), "START_RETRY");
}

TEST(helper_answer, of_a_passing_reason_counts_anew_after_another_end) {
  job j = job_with("ssh", {{"host", "h"}, {"command", "x"}},
                   {{"oozie.wf.action.max.retries", "1"}, {"foliot.wf.retry.max", "1"}});
  const auto passes = [&j] {
    ASSERT_TRUE(j.runs("a"));
    ASSERT_TRUE(j.ends("a", 1, passing_reason));
    ASSERT_EQ(j.state("a"), "START_RETRY");
    j.now = j.at("a").retry.at;
    ASSERT_TRUE(j.feed(workflow_events::retry_due{}));
  };
  passes();
  ASSERT_TRUE(j.ends("a", workflow_events::run_end::lost));
  passes();
  ASSERT_TRUE(j.ends("a", 1, "type=error\ncode=E1111\nmessage=no\n"));
  ASSERT_EQ(j.state("a"), "USER_RETRY");
  j.now = j.at("a").retry.at;
  ASSERT_TRUE(j.feed(workflow_events::retry_due{}));
  passes();
  ASSERT_TRUE(j.ends("a", 1, passing_reason));
  EXPECT_EQ(j.state("a"), "START_MANUAL");
}

TEST(helper_answer, decides_the_action) {
  job good = job_with("ssh", {{"host", "h"}, {"command", "x"}});
  EXPECT_TRUE(good.ends("a", 0, "type=ok\ndata=k\\=v\n"));
  EXPECT_EQ(good.state("a"), "OK");
  EXPECT_EQ(good.at("a").data, "k=v");
  job bad = job_with("email", {{"to", "a@b"}, {"subject", "s"}, {"body", "b"}});
  EXPECT_TRUE(bad.ends("a", 1, "type=error\ncode=EM007\nmessage=no\n"));
  EXPECT_EQ(bad.state("a"), "ERROR");
  EXPECT_EQ(bad.at("a").error_code, "EM007");
  EXPECT_EQ(bad.record.state, status::killed);
  job held = job_with("ssh", {{"host", "h"}, {"command", "x"}});
  EXPECT_TRUE(held.ends("a", 1, "type=non_transient\ncode=AUTH_FAILED\nmessage=no\n"));
  EXPECT_EQ(held.state("a"), "START_MANUAL");
  EXPECT_EQ(held.record.state, status::suspended);
  job failed = job_with("ssh", {{"host", "h"}, {"command", "x"}});
  EXPECT_TRUE(failed.ends("a", 1, "type=failed\ncode=COULD_NOT_CONNECT\nmessage=no\n"));
  EXPECT_EQ(failed.record.state, status::failed);
}

}  // namespace
}  // namespace foliot::model::testing

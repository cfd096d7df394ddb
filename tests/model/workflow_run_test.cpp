// What becomes of runs: results, losses, output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "model/workflow_data.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using namespace workflow_events;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

workflow_definition repaired() {
  return flow{}.start("a").shell("a", "end", "b").shell("b", "end").kill().end().build();
}

TEST(workflow_run, an_exit_status_is_error_code_1_and_takes_the_error_path) {
  job j{repaired()};
  j.create();
  ASSERT_TRUE(j.ends("a", 42));
  EXPECT_EQ(j.state("a"), "ERROR");
  EXPECT_EQ(j.at("a").error_code, "1");
  EXPECT_THAT(j.at("a").error, HasSubstr("42"));
  EXPECT_EQ(j.at("a").transition, j.index("b"));
  EXPECT_EQ(j.record.last_error_node, j.index("a"));
  EXPECT_TRUE(j.owes("run b"));
  j.ends("b");
  EXPECT_EQ(j.record.state, status::succeeded);
}

TEST(workflow_run, other_bad_ends) {
  const struct {
    run_end outcome;
    const char* code;
    const char* expected;
  } rows[] = {{run_end::failed, "FS006", "FS006"},
              {run_end::failed, "", "1"},
              {run_end::not_started, "", "JA018"},
              {run_end::killed, "", "JA017"}};
  for (const auto& row : rows) {
    job j{repaired()};
    j.create();
    ASSERT_TRUE(j.ends("a", row.outcome, row.code, "because"));
    EXPECT_EQ(j.state("a"), "ERROR");
    EXPECT_EQ(j.at("a").error_code, row.expected);
    EXPECT_EQ(j.at("a").error, "because");
    EXPECT_TRUE(j.owes("run b"));
  }
}

TEST(workflow_run, stale_news_are_refused) {
  job j{repaired()};
  j.create();
  EXPECT_FALSE(j.feed(end_of(j.index("a"), 2)));
  EXPECT_FALSE(j.feed(end_of(j.index("b"), 1)));
  EXPECT_FALSE(j.feed(end_of(no_node, 1)));
  EXPECT_FALSE(j.feed(end_of(12'345, 1)));
  EXPECT_FALSE(j.feed(run_started{j.index("a"), 0, 1}));
  EXPECT_TRUE(j.runs("a"));
  EXPECT_FALSE(j.runs("a"));
  EXPECT_TRUE(j.ends("a"));
  EXPECT_FALSE(j.ends("a"));
  run_ended odd = end_of(j.index("a"), 1);
  odd.outcome = static_cast<run_end>(77);
  job k{repaired()};
  k.create();
  EXPECT_FALSE(k.feed(odd));
  EXPECT_TRUE(k.at("a").open);
}

TEST(workflow_run, a_lost_run_is_started_again_twice) {
  job j{repaired()};
  j.create();
  for (uint16_t attempt = 2; attempt <= 3; ++attempt) {
    j.runs("a", 5);
    ASSERT_TRUE(j.ends("a", run_end::lost));
    EXPECT_EQ(j.state("a"), "PREP");
    EXPECT_EQ(j.at("a").attempt, attempt);
    EXPECT_EQ(j.at("a").external_id, 0);
    EXPECT_TRUE(j.at("a").open);
    EXPECT_TRUE(j.owes("run a"));
    EXPECT_FALSE(j.feed(end_of(j.index("a"), static_cast<uint16_t>(attempt - 1))));
  }
  ASSERT_TRUE(j.ends("a", run_end::lost));
  EXPECT_EQ(j.state("a"), "ERROR");
  EXPECT_EQ(j.at("a").error_code, "JA017");
  EXPECT_TRUE(j.owes("run b"));
}

TEST(workflow_run, a_lost_run_is_held_for_a_person) {
  job j{repaired(), {}, lost_rule::hold};
  j.create();
  j.runs("a");
  ASSERT_TRUE(j.ends("a", run_end::lost));
  EXPECT_EQ(j.state("a"), "START_MANUAL");
  EXPECT_EQ(j.record.state, status::suspended);
  EXPECT_THAT(j.owes(), ElementsAre("report"));
  ASSERT_TRUE(j.feed(resumed{}));
  EXPECT_EQ(j.record.state, status::running);
  EXPECT_EQ(j.state("a"), "PREP");
  EXPECT_EQ(j.at("a").attempt, 2);
  EXPECT_THAT(j.owes(), ElementsAre("run a", "report"));
  j.ends("a");
  EXPECT_EQ(j.record.state, status::succeeded);
}

TEST(workflow_run, a_held_action_can_be_killed) {
  job j{repaired(), {}, lost_rule::hold};
  j.create();
  j.ends("a", run_end::lost);
  ASSERT_TRUE(j.feed(killed{}));
  EXPECT_EQ(j.state("a"), "KILLED");
  EXPECT_TRUE(all_closed(j.record));
}

TEST(workflow_run, a_lost_run_fails_the_job) {
  job j{repaired(), {}, lost_rule::fail};
  j.create();
  ASSERT_TRUE(j.ends("a", run_end::lost));
  EXPECT_EQ(j.state("a"), "FAILED");
  EXPECT_EQ(j.record.state, status::failed);
  EXPECT_EQ(j.record.error_code, "JA017");
  EXPECT_TRUE(all_closed(j.record));
}

TEST(workflow_run, a_lost_run_says_what_happened_to_it) {
  const std::string reason = "the machine was restarted; its standard error is in /l/stderr";
  for (const lost_rule rule : {lost_rule::hold, lost_rule::fail}) {
    job j{repaired(), {}, rule};
    j.create();
    ASSERT_TRUE(j.ends("a", run_end::lost, "", reason));
    EXPECT_EQ(j.at("a").error, "its run was lost: " + reason);
  }
  job j{repaired()};
  j.create();
  job k = j;
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(j.ends("a", run_end::lost, "", reason));
  EXPECT_EQ(j.at("a").error, "its run was lost 3 times: " + reason);
  ASSERT_TRUE(k.feed(suspended{}));
  ASSERT_TRUE(k.ends("a", run_end::lost, "", reason));
  EXPECT_EQ(k.at("a").error, "its run was lost while the job was suspended: " + reason);
}

TEST(workflow_run, what_is_done_about_a_lost_run_is_said_in_any_case) {
  const auto rule = [](const char* word) {
    return lost_rule_of({{std::string(lost_rule_property), word}});
  };
  EXPECT_EQ(rule("Hold"), lost_rule::hold);
  EXPECT_EQ(rule(" FAIL"), lost_rule::fail);
  EXPECT_EQ(rule("ReRun"), lost_rule::rerun);
  EXPECT_EQ(lost_rule_of({}), lost_rule::rerun);
}

TEST(workflow_run, while_suspended_a_lost_run_waits_for_the_resumption) {
  job j{repaired()};
  j.create();
  j.feed(suspended{});
  ASSERT_TRUE(j.ends("a", run_end::lost));
  EXPECT_EQ(j.state("a"), "START_MANUAL");
  EXPECT_THAT(j.owes(), ElementsAre("report"));
  j.feed(resumed{});
  EXPECT_EQ(j.at("a").attempt, 2);
  EXPECT_TRUE(j.owes("run a"));
}

TEST(workflow_run, names_of_runs_do_not_wrap_around) {
  job j{repaired()};
  j.create();
  j.record.nodes.edit(*position_of(j.record.nodes, j.index("a"))).attempt = 0xFFFF;
  ASSERT_TRUE(j.ends("a", run_end::lost));
  EXPECT_EQ(j.state("a"), "ERROR");
}

workflow_definition captured(bool capture) {
  shell_body body;
  body.capture_output = capture;
  shell_body next;
  next.arguments = {ex("${wf:actionData('a')['k']}")};
  return flow{}
      .start("a")
      .shell("a", "b", "fail", body)
      .shell("b", "end", "fail", next)
      .kill()
      .end()
      .build();
}

TEST(workflow_run, captured_output_is_data_for_later_nodes) {
  job j{captured(true)};
  j.create();
  EXPECT_TRUE(std::get<program_plan>(j.at("a").plan).capture_output);
  j.ends("a", 0, "k = v 1\n");
  EXPECT_EQ(j.at("a").data, "k = v 1\n");
  EXPECT_THAT(std::get<program_plan>(j.at("b").plan).arguments, ElementsAre("v 1"));
}

TEST(workflow_run, output_nobody_asked_for_is_not_kept) {
  job j{captured(false)};
  j.create();
  j.ends("a", 0, "k=v");
  EXPECT_EQ(j.at("a").data, "");
  EXPECT_THAT(std::get<program_plan>(j.at("b").plan).arguments, ElementsAre(""));
}

TEST(workflow_run, too_much_output_is_an_error) {
  job j{captured(true)};
  j.create();
  job k = j;
  EXPECT_TRUE(j.ends("a", 0, std::string(limits::output_data_bytes_max, 'x')));
  EXPECT_EQ(j.state("a"), "OK");
  EXPECT_TRUE(k.ends("a", 0, std::string(limits::output_data_bytes_max + 1, 'x')));
  EXPECT_EQ(k.state("a"), "ERROR");
  EXPECT_EQ(k.at("a").error,
            "output.properties data exceeds its limit [2048]: print less, or write the data to a "
            "file and print its path");
  EXPECT_EQ(k.record.state, status::killed);
}

/// What becomes of that many bytes of output of node a.
std::string outcome_of(job j, size_t bytes) {
  j.create();
  EXPECT_TRUE(j.ends("a", 0, std::string(bytes, 'x')));
  return j.state("a") == "OK" ? "" : j.at("a").error_code + ": " + j.at("a").error;
}

TEST(workflow_run, a_job_says_how_much_output_is_too_much) {
  const std::string limit = "oozie.action.max.output.data";
  const auto with = [&limit](const std::string& bytes) {
    return job{captured(true), {{limit, bytes}}};
  };
  EXPECT_EQ(outcome_of(with(" 5000 "), 5'000), "");
  EXPECT_EQ(outcome_of(with("5000"), 5'001),
            "JA018: output.properties data exceeds its limit [5000]: print less, or write the data "
            "to a file and print its path");
  EXPECT_EQ(outcome_of(with("0"), 0), "");
  EXPECT_EQ(outcome_of(with("0"), 1),
            "JA018: output.properties data exceeds its limit [0]: print less, or write the data to "
            "a file and print its path");
  for (const char* nothing : {"", "-1", "2k", "2048"}) {
    EXPECT_EQ(outcome_of(with(nothing), 2'048), "") << nothing;
    EXPECT_EQ(outcome_of(with(nothing), 2'049),
              "JA018: output.properties data exceeds its limit [2048]: print less, or write the "
              "data to a file and print its path")
        << nothing;
  }
  for (const char* much : {"131073", "99999999999999999999"}) {
    EXPECT_EQ(outcome_of(with(much), 131'072), "") << much;
    EXPECT_NE(outcome_of(with(much), 131'073), "") << much;
  }
}

TEST(workflow_run, an_action_says_it_before_its_job) {
  shell_body body;
  body.capture_output = true;
  body.conf.emplace_back("oozie.action.max.output.data", ex("10"));
  body.environment.push_back(ex("OOZIE_ACTION_MAX_OUTPUT_DATA=99999"));
  job j{flow{}.start("a").shell("a", "end", "fail", body).kill().end().build(),
        {{"oozie.action.max.output.data", "5000"}}};
  j.create();
  facts_found found;  // no config-default.xml
  for (const el::probe& question : j.record.questions)
    found.facts.emplace_back(question, el::value{std::string()});
  j.feed(found);
  const auto plan = std::get<program_plan>(j.at("a").plan);
  EXPECT_THAT(plan.environment,
              ElementsAre("OOZIE_ACTION_MAX_OUTPUT_DATA=10", "OOZIE_ACTION_CONF_XML=action.xml",
                          "OOZIE_ACTION_MAX_OUTPUT_DATA=99999"));
  EXPECT_TRUE(j.ends("a", 0, std::string(11, 'x')));
  EXPECT_EQ(j.at("a").error,
            "output.properties data exceeds its limit [10]: print less, or write the data to a "
            "file and print its path");
}

TEST(workflow_run, sentences_are_bounded) {
  job j{repaired()};
  j.create();
  std::string message;
  while (message.size() < 10'000) message += "\xC3\xA4";
  j.ends("a", run_end::not_started, "", message);
  EXPECT_LE(j.at("a").error.size(), limits::error_text_bytes_max);
  EXPECT_TRUE(j.at("a").error.ends_with("\xC3\xA4..."));
}

TEST(workflow_properties, as_java_reads_them) {
  EXPECT_THAT(
      read_properties("a=1\nb:2\r\nc 3\rd = 4 \n# no\n  ! no\n\n e\n"),
      ElementsAre(Pair("a", "1"), Pair("b", "2"), Pair("c", "3"), Pair("d", "4 "), Pair("e", "")));
  EXPECT_THAT(read_properties("k=one, \\\n    two\nx=a\\\\\ny=b"),
              ElementsAre(Pair("k", "one, two"), Pair("x", "a\\"), Pair("y", "b")));
  EXPECT_THAT(read_properties("a\\=b\\ c=\\t\\u00e4\\uD83D\\uDE00\\q"),
              ElementsAre(Pair("a=b c", "\t\xC3\xA4\xF0\x9F\x98\x80q")));
  EXPECT_THAT(read_properties("k=1\nk=2"), ElementsAre(Pair("k", "2")));
  EXPECT_THAT(read_properties("k=\\uZZ\nl=\\uD83Dx\nm=\\"),
              ElementsAre(Pair("k", "\\uZZ"), Pair("l", "\xEF\xBF\xBDx"), Pair("m", "")));
  EXPECT_THAT(read_properties("=v\n"), ElementsAre(Pair("", "v")));
  EXPECT_THAT(read_properties("\\"), ElementsAre(Pair("", "")));
  EXPECT_TRUE(read_properties("").empty());
}

}  // namespace
}  // namespace foliot::model::testing

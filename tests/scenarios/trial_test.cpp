// Scenarios as files, with an application's real files: found, played, never outside of it.
#include "rehearsal/trial.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "rehearsal/limits.hpp"
#include "tests/store/scratch.hpp"

namespace foliot::rehearsal {
namespace {

namespace fs = std::filesystem;

const std::string workflow_xml =
    "<workflow-app name='mail' xmlns='uri:oozie:workflow:0.5'><start to='send'/>"
    "<action name='send'><shell xmlns='uri:oozie:shell-action:0.3'><exec>send.sh</exec>"
    "<argument>${day}</argument></shell><ok to='end'/><error to='bad'/></action>"
    "<kill name='bad'><message>no</message></kill><end name='end'/></workflow-app>";

class application : public testing::Test {
 protected:
  void SetUp() override {
    put("app/workflow.xml", workflow_xml);
    put("app/job.properties",
        "root=file:///srv/mail\noozie.wf.application.path=${root}\nday=monday\n");
    put("secret.properties", "oozie.wf.application.path=file:///srv/mail\n");
  }
  void put(const std::string& name, const std::string& text) {
    fs::create_directories(fs::path(on_.path(name)).parent_path());
    std::ofstream(on_.path(name), std::ios::binary) << text;
  }
  /// "LINE: SENTENCE" of what stops the scenario, or "holds".
  std::string outcome_of(const std::string& statements, const std::string& folder = "") {
    put("app/tests/one.scenario", "# title\n" + statements);
    const auto played =
        play_file(on_.path("app/tests/one.scenario"), {crashes::none, 1, folder, false});
    if (!played) return played.error().text();
    last_ = *played;
    const auto& bad = played->outcome.bad;
    return bad ? std::to_string(bad->line) + ": " + bad->sentence : "holds";
  }

  store::scratch_dir on_;
  trial last_;
};

TEST_F(application, its_real_files_are_submitted) {
  EXPECT_EQ(outcome_of("launch job.properties as M\nadvance 2m\nexpect M SUCCEEDED\n"
                       "expect M ran \"send.sh monday\"\nexpect M conf day=monday\n"
                       "expect file /srv/mail/workflow.xml\n"),
            "holds");
  EXPECT_EQ(last_.outcome.runs, 1U);
  EXPECT_EQ(last_.title, "title");
}

TEST_F(application, is_called_by_its_name_where_nothing_else_is_said) {
  EXPECT_EQ(outcome_of("launch job.properties day=tuesday\nadvance 2m\nexpect mail SUCCEEDED\n"
                       "expect mail ran tuesday\n"),
            "holds");
}

TEST_F(application, is_put_where_a_statement_says) {
  EXPECT_EQ(outcome_of("files . at /elsewhere\nsubmit workflow /elsewhere as M day=x\n"
                       "files job.properties at /etc/p\nexpect file /etc/p\n"),
            "holds");
}

TEST_F(application, no_file_outside_of_it_is_read) {
  for (const char* path : {"../secret.properties", "tests/../../secret.properties"})
    EXPECT_TRUE(outcome_of("submit " + std::string(path) + " as M\n")
                    .starts_with("2: " + std::string(path) +
                                 ": the path leads out of the application directory"))
        << outcome_of("submit " + std::string(path) + " as M\n");
  EXPECT_TRUE(outcome_of("submit " + on_.path("secret.properties") + " as M\n")
                  .find("without the leading '/'") != std::string::npos);
  EXPECT_TRUE(outcome_of("files .. at /x\n").find("leads out") != std::string::npos);
}

TEST_F(application, links_do_not_lead_out_of_it) {
  fs::create_symlink(on_.path("secret.properties"), on_.path("app/link.properties"));
  fs::create_directory_symlink(on_.root(), on_.path("app/all"));
  put("app/.git/config", "hidden");
  EXPECT_TRUE(outcome_of("submit link.properties as M\n").find("leads out") != std::string::npos);
  EXPECT_EQ(outcome_of("files . at /x\nexpect file /x/workflow.xml\n"
                       "expect no file /x/link.properties\nexpect no file /x/all\n"
                       "expect no file /x/.git\n"),
            "holds");
}

TEST_F(application, what_is_missing_is_named_with_what_is_there) {
  EXPECT_EQ(outcome_of("submit jobs.properties as M\n"),
            "2: jobs.properties: there is no such file. Did you mean 'job.properties'?");
}

TEST_F(application, a_large_file_is_there_and_not_read) {
  put("app/lib/huge.jar", "x");
  fs::resize_file(on_.path("app/lib/huge.jar"), 3ULL << 30);
  EXPECT_EQ(outcome_of("submit job.properties as M\nexpect file /srv/mail/lib/huge.jar\n"),
            "holds");
}

TEST_F(application, another_directory_can_be_named) {
  put("other/job.properties", "oozie.wf.application.path=file:///w/workflow.xml\nday=other\n");
  put("other/workflow.xml", workflow_xml);
  EXPECT_EQ(
      outcome_of("launch job.properties as M\nadvance 2m\nexpect M ran other\n", on_.path("other")),
      "holds");
}

TEST_F(application, a_failure_tells_why_and_what_happened) {
  EXPECT_EQ(outcome_of("run any hangs\nlaunch job.properties as M\nadvance 2m\n"
                       "expect M SUCCEEDED\n"),
            "5: 'M' is RUNNING, not SUCCEEDED, at 2026-01-01T00:02Z");
  ASSERT_TRUE(last_.outcome.bad);
  EXPECT_EQ(last_.line, "expect M SUCCEEDED");
  EXPECT_FALSE(last_.outcome.bad->why.empty());
  EXPECT_FALSE(last_.outcome.bad->log.empty());
}

TEST_F(application, its_story_has_statements_and_steps_in_their_order) {
  put("app/tests/told.scenario",
      "# t\nlaunch job.properties as M\nadvance 2m\nexpect M SUCCEEDED\n");
  const auto played = play_file(on_.path("app/tests/told.scenario"), {crashes::none, 1, "", true});
  ASSERT_TRUE(played.ok());
  const auto& story = played->outcome.story;
  ASSERT_GT(story.size(), 4U);
  EXPECT_EQ(story.front().what, "launch job.properties as M");
  EXPECT_EQ(story[1].who, "M");
  EXPECT_EQ(story.back().what, "expect M SUCCEEDED");
  for (size_t i = 1; i < story.size(); ++i) EXPECT_LE(story[i - 1].at, story[i].at);
}

TEST_F(application, scenarios_are_found_below_directories) {
  put("app/tests/b.scenario", "# b\n");
  put("app/tests/a.scenario", "# a\n");
  put("app/tests/a.txt", "no scenario");
  const auto found = scenario_files({on_.path("app")});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(*found,
            (std::vector{on_.path("app/tests/a.scenario"), on_.path("app/tests/b.scenario")}));
  EXPECT_EQ(scenario_files({on_.path("nowhere")}).error().code, errc::not_found);
  fs::create_directory(on_.path("empty"));
  EXPECT_EQ(scenario_files({on_.path("empty")}).error().code, errc::bad_input);
}

TEST_F(application, a_file_that_is_none_or_too_long_is_refused) {
  EXPECT_EQ(play_file(on_.path("app"), {}).error().code, errc::bad_input);
  put("app/long.scenario", "# t\n" + std::string(limits::scenario_bytes_max, '#'));
  EXPECT_EQ(play_file(on_.path("app/long.scenario"), {}).error().code, errc::too_large);
}

}  // namespace
}  // namespace foliot::rehearsal

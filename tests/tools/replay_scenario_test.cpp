// `foliot replay FILE --scenario` as the command line runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/flog.hpp"
#include "tests/tools/past_report.hpp"

namespace foliot::client {
namespace {

using nlohmann::json;

using replay_scenario = past_report;

TEST_F(replay_scenario, a_report_becomes_a_scenario) {
  replay_options options;
  options.scenario = true;
  outcome got = replay(options);
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_EQ(got.err, "");
  EXPECT_EQ(got.out.find("# Retold from the journal of " + wire_ + "\nnow "), 0U) << got.out;
  EXPECT_NE(got.out.find("\nfile /apps/workflow.xml <<END\n<workflow-app "), std::string::npos)
      << got.out;
  EXPECT_NE(got.out.find("\nsubmit workflow /apps as R "), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("\nstart R\n"), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("\nexpect R SUCCEEDED\n"), std::string::npos) << got.out;
  const json told = json::parse(replay(options, true).out);
  EXPECT_EQ(told.at("scenario"), got.out);
  EXPECT_TRUE(told.at("leftOut").empty());
}

TEST_F(replay_scenario, a_scenario_needs_a_whole_report_and_no_other_question) {
  replay_options options = query("info");
  options.scenario = true;
  const auto refused = [&](const std::string& sentence) {
    const outcome got = replay(options);
    EXPECT_EQ(got.status, exit_failed);
    EXPECT_EQ(got.out, "");
    EXPECT_NE(got.err.find(sentence), std::string::npos) << got.err;
  };
  refused("without another question");
  options = {};
  options.scenario = options.verify = true;
  refused("without another question");
  options.verify = false;
  const std::string whole =
      store::encode_flog({"x", model::core_version, false}, tree(store::word_map::none()));
  write(whole.substr(0, whole.size() - 3));
  refused("the report is damaged");
  write("hello");
  refused("this is no bug report of Foliot");
  std::string err;
  console to;
  to.out = [](std::string_view) {};
  to.err = [&](std::string_view text) { err += text; };
  EXPECT_EQ(client::replay(to, server::config{}, options), exit_failed);
  EXPECT_NE(err.find("a scenario is made of a bug report"), std::string::npos) << err;
}

}  // namespace
}  // namespace foliot::client

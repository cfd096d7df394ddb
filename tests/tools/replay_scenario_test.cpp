// `foliot replay FILE --scenario` as the command line runs it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "parse/definitions.hpp"
#include "store/flog.hpp"
#include "store/tree_export.hpp"
#include "tests/store/small_engine.hpp"
#include "tools/client/replay.hpp"

namespace foliot::client {
namespace {

using nlohmann::json;

constexpr const char* xml =
    "<workflow-app xmlns='uri:oozie:workflow:0.5' name='load'><start to='end'/>"
    "<end name='end'/></workflow-app>";

struct outcome {
  int status = -1;
  std::string out;
  std::string err;
};

/// A report of one workflow, which was submitted, then started.
class replay_scenario : public ::testing::Test {
 protected:
  replay_scenario() {
    const model::definition_text text{entity_kind::workflow, "file:///apps", "", xml, {}};
    run_.made.workflow_made = **definitions_.workflow(text);
    run_.conf = {};
    const hash128 hash = run_.define(id_.root, entity_kind::workflow, xml);
    run_.workflow(id_, model::workflow_events::created{
                           hash, {}, {}, "ada", "load", "file:///apps", {}, true});
    run_.workflow(id_, model::workflow_events::started{});
    auto exported = store::export_tree(run_.store, definitions_, id_.root, store::word_map::none());
    EXPECT_TRUE(exported.ok());
    if (exported) rows_ = std::move(exported->rows);
    write(store::encode_flog({"x", model::core_version, false}, rows_));
  }
  ~replay_scenario() override { std::filesystem::remove(file_); }

  void write(const std::string& bytes) {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
  }
  outcome replay(replay_options options, bool as_json = false) {
    options.file = file_;
    outcome got;
    console to;
    to.json = as_json;
    to.out = [&](std::string_view text) { got.out += text; };
    to.err = [&](std::string_view text) { got.err += text; };
    got.status = client::replay(to, server::config{}, options);
    return got;
  }
  replay_options info() const {
    replay_options out;
    out.query = "info";
    out.id = wire_;
    return out;
  }

  const parse::cached_definitions definitions_{*time::processing_zone::parse("UTC")};
  store::engine run_;
  const entity_id id_{0, entity_kind::workflow, 0, make_job_number(1, 4), make_job_number(1, 4)};
  const std::string wire_ = run_.ids.text(id_);
  const std::string file_ =
      testing::TempDir() + "foliot_replay_scenario_" + std::to_string(::getpid());
  std::vector<kv_change> rows_;
};

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
  replay_options options = info();
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
  const std::string whole = store::encode_flog({"x", model::core_version, false}, rows_);
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

// A command that the product advises exists: remedies of `why`, sentences and manuals.
#include <array>
#include <regex>
#include <set>
#include <sstream>

#include "model/tables.hpp"
#include "tests/server/cli_fixture.hpp"

namespace foliot::testing {
namespace {

using model::status;

/// The command at the end of a remedy, as words without "foliot"; none where it names none.
std::vector<std::string> command_of(const std::string& remedy) {
  const size_t at = remedy.rfind("foliot ");
  std::vector<std::string> out;
  if (at == std::string::npos) return out;
  std::istringstream words(remedy.substr(at + 7));
  for (std::string word; words >> word;) out.push_back(word);
  return out;
}

/// Gives the remedies of one thing the time to be asked for, in every state that it can have.
class remedies : public cli {
 protected:
  /// Runs every command that `why` advises for `id`; the server has to get the order for the
  /// reason's target.
  void obey(const std::string& id) {
    const http::response out = world_.ask("GET", "/api/why/" + id);
    ASSERT_EQ(out.status, 200) << out.body;
    const json answer = json::parse(out.body);
    for (const json& reason : answer.at("reasons")) {
      const std::string remedy = reason.at("remedy");
      const std::vector<std::string> command = command_of(remedy);
      if (command.empty()) continue;
      world_.commands.calls.clear();
      const outcome got = run(command);
      EXPECT_EQ(got.status, 0) << remedy << "\n" << got.err;
      ASSERT_EQ(world_.commands.calls.size(), 1U) << remedy;
      EXPECT_EQ(world_.reader.ids().text(world_.commands.calls[0].job), reason.at("target"))
          << remedy;
      obeyed_.insert(command.front() + " " + std::string(reason.at("kind")));
    }
  }

  template <class Record>
  Record& record(const entity_id& id) {
    return std::get<Record>(world_.reader.records[id]);
  }

  std::set<std::string> obeyed_;  ///< "resume held": the order and the kind of reason.
};

TEST_F(remedies, of_jobs_and_actions_are_commands) {
  serve();
  auto bundle = std::make_shared<model::bundle_definition>(*world_.definitions.bundle_);
  bundle->kick_off = at(23, 0);
  world_.definitions.bundle_ = bundle;
  for (size_t i = 1; i < model::status_count; ++i) {
    const auto state = static_cast<status>(i);
    if (model::bundle_statuses.has(state)) {
      record<model::bundle_record>(bundle_id).state = state;
      obey(bundle_wire);
    }
    if (model::coordinator_statuses.has(state)) {
      record<model::coordinator_record>(coordinator_id).state = state;
      obey(coordinator_wire);
      for (const status of_action : {status::waiting, status::ready, status::suspended}) {
        auto& action = record<model::action_record>(action_of(coordinator_id, 2));
        action.state = of_action;
        action.held = true;
        action.workflow = of_action == status::suspended ? workflow_job : 0;
        obey(coordinator_wire + "@2");
      }
    }
  }
  record<model::coordinator_record>(coordinator_id).state = status::running;
  record<model::coordinator_record>(coordinator_id).pause_at = at(0, 10);
  obey(coordinator_wire);
  record<model::action_record>(action_of(coordinator_id, 1)).state = status::running;
  record<model::action_record>(action_of(coordinator_id, 2)).state = status::ready;
  obey(coordinator_wire + "@2");
  for (const char* each :
       {"start clock", "resume held", "resume parent", "change paused", "change slot"})
    EXPECT_TRUE(obeyed_.contains(each)) << each;
}

TEST_F(remedies, of_workflows_are_commands) {
  serve();
  auto& job = record<model::workflow_record>(workflow_id);
  job.nodes.edit(1).open = true;
  job.nodes.edit(1).plan = model::program_plan{};
  for (const status state : {status::prep, status::running, status::suspended}) {
    job.state = state;
    for (int node = 1; node <= static_cast<int>(model::node_status::start_retry); ++node) {
      job.nodes.edit(1).state = static_cast<model::node_status>(node);
      job.nodes.edit(1).paused = state == status::suspended && node == 1;
      obey(workflow_wire);
    }
  }
  job.state = status::running;
  const job_number below = make_job_number(1, 3);
  const entity_id below_id{0, entity_kind::workflow, 0, bundle_job, below};
  model::workflow_record child = job;
  child.state = status::suspended;
  world_.reader.records[below_id] = child;
  job.nodes.edit(1).plan = model::child_plan{};
  job.nodes.edit(1).state = model::node_status::running;
  job.nodes.edit(1).child = below;
  obey(workflow_wire);
  for (const char* each : {"start held", "resume held", "resume run"})
    EXPECT_TRUE(obeyed_.contains(each)) << each;
}

/// Every "foliot WORD" of sentences and manuals that stands where a command does.
TEST_F(remedies, of_sentences_and_manuals_are_commands) {
  namespace fs = std::filesystem;
  const std::regex command("(?:[`']|: |\\$ )foliot ([a-z][a-z-]*)");
  std::map<std::string, std::string> named;  // command -> where
  const fs::path root = FOLIOT_SOURCE_DIR;
  std::vector<fs::path> files{root / "README.md"};
  for (const char* folder : {"src", "tools", "docs", "examples", "config"})
    for (const auto& each : fs::recursive_directory_iterator(root / folder))
      if (each.is_regular_file()) files.push_back(each.path());
  for (const fs::path& path : files) {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);)
      for (std::sregex_iterator at(line.begin(), line.end(), command), end; at != end; ++at)
        named.emplace((*at)[1].str(), path.string() + ": " + line);
  }
  EXPECT_GE(named.size(), 20U);
  // What is no command gets the help of them all.
  const std::string all = run({"--help"}).out;
  ASSERT_TRUE(run({"job", "--help"}).out == all);
  for (const auto& [word, where] : named) EXPECT_TRUE(run({word, "--help"}).out != all) << where;
}

}  // namespace
}  // namespace foliot::testing

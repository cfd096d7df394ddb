// As whom the work of nodes is done: jobs of the user ann, on an engine of foliot's or of ann's.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

struct told {
  std::map<std::string, std::string> users;  ///< Of the programs that were executed.
  std::string error_code;
  std::string error;
};

/// Plays a workflow of one action, `body`, with an engine that has `users`.
told play(const model::run_users& users, const std::string& body) {
  stage on{model::lost_rule::rerun, {}, {}, users};
  told out;
  on.machine.on_execute = [&](const exec::run_spec& spec) { out.users[spec.program] = spec.user; };
  on.files.put("/app/workflow.xml",
               "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='a'/>"
               "<action name='a'>" +
                   body +
                   "<ok to='end'/><error to='bad'/></action><kill name='bad'><message>no</message>"
                   "</kill><end name='end'/></workflow-app>");
  const std::string id = on.submit("oozie.wf.application.path", "/app/workflow.xml");
  on.pass(120'000);
  const auto record = on.engine.reader().record(on.id_of(id));
  EXPECT_TRUE(record && *record);
  if (!record || !*record) return out;
  for (const model::node_state& node : std::get<model::workflow_record>(**record).nodes) {
    if (node.error_code.empty() || !out.error_code.empty()) continue;  // the first one says why
    out.error_code = node.error_code;
    out.error = node.error;
  }
  const bool failed = on.state_of(id) == model::status::killed;
  EXPECT_EQ(failed, !out.error_code.empty()) << out.error;
  EXPECT_EQ(on.engine.quarantined(), 0U);
  return out;
}

std::string shell(const std::string& prepare = "") {
  return "<shell xmlns='uri:oozie:shell-action:0.3'><job-tracker>j</job-tracker>"
         "<name-node>file:///</name-node>" +
         prepare + "<exec>make</exec></shell>";
}

const model::run_users apart{true, "foliot"};
const model::run_users together{false, "foliot"};
const model::run_users anns{true, "ann"};
const std::string files = "<fs><mkdir path='file:///made'/></fs>";
const std::string mail =
    "<email xmlns='uri:oozie:email-action:0.2'><to>a@b.org</to><subject>s</subject>"
    "<body>b</body></email>";

TEST(users, a_program_runs_as_the_user_of_its_job) {
  const told of = play(apart, shell());
  EXPECT_EQ(of.error_code, "");
  EXPECT_EQ(of.users, (std::map<std::string, std::string>{{"make", "ann"}}));
}

TEST(users, where_they_are_not_kept_apart_nothing_changes) {
  for (const auto& users : {together, anns}) {
    EXPECT_EQ(play(users, shell("<prepare><mkdir path='file:///made'/></prepare>")).users,
              (std::map<std::string, std::string>{{"make", ""}}));
    EXPECT_EQ(play(users, files).error_code, "");
    const told sent = play(users, mail);
    ASSERT_EQ(sent.users.size(), 1U);
    EXPECT_EQ(sent.users.begin()->second, "");
  }
}

TEST(users, the_engine_does_nothing_for_somebody_else) {
  for (const std::string& body :
       {files, mail, shell("<prepare><mkdir path='file:///made'/></prepare>")}) {
    const told of = play(apart, body);
    EXPECT_EQ(of.error_code, "JA002") << body;
    EXPECT_NE(of.error.find("run_as"), std::string::npos) << of.error;
    EXPECT_TRUE(of.users.empty()) << body;
  }
}

}  // namespace
}  // namespace foliot::actors

// A copy between file systems (workflow.md 6, distcp): hadoop distcp ARGUMENT...
#include <string>
#include <utility>

#include "model/kinds/client.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/documents.hpp"
#include "model/kinds/kinds.hpp"
#include "model/kinds/launcher_environment.hpp"

namespace foliot::model {

namespace {

/// Refuses with EL_ERROR, JA008, JA010, JA018 and E0904.
planned plan_distcp(const workflow_node& written, const plan_scope& at) {
  const action_body& body = body_of(written);
  node_texts texts{at.in};
  client_action action = read_client("hadoop", body, at, texts);
  const std::string options = text_of(body, "java-opts", texts).value_or("");
  program_plan& plan = action.plan;
  if (texts.complete()) {
    add_hadoop_environment(action, at);
    if (!options.empty())
      plan.environment.push_back("HADOOP_CLIENT_OPTS=" + java_options(action.conf, options));
    if (auto refused = equip(action, at)) return *refused;
    plan.arguments = {"distcp"};
    if (!action.conf.empty()) {
      add_document(plan, "action.xml", configuration_document(action.conf), texts);
      plan.arguments.insert(plan.arguments.end(), {"-conf", "action.xml"});
    }
    plan.arguments.insert(plan.arguments.end(), action.arguments.begin(), action.arguments.end());
  }
  return texts.finish<planned>(node_plan{std::move(plan)});
}

}  // namespace

const action_kind distcp_kind{"distcp", plan_distcp, judge_main};

}  // namespace foliot::model

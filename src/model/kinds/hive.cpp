// A script or a query of Hive's, through its client (workflow.md 6, hive).
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/kinds/client.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/documents.hpp"
#include "model/kinds/kinds.hpp"

namespace foliot::model {

namespace {

constexpr std::array<std::string_view, 11> refused_arguments{
    "-d",         "--define",  "-e", "-f",       "-H", "--help",
    "--hiveconf", "--hivevar", "-s", "--silent", "-D"};

struct hive_texts {
  std::string script;
  std::string query;
  std::vector<std::string> params;
};

/// hive --hiveconf ... -f SCRIPT --hivevar P... ARGUMENT...
std::optional<node_refusal> complete(client_action& action, const hive_texts& said,
                                     const plan_scope& at, node_texts& texts) {
  program_plan& plan = action.plan;
  add_hadoop_environment(action, at);
  // As with Oozie the action's configuration is all that Hive sees of one; without it the host's
  // own counts.
  if (action.configured) plan.environment.emplace_back("HIVE_CONF_DIR=.");
  if (auto refused = equip(action, at)) return refused;
  if (auto refused = check_arguments(action.arguments, refused_arguments)) return refused;
  auto file = add_script(action, said.script, said.query, "hive-query.hql", at, texts);
  if (auto* refused = std::get_if<node_refusal>(&file)) return std::move(*refused);
  if (action.configured)
    add_document(plan, "hive-site.xml", configuration_document(action.conf), texts);
  for (const char* each : {"hive-log4j.properties", "hive-exec-log4j.properties"})
    add_document(plan, each, log4j_document(), texts);
  plan.arguments = {"--hiveconf", "hive.log4j.file=hive-log4j.properties",
                    "--hiveconf", "hive.exec.log4j.file=hive-exec-log4j.properties",
                    "--hiveconf", "hive.log.trace.id=oozie:" + at.context.id,
                    "-f",         std::get<std::string>(std::move(file))};
  if (auto refused = add_params(plan, said.params, "--hivevar", true)) return refused;
  plan.arguments.insert(plan.arguments.end(), action.arguments.begin(), action.arguments.end());
  return std::nullopt;
}

/// Refuses with EL_ERROR, JA008, JA010, JA018 and E0904.
planned plan_hive(const workflow_node& written, const plan_scope& at) {
  const action_body& body = body_of(written);
  node_texts texts{at.in};
  client_action action = read_client("hive", body, at, texts);
  const hive_texts said{text_of(body, "script", texts).value_or(""),
                        text_of(body, "query", texts).value_or(""), texts_of(body, "param", texts)};
  if (texts.complete())
    if (auto refused = complete(action, said, at, texts)) return *refused;
  return texts.finish<planned>(node_plan{std::move(action.plan)});
}

}  // namespace

const action_kind hive_kind{"hive", plan_hive, judge_status};

}  // namespace foliot::model

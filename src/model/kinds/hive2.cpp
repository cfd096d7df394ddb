// A script or a query for a Hive server (workflow.md 6, hive2).
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

constexpr std::array<std::string_view, 10> refused_arguments{
    "-u", "-n", "-p", "-w", "--password-file", "-d", "-e", "-f", "-a", "--help"};

constexpr const char* password_name = "hive2-password";

struct hive2_texts {
  std::string url;
  std::string password;
  std::string script;
  std::string query;
  std::vector<std::string> params;
};

/// What the server is told of the action: its tag, and Oozie's properties.
void add_server_properties(client_action& action, const plan_scope& at) {
  auto& arguments = action.plan.arguments;
  arguments.insert(arguments.end(), {"--hiveconf", "mapreduce.job.tags=" + job_tag(at)});
  for (const auto& [name, value] : action.conf) {
    if (!name.starts_with("oozie.") || name.starts_with("oozie.launcher") ||
        name.starts_with("oozie.hive2"))
      continue;
    std::string pair = name;
    pair.append("=").append(value);
    arguments.insert(arguments.end(), {"--hiveconf", std::move(pair)});
  }
}

/// beeline -u URL -n USER -w PASSWORD-FILE -d DRIVER -f SCRIPT --hivevar P... -a ... ARGUMENT...
/// The password is in a file of the owner's, not on the command line.
std::optional<node_refusal> complete(client_action& action, const hive2_texts& said,
                                     const plan_scope& at, node_texts& texts) {
  program_plan& plan = action.plan;
  add_hadoop_environment(action, at);
  if (auto refused = equip(action, at)) return refused;
  if (auto refused = check_arguments(action.arguments, refused_arguments)) return refused;
  if (said.url.empty()) return node_refusal{"JA018", "the jdbc-url element names no server"};
  auto file = add_script(action, said.script, said.query, "hive2-query.hql", at, texts);
  if (auto* refused = std::get_if<node_refusal>(&file)) return std::move(*refused);
  plan.arguments = {"-u", said.url, "-n", at.record.user};
  if (said.password.empty()) {
    plan.arguments.insert(plan.arguments.end(), {"-p", "DUMMY"});
  } else {
    add_document(plan, password_name, said.password, texts);
    plan.arguments.insert(plan.arguments.end(), {"-w", password_name});
  }
  plan.arguments.insert(plan.arguments.end(), {"-d", "org.apache.hive.jdbc.HiveDriver", "-f",
                                               std::get<std::string>(std::move(file))});
  if (auto refused = add_params(plan, said.params, "--hivevar", true)) return refused;
  plan.arguments.insert(plan.arguments.end(), {"-a", "delegationToken"});
  plan.arguments.insert(plan.arguments.end(), action.arguments.begin(), action.arguments.end());
  add_server_properties(action, at);
  return std::nullopt;
}

/// Refuses with EL_ERROR, JA008, JA010, JA018 and E0904.
planned plan_hive2(const workflow_node& written, const plan_scope& at) {
  const action_body& body = body_of(written);
  node_texts texts{at.in};
  client_action action = read_client("beeline", body, at, texts);
  const hive2_texts said{
      text_of(body, "jdbc-url", texts).value_or(""), text_of(body, "password", texts).value_or(""),
      text_of(body, "script", texts).value_or(""), text_of(body, "query", texts).value_or(""),
      texts_of(body, "param", texts)};
  if (texts.complete())
    if (auto refused = complete(action, said, at, texts)) return *refused;
  return texts.finish<planned>(node_plan{std::move(action.plan)});
}

}  // namespace

const action_kind hive2_kind{"hive2", plan_hive2, judge_main};

}  // namespace foliot::model

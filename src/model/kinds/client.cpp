#include "model/kinds/client.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"
#include "base/local_path.hpp"
#include "base/text.hpp"
#include "model/kinds/action_conf.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/launcher_environment.hpp"

namespace foliot::model {

namespace {

/// What clients of a cluster need to know of it, as Oozie tells them.
void add_cluster(configuration& conf, const action_body& body, node_texts& texts) {
  if (body.name_node)
    if (std::string name_node = texts.text(*body.name_node, "name-node"); !name_node.empty())
      conf.insert_or_assign("fs.default.name", std::move(name_node));
  if (body.cluster)
    if (std::string cluster = texts.text(*body.cluster, "resource-manager"); !cluster.empty())
      conf.insert_or_assign("yarn.resourcemanager.address", std::move(cluster));
}

}  // namespace

const action_body& body_of(const workflow_node& written) {
  static const action_body nothing;
  return written.body ? *written.body : nothing;
}

client_action read_client(std::string_view tool, const action_body& body, const plan_scope& at,
                          node_texts& texts) {
  client_action out;
  out.plan.program = std::string(tool);
  out.plan.source = program_source::tool;
  auto conf = action_conf(body, at, texts);
  if (auto* refused = std::get_if<node_refusal>(&conf))
    out.refused = std::move(*refused);
  else
    out.conf = std::get<configuration>(std::move(conf));
  out.configured = std::any_of(out.conf.begin(), out.conf.end(),
                               [](const auto& each) { return !each.first.starts_with("oozie."); });
  add_cluster(out.conf, body, texts);
  out.files = texts_of(body, "file", texts);
  out.archives = texts_of(body, "archive", texts);
  for (const named_text& each : body.texts)
    if (each.name == "arg" || each.name == "argument")
      out.arguments.push_back(texts.text(each.text, each.name));
  out.plan.prepare = prepare_of(body.prepare, texts);
  return out;
}

std::optional<node_refusal> equip(client_action& action, const plan_scope& at) {
  if (action.refused) return action.refused;
  program_plan& plan = action.plan;
  if (auto refused = judge_prepare(plan, at.in.reading)) return refused;
  for (const std::string& list : action.files)
    if (auto refused = add_files(plan, list, at.app_path())) return refused;
  for (const std::string& list : action.archives)
    if (auto refused = add_archives(plan, list, at.app_path())) return refused;
  return add_launcher_environment(plan, action.conf);
}

std::variant<std::string, node_refusal> add_script(client_action& action, const std::string& script,
                                                   const std::string& query,
                                                   const std::string& query_file,
                                                   const plan_scope& at, node_texts& texts) {
  if (!script.empty()) return add_file(action.plan, script, at.app_path());
  if (query.empty()) return node_refusal{"JA018", "the action has neither a script nor a query"};
  add_document(action.plan, query_file, query + "\n", texts);
  return query_file;
}

std::optional<node_refusal> check_arguments(const std::vector<std::string>& arguments,
                                            std::span<const std::string_view> refused) {
  for (const std::string& each : arguments)
    if (std::find(refused.begin(), refused.end(), each) != refused.end())
      return node_refusal{"JA018", "the argument '" + each +
                                       "' is not allowed: the engine gives it itself, or it would "
                                       "change what the action runs"};
  return std::nullopt;
}

std::optional<node_refusal> add_params(program_plan& plan, const std::vector<std::string>& params,
                                       std::string_view option, bool named) {
  for (const std::string& each : params) {
    const size_t equals = each.find('=');
    if (named && (equals == std::string::npos || equals == 0))
      return node_refusal{"JA018", "the param '" + each + "' is not of the form NAME=VALUE"};
    plan.arguments.emplace_back(option);
    plan.arguments.push_back(each);
  }
  return std::nullopt;
}

namespace {

/// Calls `each` with the parts between commas, trimmed, that are not empty.
template <class F>
void for_each_part(std::string_view list, F each) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (const std::string_view part = trim(list.substr(0, comma)); !part.empty()) each(part);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

/// The names of the sharelib's parts for the action (workflow.md 6, sharelib).
std::string_view shared_parts(const client_action& action, const plan_scope& at) {
  const std::string& type = at.context.definition.nodes[at.node.node].type;
  for (const std::string& name : {std::string("oozie.launcher.sharelib"), shared_property + type})
    if (const std::string_view parts = setting_of(name, action.conf, at); !parts.empty())
      return parts;
  return type == "java" ? std::string_view() : std::string_view(type);
}

}  // namespace

std::vector<std::string> library_places(const client_action& action, const plan_scope& at) {
  std::vector<std::string> out;
  const auto add = [&out](std::string_view uri) {
    auto path = local_path(uri);
    if (!path) return;
    while (path->size() > 1 && path->ends_with('/')) path->pop_back();
    if (std::find(out.begin(), out.end(), *path) == out.end()) out.push_back(std::move(*path));
  };
  add(at.app_path() + "/lib");
  for_each_part(setting_of(libraries_property, action.conf, at), add);
  const std::string_view shared = trim(setting_of(system_libraries_property, action.conf, at));
  if (!shared.empty() && setting_of(use_system_property, action.conf, at) == "true")
    for_each_part(shared_parts(action, at), [&](std::string_view part) {
      add(std::string(shared) + "/" + std::string(part));
    });
  if (inherits_libraries(at.context.conf))
    for_each_part(setting_of(handed_libraries_property, {}, at), add);
  return out;
}

std::string library_path(const client_action& action, const plan_scope& at) {
  std::string out;
  for (const std::string& place : library_places(action, at)) {
    if (!out.empty()) out += ':';
    out += place + (place.ends_with(".jar") ? "" : "/*");
  }
  return out;
}

void add_hadoop_environment(client_action& action, const plan_scope& at) {
  if (const std::string libraries = library_path(action, at); !libraries.empty())
    action.plan.environment.push_back("HADOOP_CLASSPATH=" + libraries);
  const std::string options = java_options(action.conf, {});
  if (!options.empty()) action.plan.environment.push_back("HADOOP_CLIENT_OPTS=" + options);
}

std::string job_tag(const plan_scope& at) { return "oozie-" + to_hex(hash_of(at.action_id())); }

verdict judge_main(const program_plan& plan, const finished_run& run, const workflow_context&) {
  return judge_exit(plan, run, "JA018");
}

verdict judge_status(const program_plan& plan, const finished_run& run, const workflow_context&) {
  return judge_exit(plan, run);
}

}  // namespace foliot::model

// A Java program (workflow.md 6, java): java OPTIONS -cp PATH MAIN ARGUMENT...
#include <string>
#include <utility>
#include <vector>

#include "model/command_words.hpp"
#include "model/kinds/action_conf.hpp"
#include "model/kinds/client.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/documents.hpp"
#include "model/kinds/kinds.hpp"
#include "model/kinds/launcher_environment.hpp"

namespace foliot::model {

namespace {

constexpr const char* output_name = "output.properties";
constexpr const char* conf_name = "action.xml";

/// The work directory, what was linked into it as a jar, and the libraries.
std::string class_path(const client_action& action, const plan_scope& at) {
  std::string out = ".";
  for (const auto& [source, link] : action.plan.files)
    if (source.ends_with(".jar") && link == base_name(source)) out += ":" + link;
  if (const std::string libraries = library_path(action, at); !libraries.empty())
    out += ":" + libraries;
  return out;
}

/// What Oozie tells a program about itself. Files are below the work directory.
void add_system_properties(program_plan& plan, const plan_scope& at) {
  const auto add = [&](const char* name, const std::string& value) {
    plan.arguments.push_back(std::string("-D") + name + "=" + value);
  };
  add("oozie.action.id", at.action_id());
  add("oozie.job.id", at.context.id);
  add("oozie.action.conf.xml", conf_name);
  add("oozie.action.output.properties", output_name);
  add("oozie.action.stats.properties", "stats.properties");
  add("oozie.action.externalChildIDs", "externalChildIDs");
  if (at.in.workflow != nullptr)
    add("oozie.job.launch.time", std::to_string(at.in.workflow->now().ms));
}

std::string options_of(const action_body& body, node_texts& texts) {
  std::string out = text_of(body, "java-opts", texts).value_or("");
  for (const std::string& each : texts_of(body, "java-opt", texts)) {
    if (!out.empty()) out += ' ';
    out += each;
  }
  return out;
}

std::optional<node_refusal> complete(client_action& action, const std::string& main,
                                     const std::string& options, const plan_scope& at,
                                     node_texts& texts) {
  if (auto refused = equip(action, at)) return refused;
  if (main.empty()) return node_refusal{"JA018", "the main-class element names no class"};
  auto words = shell_words(java_options(action.conf, options));
  if (!words) {
    failure error = std::move(words).error();
    error.oozie.clear();
    return node_refusal{"JA018", error.within("java-opts").text()};
  }
  program_plan& plan = action.plan;
  plan.arguments = std::move(words).value();
  add_system_properties(plan, at);
  plan.arguments.insert(plan.arguments.end(), {"-cp", class_path(action, at), main});
  const bool drops_empty = setting_of("oozie.action.null.args.allowed", action.conf, at) == "false";
  for (std::string& each : action.arguments)
    if (!drops_empty || !each.empty()) plan.arguments.push_back(std::move(each));
  if (plan.capture_output) limit_output(plan, action.conf, at);
  add_document(plan, conf_name, configuration_document(action.conf), texts);
  return std::nullopt;
}

/// Refuses with EL_ERROR, JA008, JA010, JA018 and E0904.
planned plan_java(const workflow_node& written, const plan_scope& at) {
  const action_body& body = body_of(written);
  node_texts texts{at.in};
  client_action action = read_client("java", body, at, texts);
  const std::string main = text_of(body, "main-class", texts).value_or("");
  const std::string options = options_of(body, texts);
  action.plan.capture_output = has_element(body, "capture-output");
  if (action.plan.capture_output) action.plan.output_file = output_name;
  if (texts.complete())
    if (auto refused = complete(action, main, options, at, texts)) return *refused;
  return texts.finish<planned>(node_plan{std::move(action.plan)});
}

}  // namespace

const action_kind java_kind{"java", plan_java, judge_status};

}  // namespace foliot::model

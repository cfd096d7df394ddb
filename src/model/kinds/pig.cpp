// A script of Pig's (workflow.md 6, pig): pig -file SCRIPT -param P... ARGUMENT...
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/kinds/client.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/documents.hpp"
#include "model/kinds/kinds.hpp"
#include "model/kinds/launcher_environment.hpp"

namespace foliot::model {

namespace {

constexpr std::array<std::string_view, 12> refused_arguments{
    "-4", "-log4jconf", "-e", "-execute", "-f", "-file",
    "-l", "-logfile",   "-r", "-dryrun",  "-P", "-propertyFile"};

void add_environment(client_action& action, const plan_scope& at) {
  if (const std::string libraries = library_path(action, at); !libraries.empty())
    action.plan.environment.push_back("PIG_CLASSPATH=" + libraries);
  if (const std::string options = java_options(action.conf, {}); !options.empty())
    action.plan.environment.push_back("PIG_OPTS=" + options);
}

std::optional<node_refusal> complete(client_action& action, const std::string& script,
                                     const std::vector<std::string>& params, const plan_scope& at,
                                     node_texts& texts) {
  add_environment(action, at);
  if (auto refused = equip(action, at)) return refused;
  if (auto refused = check_arguments(action.arguments, refused_arguments)) return refused;
  if (script.empty()) return node_refusal{"JA018", "the action has no script"};
  auto file = add_script(action, script, "", "", at, texts);
  if (auto* refused = std::get_if<node_refusal>(&file)) return std::move(*refused);
  program_plan& plan = action.plan;
  if (!action.conf.empty()) {
    add_document(plan, "pig.properties", properties_document(action.conf), texts);
    plan.arguments = {"-propertyFile", "pig.properties"};
  }
  plan.arguments.insert(plan.arguments.end(), {"-file", std::get<std::string>(std::move(file))});
  if (auto refused = add_params(plan, params, "-param", false)) return refused;
  add_document(plan, "pig-log4j.properties", log4j_document(), texts);
  for (const char* each : {"-log4jconf", "pig-log4j.properties", "-logfile", "pig.log"})
    plan.arguments.emplace_back(each);
  plan.arguments.insert(plan.arguments.end(), action.arguments.begin(), action.arguments.end());
  return std::nullopt;
}

/// Refuses with EL_ERROR, JA008, JA010, JA018 and E0904.
planned plan_pig(const workflow_node& written, const plan_scope& at) {
  const action_body& body = body_of(written);
  node_texts texts{at.in};
  client_action action = read_client("pig", body, at, texts);
  const std::string script = text_of(body, "script", texts).value_or("");
  const std::vector<std::string> params = texts_of(body, "param", texts);
  if (texts.complete())
    if (auto refused = complete(action, script, params, at, texts)) return *refused;
  return texts.finish<planned>(node_plan{std::move(action.plan)});
}

/// Any failure is the code "2" (workflow.md 4, exit codes).
verdict judge_pig(const program_plan& plan, const finished_run& run, const workflow_context&) {
  return judge_exit(plan, run, "2");
}

}  // namespace

const action_kind pig_kind{"pig", plan_pig, judge_pig};

}  // namespace foliot::model

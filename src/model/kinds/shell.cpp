// A program of the user's on the engine's host (workflow.md 6, shell).
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/kinds/common.hpp"
#include "model/kinds/kinds.hpp"

namespace foliot::model {

namespace {

/// JA010 where `entry` is no "K=V". Oozie also refuses "K=", which the lenient reading takes as an
/// empty value (workflow.md 6, shell).
std::optional<node_refusal> check_environment(const std::string& entry, dialect reading) {
  const size_t equals = entry.find('=');
  const bool bare = equals == std::string::npos || equals == 0;
  const bool empty = !bare && equals + 1 == entry.size();
  if (!bare && !(empty && reading == dialect::oozie)) return std::nullopt;
  return node_refusal{"JA010", "the env-var '" + entry + "' is not of the form NAME=VALUE",
                      error_type::failed};
}

std::optional<node_refusal> judge_texts(program_plan& plan, const std::vector<std::string>& files,
                                        std::string_view app_path, dialect reading) {
  plan.program = std::string(base_name(plan.program));
  if (plan.program.empty() || plan.program == "/")
    return node_refusal{"JA018", "the exec element names no program"};
  for (const std::string& entry : plan.environment)
    if (auto refused = check_environment(entry, reading)) return refused;
  for (const std::string& list : files)
    if (auto refused = add_files(plan, list, app_path)) return refused;
  return std::nullopt;
}

/// Refuses with EL_ERROR, JA010 (an environment entry that is none), JA008 (a file that cannot be
/// linked), JA018 (no program) and E0904 (a file that is not local).
planned plan_shell(const workflow_node& written, const plan_scope& at) {
  const shell_body& body = *written.shell;
  node_texts texts{at.in};
  program_plan plan;
  std::vector<std::string> files;
  plan.program = texts.text(body.exec);
  for (const auto& argument : body.arguments) plan.arguments.push_back(texts.text(argument));
  for (const auto& entry : body.environment) plan.environment.push_back(texts.text(entry));
  for (const auto& file : body.files) files.push_back(texts.text(file));
  // Oozie evaluates the whole element: an error in the configuration counts although nothing reads
  // the values here.
  for (const auto& entry : body.conf) texts.text(entry.second);
  plan.capture_output = body.capture_output;
  plan.prepare = prepare_of(body.prepare, texts);
  if (texts.complete()) {
    if (auto refused = judge_prepare(plan, at.in.reading)) return *refused;
    if (auto refused = judge_texts(plan, files, at.app_path(), at.in.reading)) return *refused;
  }
  return texts.finish<planned>(node_plan{std::move(plan)});
}

/// Any status but 0 is the code "1" (workflow.md 4, exit codes).
verdict judge_shell(const program_plan& plan, const finished_run& run, const workflow_context&) {
  return judge_exit(plan, run, "1");
}

}  // namespace

const action_kind shell_kind{"shell", plan_shell, judge_shell};

}  // namespace foliot::model

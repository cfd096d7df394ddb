// A program of the user's on the engine's host (workflow.md 6, shell).
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/kinds/action_conf.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/documents.hpp"
#include "model/kinds/kinds.hpp"
#include "model/kinds/launcher_environment.hpp"

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

constexpr const char* conf_name = "action.xml";

struct shell_texts {
  std::vector<std::string> files;
  std::vector<std::string> archives;
  std::vector<std::string> environment;
  configuration conf;
  std::optional<node_refusal> refused;  ///< Of its configuration.
};

/// Its configuration counts only where somebody wrote one: most commands need none, and would have
/// to wait for a look at config-default.xml.
shell_texts read_texts(const workflow_node& written, const plan_scope& at, node_texts& texts) {
  const shell_body& body = *written.shell;
  shell_texts out;
  for (const auto& entry : body.environment)
    out.environment.push_back(texts.text(entry, "env-var"));
  for (const auto& file : body.files) out.files.push_back(texts.text(file, "file"));
  action_body of_conf;
  of_conf.conf = body.conf;
  if (written.body) {
    out.archives = texts_of(*written.body, "archive", texts);
    of_conf.job_xml = written.body->job_xml;
  }
  if (of_conf.conf.empty() && of_conf.job_xml.empty()) return out;
  auto conf = action_conf(of_conf, at, texts);
  if (auto* refused = std::get_if<node_refusal>(&conf))
    out.refused = std::move(*refused);
  else
    out.conf = std::get<configuration>(std::move(conf));
  return out;
}

std::optional<node_refusal> complete(program_plan& plan, shell_texts said, const plan_scope& at,
                                     node_texts& texts) {
  if (said.refused) return said.refused;
  if (auto refused = judge_prepare(plan, at.in.reading)) return refused;
  plan.program = std::string(base_name(plan.program));
  if (plan.program.empty() || plan.program == "/")
    return node_refusal{"JA018", "the exec element names no program"};
  if (auto refused = add_launcher_environment(plan, said.conf)) return refused;
  if (!said.conf.empty())
    plan.environment.push_back(std::string("OOZIE_ACTION_CONF_XML=") + conf_name);
  for (std::string& entry : said.environment) {
    if (auto refused = check_environment(entry, at.in.reading)) return refused;
    plan.environment.push_back(std::move(entry));
  }
  if (plan.capture_output) limit_output(plan, said.conf, at);
  for (const std::string& list : said.files)
    if (auto refused = add_files(plan, list, at.app_path())) return refused;
  for (const std::string& list : said.archives)
    if (auto refused = add_archives(plan, list, at.app_path())) return refused;
  if (!said.conf.empty()) add_document(plan, conf_name, configuration_document(said.conf), texts);
  return std::nullopt;
}

/// Refuses with EL_ERROR, JA010 (an environment entry that is none, a property that is the
/// engine's), JA008 (a file that cannot be linked), JA018 (no program) and E0904 (a file that is
/// not local).
planned plan_shell(const workflow_node& written, const plan_scope& at) {
  const shell_body& body = *written.shell;
  node_texts texts{at.in};
  program_plan plan;
  plan.program = texts.text(body.exec, "exec");
  for (const auto& argument : body.arguments)
    plan.arguments.push_back(texts.text(argument, "argument"));
  shell_texts said = read_texts(written, at, texts);
  plan.capture_output = body.capture_output;
  plan.prepare = prepare_of(body.prepare, texts);
  if (texts.complete())
    if (auto refused = complete(plan, std::move(said), at, texts)) return *refused;
  return texts.finish<planned>(node_plan{std::move(plan)});
}

/// Any status but 0 is the code "1" (workflow.md 4, exit codes).
verdict judge_shell(const program_plan& plan, const finished_run& run, const workflow_context&) {
  return judge_exit(plan, run, "1");
}

}  // namespace

const action_kind shell_kind{"shell", plan_shell, judge_shell};

}  // namespace foliot::model

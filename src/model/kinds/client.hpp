// What the kinds that run a client program of this host have in common (workflow.md 6).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/kinds/kind.hpp"
#include "model/kinds/libraries.hpp"
#include "model/node_texts.hpp"

namespace foliot::model {

/// An action that runs a client program, evaluated.
struct client_action {
  program_plan plan;   ///< Its program and what is done before it.
  configuration conf;  ///< See `action_conf`; its name-node and its cluster as well.
  std::vector<std::string> files;
  std::vector<std::string> archives;
  std::vector<std::string> arguments;  ///< Of the elements <arg> and <argument>.
  bool configured = false;             ///< Properties were written for it, not only for the engine.
  std::optional<node_refusal> refused;
};

/// The body of `written`; an empty one where it has none.
const action_body& body_of(const workflow_node& written);

/// Evaluates what every kind has; `tool` is one of client_tools. What is wrong is kept in `refused`
/// until all texts are known.
client_action read_client(std::string_view tool, const action_body& body, const plan_scope& at,
                          node_texts& texts);

/// The files, the archives, what is done before, and the environment of <launcher>. Once all texts
/// are known. Refuses with `action.refused`, JA008, E0904, JA018 and IllegalArgumentException (an
/// environment that is none).
std::optional<node_refusal> equip(client_action& action, const plan_scope& at);

/// Links the <script>, or writes the <query> to `query_file`: the argument that names it. Refuses
/// with JA008, E0904, and JA018 where there is neither.
std::variant<std::string, node_refusal> add_script(client_action& action, const std::string& script,
                                                   const std::string& query,
                                                   const std::string& query_file,
                                                   const plan_scope& at, node_texts& texts);

/// JA018 for an argument that the engine gives itself.
std::optional<node_refusal> check_arguments(const std::vector<std::string>& arguments,
                                            std::span<const std::string_view> refused);

/// Each of `params` behind `option`. JA018 for one that is no NAME=VALUE, where `named`.
std::optional<node_refusal> add_params(program_plan& plan, const std::vector<std::string>& params,
                                       std::string_view option, bool named);

/// Where libraries are, absolute paths of directories and of jars, as far as they are on this host:
/// lib/ of the application, oozie.libpath, the sharelib's directories if the action uses it, and
/// what `handed_libraries` has left.
std::vector<std::string> library_places(const client_action& action, const plan_scope& at);
/// The same for a class path, joined by ':', with "/*" behind directories. Empty: none.
std::string library_path(const client_action& action, const plan_scope& at);

/// Gives the libraries and oozie.launcher.javaopts to a program of Hadoop's.
void add_hadoop_environment(client_action& action, const plan_scope& at);

/// An id for the cluster's jobs of this action, of letters, digits and '-'.
std::string job_tag(const plan_scope& at);

/// The judge of programs whose failure is JA018, whatever their status.
verdict judge_main(const program_plan& plan, const finished_run& run, const workflow_context&);
/// The judge of programs whose status is the code.
verdict judge_status(const program_plan& plan, const finished_run& run, const workflow_context&);

}  // namespace foliot::model

// Bodies of workflow actions. Only for this folder.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/scope.hpp"
#include "parse/workflow_parts.hpp"

namespace foliot::parse {

/// What <global> gives to every action.
struct global_section {
  std::optional<el::expression> name_node;
  std::optional<el::expression> cluster;  ///< job-tracker or resource-manager.
  std::vector<el::expression> job_xml;
  model::named_expressions conf;  ///< <launcher>, then <configuration>.
};

result<global_section> read_global(const scope& in, const pugi::xml_node& element);

/// The types that the languages know, offered or not.
std::vector<std::string_view> action_types();

/// Which type of action the body `element` is. `known` is false for one that does not exist.
struct action_type {
  std::string name;
  bool known = false;
};
/// Fails with E0701 when a known type stands in the wrong namespace.
result<action_type> type_of(const scope& in, const pugi::xml_node& element);

/// Fails with E0701, in the oozie dialect, when an action of type `type` lacks the cluster it
/// needs.
result<void> check_cluster(const scope& in, const pugi::xml_node& body, const std::string& type,
                           const global_section& global);

/// Reads the body of an action of any type but fs.
result<std::shared_ptr<const model::action_body>> read_body(const scope& in,
                                                            const pugi::xml_node& body,
                                                            const std::string& type,
                                                            const global_section& global);

result<std::shared_ptr<const model::shell_body>> read_shell(const scope& in,
                                                            const pugi::xml_node& body,
                                                            const global_section& global);
result<std::shared_ptr<const model::fs_body>> read_fs(const scope& in, const pugi::xml_node& body,
                                                      const global_section& global);

}  // namespace foliot::parse

// Parts that many actions of a workflow share. Only for this folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/action_body.hpp"
#include "parse/scope.hpp"

namespace foliot::parse {

/// Oozie's code for an expression that cannot be read in a workflow.
inline constexpr const char* workflow_el_code = "E0803";

/// The text of `element` as an expression.
result<el::expression> read_text_of(const scope& in, const pugi::xml_node& element);

/// Adds the properties of <configuration>; later ones win.
result<void> read_conf(const scope& in, const pugi::xml_node& element,
                       model::named_expressions& out);

/// Adds the texts of all children called `name`.
result<void> read_texts(const scope& in, const pugi::xml_node& body, const char* name,
                        std::vector<el::expression>& out);

/// Adds what <launcher> says as properties oozie.launcher.* (workflow.md 3, global).
result<void> read_launcher(const scope& in, const pugi::xml_node& element,
                           model::named_expressions& out);

/// Reads the retry attributes of `action`, and in the lenient dialect those of its <error>
/// (rulings 4.4).
result<model::retry_rule> read_retry(const scope& in, const pugi::xml_node& action,
                                     const pugi::xml_node& error);

/// Reads <credentials>.
result<std::vector<model::credential>> read_credentials(const scope& in,
                                                        const pugi::xml_node& element);

/// Reads sla:info below `parent`, if there is one. Expressions are only parsed.
result<std::optional<model::service_level>> read_service_level(const scope& in,
                                                               const pugi::xml_node& parent,
                                                               const std::string& code);

/// "0.2" of "uri:oozie:hive-action:0.2".
std::string version_in(std::string_view uri);

}  // namespace foliot::parse

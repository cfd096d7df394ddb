// Formal parameters: what a definition says it needs (workflow.md 3, Parameters).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/xml.hpp"

namespace foliot::parse {

struct parameters {
  std::vector<std::pair<std::string, std::string>> defaults;  ///< In document order.
  std::vector<std::string> required;                          ///< Without a default.
};

/// Whether documents of namespace `uri` have formal parameters: workflow and coordinator from 0.4,
/// bundle from 0.2.
bool supports_parameters(std::string_view uri);

/// Reads <parameters> of `root`, if any. Fails with E0739 for a property without a name.
result<parameters> read_parameters(const xml_document& document, const pugi::xml_node& root);

/// Puts the defaults of properties that `conf` lacks into it. Fails with E0738, naming all required
/// ones that it lacks; the defaults are set even then. `place` is where the definition says so.
result<void> apply_parameters(const parameters& formal, const std::string& place,
                              model::configuration& conf);

}  // namespace foliot::parse

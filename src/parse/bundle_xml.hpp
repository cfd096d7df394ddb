// bundle.xml -> model::bundle_definition (bundle.md 2 and 3).
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/options.hpp"

namespace foliot::parse {

/// Reads a bundle. `text.conf` are the job's properties, already resolved and with the defaults of
/// bundle-config-default.xml. Warnings ("file:line:column: ...") are appended. Fails with E0701
/// (structure) or, as Oozie's client sees all that comes after, E1310 with the inner code in the
/// sentence: E0738, E0739, E1004, E1301, E1304, E1305.
result<model::bundle_definition> parse_bundle(const model::definition_text& text,
                                              const options& how,
                                              std::vector<std::string>& warnings);

/// The bundle's text without comments and with all expressions evaluated, and a line feed: what a
/// dry run answers. Fails as parse_bundle, and with E1004 for an expression that parse_bundle does
/// not look at.
result<std::string> resolved_bundle_text(const model::definition_text& text, const options& how);

}  // namespace foliot::parse

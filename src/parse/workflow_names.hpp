// What the expressions of a workflow refer to. Oozie finds out only when a node starts; a submitter
// learns it at once, as warnings.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/expression_names.hpp"

namespace foliot::parse {

/// A failure, E0803 with "file:line:column", for every variable that is neither in `conf` nor a
/// constant of workflows, and for every function that workflows do not have; each name once per
/// node.
std::vector<failure> unknown_names(const model::workflow_definition& workflow,
                                   const model::configuration& conf, const std::string& file);

/// The same for the names of one text or node, which are all at `place`; `begin` opens each
/// sentence.
std::vector<failure> unknown_among(const found_names& names, const model::configuration& conf,
                                   const std::string& place, const std::string& begin);

}  // namespace foliot::parse

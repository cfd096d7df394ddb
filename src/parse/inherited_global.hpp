// What <global> says of a workflow, on its way to one below it (workflow.md 3, global: a
// sub-workflow with <propagate-configuration/>). Only for this folder.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "parse/workflow_actions.hpp"

namespace foliot::parse {

/// Whether it says anything.
bool is_empty(const global_section& global);

/// A text that `read_inherited` reads again. Expressions stay what they are, for the workflow below
/// to evaluate, but nobody on the way takes them for any: '$' is written as %24, and '#', '%' and
/// '\' likewise. (Oozie's own form is one of Java's; nobody else reads it.)
std::string written(const global_section& global);

/// Fails with bad_input, E0701, where `text` holds what is no expression. What it does not know it
/// passes over.
result<global_section> read_inherited(std::string_view text);

/// What `above` says goes below what `own` says: each of its properties, its name-node and its
/// cluster where there is no own one, its job-xml first.
void inherit(global_section& own, global_section above);

}  // namespace foliot::parse

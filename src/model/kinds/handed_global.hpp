// What <global> says of a workflow, on its way to the one below it (workflow.md 3, global).
#pragma once

#include <string>
#include <string_view>

namespace foliot::model {

/// `text` so that nobody on its way takes an expression in it for one to evaluate: '$' is written
/// as %24, and '#', '%' and '\' likewise.
std::string hide_expressions(std::string_view text);

/// What `hide_expressions` was given.
std::string show_expressions(std::string_view text);

}  // namespace foliot::model

// Visiting all parts of an expression, for those who ask what it refers to.
#pragma once

#include <functional>

#include "el/ast.hpp"
#include "el/parser.hpp"

namespace foliot::el {

/// Calls `visit` for every node of `text`, a call or operator before its operands. The depth is
/// bounded by the parser (limits::el_depth_max).
void for_each_node(const expression& text, const std::function<void(const node&)>& visit);

}  // namespace foliot::el

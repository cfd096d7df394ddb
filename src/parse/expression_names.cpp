#include "parse/expression_names.hpp"

#include <variant>

#include "el/walk.hpp"

namespace foliot::parse {

void collect(const el::expression& text, found_names& out) {
  el::for_each_node(text, [&](const el::node& each) {
    if (const auto* variable = std::get_if<el::variable_node>(&each.of))
      out.variables.insert(variable->name);
    else if (const auto* call = std::get_if<el::call_node>(&each.of))
      out.functions.insert(call->function);
  });
}

}  // namespace foliot::parse

#include "parse/expression_names.hpp"

#include <variant>

#include "el/ast.hpp"

namespace foliot::parse {

namespace {

void collect(const el::node_ptr& tree, found_names& out);

// Adds what one kind of node refers to. Depth is bounded by the parser (limits::el_depth_max).
struct collector {
  found_names& out;

  void operator()(const el::literal_node&) const {}
  void operator()(const el::variable_node& of) const { out.variables.insert(of.name); }
  void operator()(const el::call_node& of) const {
    out.functions.insert(of.function);
    for (const el::node_ptr& each : of.arguments) collect(each, out);
  }
  void operator()(const el::chain_node& of) const {
    collect(of.first, out);
    for (const auto& [operation, operand] : of.rest) collect(operand, out);
  }
  void operator()(const el::prefix_node& of) const { collect(of.operand, out); }
  void operator()(const el::choice_node& of) const {
    collect(of.condition, out);
    collect(of.yes, out);
    collect(of.no, out);
  }
  void operator()(const el::access_node& of) const {
    collect(of.base, out);
    for (const el::node_ptr& each : of.keys) collect(each, out);
  }
};

void collect(const el::node_ptr& tree, found_names& out) {
  if (tree) std::visit(collector{out}, tree->of);
}

}  // namespace

void collect(const el::expression& text, found_names& out) {
  if (text.is_constant()) return;
  for (const el::segment& each : text.tree()->segments)
    if (const auto* tree = std::get_if<el::node_ptr>(&each)) collect(*tree, out);
}

}  // namespace foliot::parse

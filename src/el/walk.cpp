#include "el/walk.hpp"

#include <variant>

namespace foliot::el {

namespace {

using visitor = std::function<void(const node&)>;

void walk(const node_ptr& tree, const visitor& visit);

/// Goes on to what is below a node of each kind.
struct descent {
  const visitor& visit;

  void operator()(const literal_node&) const {}
  void operator()(const variable_node&) const {}
  void operator()(const call_node& of) const {
    for (const node_ptr& each : of.arguments) walk(each, visit);
  }
  void operator()(const chain_node& of) const {
    walk(of.first, visit);
    for (const auto& [operation, operand] : of.rest) walk(operand, visit);
  }
  void operator()(const prefix_node& of) const { walk(of.operand, visit); }
  void operator()(const choice_node& of) const {
    walk(of.condition, visit);
    walk(of.yes, visit);
    walk(of.no, visit);
  }
  void operator()(const access_node& of) const {
    walk(of.base, visit);
    for (const node_ptr& each : of.keys) walk(each, visit);
  }
};

void walk(const node_ptr& tree, const visitor& visit) {
  if (!tree) return;
  visit(*tree);
  std::visit(descent{visit}, tree->of);
}

}  // namespace

void for_each_node(const expression& text, const visitor& visit) {
  if (text.is_constant() || text.tree() == nullptr) return;
  for (const segment& each : text.tree()->segments)
    if (const auto* tree = std::get_if<node_ptr>(&each)) walk(*tree, visit);
}

}  // namespace foliot::el

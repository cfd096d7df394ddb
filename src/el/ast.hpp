// The tree of a parsed text. Immutable once parsed; chains are flat, so that depth, and with it the
// recursion of whoever walks the tree, is bounded by limits::el_depth_max.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "el/value.hpp"

namespace foliot::el {

struct node;
using node_ptr = std::unique_ptr<const node>;

enum class binary : uint8_t {
  add,
  subtract,
  multiply,
  divide,
  modulo,
  equal,
  not_equal,
  less,
  greater,
  less_equal,
  greater_equal,
  both,   ///< && and
  either  ///< || or
};

enum class unary : uint8_t { minus, negate, empty };

struct literal_node {
  value held;
};
struct variable_node {
  std::string name;
};
struct call_node {
  std::string function;  ///< "coord:current", "trim"
  std::vector<node_ptr> arguments;
};
/// first op operand op operand ...: operators of one precedence, from left to right.
struct chain_node {
  node_ptr first;
  std::vector<std::pair<binary, node_ptr>> rest;
};
/// The last of `operators` is applied first.
struct prefix_node {
  std::vector<unary> operators;
  node_ptr operand;
};
struct choice_node {
  node_ptr condition;
  node_ptr yes;
  node_ptr no;
};
/// base[key][key]...; `.name` is ["name"].
struct access_node {
  node_ptr base;
  std::vector<node_ptr> keys;
};

struct node {
  uint32_t column = 0;  ///< Of its first byte in the text, from 1.
  std::variant<literal_node, variable_node, call_node, chain_node, prefix_node, choice_node,
               access_node>
      of;
};

/// A piece of a text: constant, or an expression.
using segment = std::variant<std::string, node_ptr>;

struct text_tree {
  std::string source;
  std::vector<segment> segments;
  std::vector<std::string> functions;  ///< Sorted names of all functions called.
  bool constant = true;                ///< There is no expression in it.
};

}  // namespace foliot::el

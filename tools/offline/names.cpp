#include "tools/offline/names.hpp"

#include <algorithm>

namespace foliot::offline {

namespace {

struct names {
  std::set<std::string> variables;
  std::vector<function_call> calls;
};

void collect(const el::node_ptr& tree, names& out);

std::string literal_of(const el::node_ptr& tree) {
  const auto* held = tree ? std::get_if<el::literal_node>(&tree->of) : nullptr;
  if (held != nullptr) return el::to_text(held->held);
  // A negative number is an operator before a literal.
  const auto* sign = tree ? std::get_if<el::prefix_node>(&tree->of) : nullptr;
  if (sign == nullptr || sign->operators != std::vector<el::unary>{el::unary::minus}) return {};
  const std::string inner = literal_of(sign->operand);
  return inner.empty() ? inner : "-" + inner;
}

/// The parser bounds the depth (limits::el_depth_max).
struct visitor {
  names& out;

  void operator()(const el::literal_node&) const {}
  void operator()(const el::variable_node& of) const { out.variables.insert(of.name); }
  void operator()(const el::call_node& of) const {
    function_call call{of.function, {}, {}};
    for (const el::node_ptr& each : of.arguments) call.literals.push_back(literal_of(each));
    out.calls.push_back(std::move(call));
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

void collect(const el::node_ptr& tree, names& out) {
  if (tree) std::visit(visitor{out}, tree->of);
}

names names_of(const el::expression& text) {
  names out;
  if (text.is_constant() || text.tree() == nullptr) return out;
  for (const el::segment& each : text.tree()->segments)
    if (const auto* tree = std::get_if<el::node_ptr>(&each)) collect(*tree, out);
  return out;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

void add_words(std::string_view text, std::set<std::string>& out) {
  for (size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at)) {
    const size_t end = std::min(text.find('}', at), text.size());
    std::string word;
    for (at += 2; at <= end; ++at) {
      if (at < end && is_word(text[at])) {
        word += text[at];
      } else if (!word.empty()) {
        out.insert(std::move(word));
        word.clear();
      }
    }
    at = end;
  }
}

class walker {
 public:
  explicit walker(mentions& out) : out_(out) {}

  void element(const parse::outline_element& of) {
    if (of.name == "parameters" || of.name == "description") return;
    for (const parse::outline_attribute& each : of.attributes) text(each.value, each.at);
    if (!(of.name == "name" && !of.uri.empty())) text(of.text, of.text_at);
    for (const parse::outline_element& each : of.children) element(each);
  }

 private:
  void text(const std::string& held, parse::outline_place at) {
    if (held.find("${") == std::string::npos) return;
    add_words(held, out_.words);
    const auto parsed = el::parse(held);
    if (!parsed) return;
    names found = names_of(*parsed);
    for (const std::string& each : found.variables) out_.variables.push_back({each, at});
    for (function_call& each : found.calls) {
      each.at = at;
      out_.calls.push_back(std::move(each));
    }
  }

  mentions& out_;
};

}  // namespace

mentions mentions_in(const parse::outline_element& root) {
  mentions out;
  walker(out).element(root);
  return out;
}

std::set<std::string> variables_of(std::string_view text) {
  const auto parsed = el::parse(text);
  return parsed ? names_of(*parsed).variables : std::set<std::string>();
}

std::vector<function_call> calls_of(const el::expression& text) { return names_of(text).calls; }

}  // namespace foliot::offline

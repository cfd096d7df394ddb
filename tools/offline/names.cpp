#include "tools/offline/names.hpp"

#include <algorithm>
#include <utility>

#include "el/walk.hpp"

namespace foliot::offline {

namespace {

struct names {
  std::set<std::string> variables;
  std::vector<function_call> calls;
};

std::string literal_of(const el::node_ptr& tree) {
  const auto* held = tree ? std::get_if<el::literal_node>(&tree->of) : nullptr;
  if (held != nullptr) return el::to_text(held->held);
  // A negative number is an operator before a literal.
  const auto* sign = tree ? std::get_if<el::prefix_node>(&tree->of) : nullptr;
  if (sign == nullptr || sign->operators != std::vector<el::unary>{el::unary::minus}) return {};
  const std::string inner = literal_of(sign->operand);
  return inner.empty() ? inner : "-" + inner;
}

names names_of(const el::expression& text) {
  names out;
  el::for_each_node(text, [&](const el::node& each) {
    if (const auto* variable = std::get_if<el::variable_node>(&each.of))
      out.variables.insert(variable->name);
    const auto* of = std::get_if<el::call_node>(&each.of);
    if (of == nullptr) return;
    function_call call{of->function, {}, {}};
    for (const el::node_ptr& argument : of->arguments)
      call.literals.push_back(literal_of(argument));
    out.calls.push_back(std::move(call));
  });
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

#include "el/parser.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "base/limits.hpp"
#include "el/ast.hpp"
#include "el/lexer.hpp"

namespace foliot::el {
namespace {

using parsed = result<node_ptr>;

struct binary_name {
  size_t level;  ///< From 0, the loosest, to level_count - 1.
  std::string_view symbol;
  std::string_view word;
  binary op;
};

constexpr size_t level_count = 6;
constexpr std::array<binary_name, 13> binary_names{{{0, "||", "or", binary::either},
                                                    {1, "&&", "and", binary::both},
                                                    {2, "==", "eq", binary::equal},
                                                    {2, "!=", "ne", binary::not_equal},
                                                    {3, "<", "lt", binary::less},
                                                    {3, ">", "gt", binary::greater},
                                                    {3, "<=", "le", binary::less_equal},
                                                    {3, ">=", "ge", binary::greater_equal},
                                                    {4, "+", "", binary::add},
                                                    {4, "-", "", binary::subtract},
                                                    {5, "*", "", binary::multiply},
                                                    {5, "/", "div", binary::divide},
                                                    {5, "%", "mod", binary::modulo}}};

/// Recursive descent over one ${...}. Chains are loops; what nests is counted in `depth_`.
class parser {
 public:
  parser(std::string_view text, size_t offset, std::set<std::string>& functions)
      : text_(text), functions_(functions), behind_(offset) {}

  /// Reads the expression and its closing brace; `end` is set behind it.
  parsed whole(size_t& end) {
    const size_t opening = behind_ - 2;
    if (auto moved = advance(); !moved) return moved.error();
    if (now_.kind == token_kind::close) {
      return syntax_failure(opening, "there is nothing in ${}",
                            "Write an expression between the braces");
    }
    parsed tree = choice();
    if (!tree) return tree;
    if (now_.kind == token_kind::end_of_text) {
      return syntax_failure(opening, "the expression that begins with ${ is not closed",
                            "Put } behind it");
    }
    if (now_.kind != token_kind::close) return unexpected("an operator or }");
    end = now_.end;
    return tree;
  }

 private:
  template <class T>
  static node_ptr make(size_t offset, T of) {
    return std::make_unique<const node>(node{static_cast<uint32_t>(offset + 1), std::move(of)});
  }

  result<void> advance() {
    auto read = next_token(text_, behind_);
    if (!read) return read.error();
    now_ = *std::move(read);
    behind_ = now_.end;
    return {};
  }

  failure unexpected(const std::string& wanted) const {
    if (now_.kind == token_kind::end_of_text) {
      return syntax_failure(now_.offset, "the expression ends too early",
                            "Write " + wanted + " and close it with }");
    }
    return syntax_failure(now_.offset, "'" + now_.text + "' cannot stand here",
                          "Write " + wanted + " instead");
  }

  result<void> expect(std::string_view op) {
    if (!now_.is(op)) return unexpected("'" + std::string(op) + "'");
    return advance();
  }

  /// Condition ? yes : no. Everything that nests passes here, so here depth is counted.
  parsed choice() {
    if (depth_ == limits::el_depth_max) {
      return failure{errc::too_large,
                     "the expression is nested deeper than " + std::to_string(depth_) + " levels",
                     "", "column " + std::to_string(now_.offset + 1), "Make it simpler"};
    }
    ++depth_;
    parsed tree = choice_inside();
    --depth_;
    return tree;
  }

  parsed choice_inside() {
    const size_t start = now_.offset;
    parsed condition = level(0);
    if (!condition || !now_.is("?")) return condition;
    if (auto moved = advance(); !moved) return moved.error();
    ++open_choices_;
    parsed yes = choice();
    --open_choices_;
    if (!yes) return yes;
    if (auto moved = expect(":"); !moved) return moved.error();
    parsed no = choice();
    if (!no) return no;
    return make(start, choice_node{*std::move(condition), *std::move(yes), *std::move(no)});
  }

  std::optional<binary> operator_of(size_t at) const {
    if (now_.kind != token_kind::op) return std::nullopt;
    for (const binary_name& each : binary_names) {
      if (each.level != at) continue;
      if (now_.text == each.symbol || (!each.word.empty() && now_.text == each.word))
        return each.op;
    }
    return std::nullopt;
  }

  parsed level(size_t at) {
    if (at == level_count) return prefixed();
    const size_t start = now_.offset;
    parsed first = level(at + 1);
    if (!first || !operator_of(at)) return first;
    chain_node chain{*std::move(first), {}};
    while (const auto op = operator_of(at)) {
      if (auto moved = advance(); !moved) return moved.error();
      parsed operand = level(at + 1);
      if (!operand) return operand;
      chain.rest.emplace_back(*op, *std::move(operand));
    }
    return make(start, std::move(chain));
  }

  parsed prefixed() {
    const size_t start = now_.offset;
    std::vector<unary> operators;
    while (now_.kind == token_kind::op) {
      if (now_.text == "-") {
        operators.push_back(unary::minus);
      } else if (now_.text == "!" || now_.text == "not") {
        operators.push_back(unary::negate);
      } else if (now_.text == "empty") {
        operators.push_back(unary::empty);
      } else {
        break;
      }
      if (auto moved = advance(); !moved) return moved.error();
    }
    parsed operand = accessed();
    if (!operand || operators.empty()) return operand;
    return make(start, prefix_node{std::move(operators), *std::move(operand)});
  }

  parsed accessed() {
    const size_t start = now_.offset;
    parsed base = primary();
    if (!base) return base;
    std::vector<node_ptr> keys;
    while (now_.is(".") || now_.is("[")) {
      const bool dot = now_.is(".");
      if (auto moved = advance(); !moved) return moved.error();
      if (dot) {
        if (now_.kind != token_kind::identifier) return unexpected("a name");
        keys.push_back(make(now_.offset, literal_node{now_.text}));
        if (auto moved = advance(); !moved) return moved.error();
      } else {
        parsed key = choice();
        if (!key) return key;
        keys.push_back(*std::move(key));
        if (auto moved = expect("]"); !moved) return moved.error();
      }
    }
    if (keys.empty()) return base;
    return make(start, access_node{*std::move(base), std::move(keys)});
  }

  parsed constant(value held) {
    const size_t start = now_.offset;
    if (auto moved = advance(); !moved) return moved.error();
    return make(start, literal_node{std::move(held)});
  }

  parsed primary() {
    switch (now_.kind) {
      case token_kind::integer: {
        errno = 0;
        const int64_t number = std::strtoll(now_.text.c_str(), nullptr, 10);
        if (errno == ERANGE) {
          return syntax_failure(now_.offset, "the number " + now_.text + " is too large",
                                "Write a number below 2^63");
        }
        return constant(number);
      }
      case token_kind::floating: return constant(std::strtod(now_.text.c_str(), nullptr));
      case token_kind::string: return constant(now_.text);
      case token_kind::identifier: return name();
      default: break;
    }
    if (now_.is("true")) return constant(true);
    if (now_.is("false")) return constant(false);
    if (now_.is("null")) return constant(value());
    if (!now_.is("(")) return unexpected("a value, a variable or a function");
    if (auto moved = advance(); !moved) return moved.error();
    parsed inside = choice();
    if (!inside) return inside;
    if (auto moved = expect(")"); !moved) return moved.error();
    return inside;
  }

  /// Whether "prefix : name (" begins at the current token. Between ? and : of a choice, blanks
  /// around the colon make it the choice's own.
  result<std::optional<std::string>> qualified_name() {
    auto colon = next_token(text_, now_.end);
    if (!colon) return colon.error();
    if (!colon->is(":")) return std::optional<std::string>();
    auto local = next_token(text_, colon->end);
    if (!local) return std::optional<std::string>();  // the error is met again, in its place
    const bool spaced = colon->offset != now_.end || local->offset != colon->end;
    if (local->kind != token_kind::identifier || (open_choices_ > 0 && spaced)) {
      return std::optional<std::string>();
    }
    auto bracket = next_token(text_, local->end);
    if (!bracket || !bracket->is("(")) return std::optional<std::string>();
    behind_ = local->end;
    return std::optional(now_.text + ":" + local->text);
  }

  parsed name() {
    const size_t start = now_.offset;
    std::string word = now_.text;
    auto qualified = qualified_name();
    if (!qualified) return qualified.error();
    if (*qualified) word = **qualified;
    if (auto moved = advance(); !moved) return moved.error();
    if (now_.is("(")) return call(start, std::move(word));
    return make(start, variable_node{std::move(word)});
  }

  parsed call(size_t start, std::string function) {
    if (auto moved = advance(); !moved) return moved.error();
    call_node made{std::move(function), {}};
    functions_.insert(made.function);
    const int open_choices = std::exchange(open_choices_, 0);
    while (!now_.is(")")) {
      if (!made.arguments.empty()) {
        if (auto moved = expect(","); !moved) return moved.error();
      }
      parsed argument = choice();
      if (!argument) return argument;
      made.arguments.push_back(*std::move(argument));
    }
    open_choices_ = open_choices;
    if (auto moved = advance(); !moved) return moved.error();
    return make(start, std::move(made));
  }

  std::string_view text_;
  std::set<std::string>& functions_;
  size_t behind_;  ///< Where the next token is looked for.
  token now_;
  size_t depth_ = 0;
  int open_choices_ = 0;
};

}  // namespace

result<expression> parse(std::string_view text) {
  if (text.size() > limits::el_text_bytes_max) {
    return failure{errc::too_large,
                   "the text has " + std::to_string(text.size()) + " bytes, at most " +
                       std::to_string(limits::el_text_bytes_max) + " are evaluated",
                   "", "", "Shorten it or take it from a file"};
  }
  auto tree = std::make_shared<text_tree>();
  tree->source = text;
  std::set<std::string> functions;
  size_t at = 0;
  while (at < text.size()) {
    const size_t start = std::min(text.find("${", at), text.size());
    if (start > at) tree->segments.emplace_back(std::string(text.substr(at, start - at)));
    if (start == text.size()) break;
    auto inside = parser(text, start + 2, functions).whole(at);
    if (!inside) return inside.error();
    tree->segments.emplace_back(*std::move(inside));
    tree->constant = false;
  }
  tree->functions.assign(functions.begin(), functions.end());
  expression made;
  made.tree_ = std::move(tree);
  return made;
}

}  // namespace foliot::el

// Text with ${...} in it, parsed once.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace foliot::el {

struct text_tree;  // el/ast.hpp

/// A parsed text: constant pieces and expressions. Immutable, cheap to copy, shared between
/// threads. The default is the empty constant text.
class expression {
 public:
  expression() = default;
  /// A text without any expression, taken as it is, `${` included.
  static expression constant(std::string text);

  /// The text as it was written.
  const std::string& source() const;
  /// Whether evaluation gives `source()` whatever the environment.
  bool is_constant() const;
  /// Whether the text is one expression and nothing else, so that its value keeps its kind.
  bool is_single() const;
  /// Whether the function `name` ("fs:exists") is called anywhere.
  bool calls(std::string_view name) const;

  /// The tree; never nullptr unless this is the default.
  const text_tree* tree() const { return tree_.get(); }

  /// Equal when written the same and of the same constancy.
  friend bool operator==(const expression& left, const expression& right);

 private:
  friend result<expression> parse(std::string_view text);
  std::shared_ptr<const text_tree> tree_;
};

/// Parses `text`: constant text mixed with ${...} of JSP 2.0 EL (coordinator.md 4): operators
/// + - * / div % mod == eq != ne < lt > gt <= le >= ge && and || or ! not empty ?: [] . ; literals
/// 1, 1.5, 'a', "a", true, false, null; variables; functions prefix:name(...). Fails with bad_input
/// (place "column N", counted in bytes from 1, and a remedy) or with too_large beyond
/// limits::el_text_bytes_max or el_depth_max. Which functions exist is decided at evaluation.
result<expression> parse(std::string_view text);

}  // namespace foliot::el

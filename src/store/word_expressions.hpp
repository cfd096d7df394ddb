// Where a text is within ${}: what of it belongs to the language and is nobody's word.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace foliot::store {

/// Follows one text from its beginning to its end, as the reader of expressions does.
class expression_scan {
 public:
  /// `escaped`: the text is XML's, whose quotes may stand as "&quot;", "&apos;", "&#34;", "&#39;".
  explicit expression_scan(bool escaped) : escaped_(escaped) {}

  /// How many bytes at `at` stay as they are: the name of a function that the language has, with
  /// its prefix, where it is called ("coord:days" in "${coord:days(1)}"); a quote, also behind its
  /// backslash; what begins or ends an expression. 0: anything else. `at` never goes back.
  size_t kept(std::string_view text, size_t at);

 private:
  std::pair<char, size_t> quote_at(std::string_view text, size_t at) const;

  bool escaped_;
  size_t depth_ = 0;  ///< Of ${}.
  char quote_ = 0;    ///< That the text at hand stands in; 0: none.
};

}  // namespace foliot::store

// Tokens of the inside of ${...}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace foliot::el {

enum class token_kind : uint8_t {
  end_of_text,
  close,  ///< } that ends the expression
  identifier,
  integer,
  floating,
  string,
  op  ///< Operators and punctuation; keywords (and, div, empty, true, ...) are op as well.
};

struct token {
  token_kind kind = token_kind::end_of_text;
  std::string text;   ///< Identifier, operator, digits, or content of a string.
  size_t offset = 0;  ///< Of its first byte in the whole text.
  size_t end = 0;     ///< Behind its last byte.

  bool is(std::string_view op) const { return kind == token_kind::op && text == op; }
};

/// A failure at byte `offset` of the text: bad_input with "column N" as place.
failure syntax_failure(size_t offset, std::string sentence, std::string remedy);

/// The token at or behind byte `offset` of `text`, blanks skipped. Fails with bad_input on an
/// unclosed string and on bytes that mean nothing.
result<token> next_token(std::string_view text, size_t offset);

}  // namespace foliot::el

#include "el/lexer.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace foliot::el {
namespace {

constexpr std::array<std::string_view, 16> keywords{
    "and", "or",  "not", "eq",    "ne",   "lt",    "gt",   "le",
    "ge",  "div", "mod", "empty", "true", "false", "null", "instanceof"};

// Longer ones first: "<=" before "<".
constexpr std::array<std::string_view, 22> operators{"==", "!=", "<=", ">=", "&&", "||", "+", "-",
                                                     "*",  "/",  "%",  "<",  ">",  "!",  "?", ":",
                                                     "[",  "]",  "(",  ")",  ",",  "."};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Bytes from 0x80 on are letters of other alphabets, in UTF-8.
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

size_t skip_digits(std::string_view text, size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

/// Digits, fraction and exponent as in Java: 1, 1.5, .5, 1., 1e3, 1.5E-3.
token number_at(std::string_view text, size_t start) {
  token made{token_kind::integer, {}, start, start};
  size_t at = skip_digits(text, start);
  if (at < text.size() && text[at] == '.') {
    made.kind = token_kind::floating;
    at = skip_digits(text, at + 1);
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    size_t exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (exponent < text.size() && is_digit(text[exponent])) {
      made.kind = token_kind::floating;
      at = skip_digits(text, exponent);
    }
  }
  made.end = at;
  made.text = text.substr(start, at - start);
  return made;
}

/// How long a datetime at the start of `text` is ("2009-01-02T00:00Z", "...+0530"); 0 for none.
/// coord:absolute is written out at submission without the quotes of its date. Nothing else in the
/// language has a digit before a letter, so this takes no meaning away.
size_t datetime_length(std::string_view text) {
  constexpr std::string_view shape = "dddd-dd-ddTdd:dd";
  if (text.size() <= shape.size()) return 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 'd' ? !is_digit(text[i]) : text[i] != shape[i]) return 0;
  }
  const char suffix = text[shape.size()];
  if (suffix == 'Z') return shape.size() + 1;
  const size_t end = shape.size() + 5;
  const bool offset = (suffix == '+' || suffix == '-') && text.size() >= end &&
                      skip_digits(text.substr(0, end), shape.size() + 1) == end;
  return offset ? end : 0;
}

result<token> string_at(std::string_view text, size_t start) {
  const char quote = text[start];
  token made{token_kind::string, {}, start, start};
  for (size_t at = start + 1; at < text.size(); ++at) {
    if (text[at] == quote) {
      made.end = at + 1;
      return made;
    }
    if (text[at] == '\\' && at + 1 < text.size()) {
      const char next = text[at + 1];
      if (next == '\\' || next == '"' || next == '\'') ++at;
    }
    made.text += text[at];
  }
  return syntax_failure(start,
                        std::string("the string that begins with ") + quote + " is not closed",
                        std::string("Put ") + quote + " behind it");
}

}  // namespace

failure syntax_failure(size_t offset, std::string sentence, std::string remedy) {
  return {errc::bad_input, std::move(sentence), "", "column " + std::to_string(offset + 1),
          std::move(remedy)};
}

result<token> next_token(std::string_view text, size_t offset) {
  while (offset < text.size() && is_blank(text[offset])) ++offset;
  if (offset >= text.size()) return token{token_kind::end_of_text, {}, text.size(), text.size()};
  const char c = text[offset];
  if (c == '}') return token{token_kind::close, "}", offset, offset + 1};
  if (c == '"' || c == '\'') return string_at(text, offset);
  if (const size_t length = datetime_length(text.substr(offset)); length > 0) {
    return token{token_kind::string, std::string(text.substr(offset, length)), offset,
                 offset + length};
  }
  if (is_digit(c) || (c == '.' && offset + 1 < text.size() && is_digit(text[offset + 1]))) {
    return number_at(text, offset);
  }
  if (starts_name(c)) {
    size_t end = offset + 1;
    while (end < text.size() && (starts_name(text[end]) || is_digit(text[end]))) ++end;
    const std::string_view word = text.substr(offset, end - offset);
    const bool keyword = std::find(keywords.begin(), keywords.end(), word) != keywords.end();
    return token{keyword ? token_kind::op : token_kind::identifier, std::string(word), offset, end};
  }
  for (const std::string_view op : operators) {
    if (text.substr(offset).starts_with(op)) {
      return token{token_kind::op, std::string(op), offset, offset + op.size()};
    }
  }
  const bool half = c == '=' || c == '&' || c == '|';
  const bool printable = static_cast<unsigned char>(c) > ' ' && c != 0x7F;
  return syntax_failure(offset,
                        printable ? std::string("'") + c + "' means nothing here"
                                  : "there is a control character in the expression",
                        half ? std::string("Write it twice: ") + c + c : "Remove it");
}

}  // namespace foliot::el

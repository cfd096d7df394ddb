#include "store/word_expressions.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "el/phases.hpp"
#include "store/word_shapes.hpp"

namespace foliot::store {

namespace {

bool is_name(char c) {
  return shapes::is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

size_t name_end(std::string_view text, size_t at) {
  while (at < text.size() && is_name(text[at])) ++at;
  return at;
}

size_t skip_blanks(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n\f", at), text.size());
}

bool stands(std::string_view text, size_t at, char sign) {
  return at < text.size() && text[at] == sign;
}

/// How long the name of the function is that is called at `at`, with its prefix; 0: none is.
size_t function_at(std::string_view text, size_t at) {
  if (!shapes::is_letter(text[at]) || (at > 0 && is_name(text[at - 1]))) return 0;
  const size_t end = name_end(text, at);
  const std::string_view name = text.substr(at, end - at);
  const size_t next = skip_blanks(text, end);
  if (stands(text, next, '(')) return el::find_function(name) != nullptr ? end - at : 0;
  if (!stands(text, next, ':')) return 0;
  const size_t local = skip_blanks(text, next + 1);
  const size_t local_end = name_end(text, local);
  if (!stands(text, skip_blanks(text, local_end), '(')) return 0;
  std::string whole(name);
  whole.append(1, ':').append(text.substr(local, local_end - local));
  return el::find_function(whole) != nullptr ? local_end - at : 0;
}

}  // namespace

/// A quote and how many bytes it takes; 0 bytes: it is none.
std::pair<char, size_t> expression_scan::quote_at(std::string_view text, size_t at) const {
  if (stands(text, at, '"') || stands(text, at, '\'')) return {text[at], 1};
  if (!escaped_ || !stands(text, at, '&')) return {};
  constexpr std::array<std::pair<std::string_view, char>, 4> names{
      {{"&quot;", '"'}, {"&apos;", '\''}, {"&#34;", '"'}, {"&#39;", '\''}}};
  for (const auto& [name, quote] : names)
    if (text.substr(at).starts_with(name)) return {quote, name.size()};
  return {};
}

size_t expression_scan::kept(std::string_view text, size_t at) {
  if (quote_ == 0 && text.substr(at).starts_with("${")) return ++depth_, 2;
  if (depth_ == 0) return 0;
  if (quote_ != 0 && text[at] == '\\') {
    if (stands(text, at + 1, '\\')) return 2;
    const size_t quote = quote_at(text, at + 1).second;
    return quote == 0 ? 0 : 1 + quote;
  }
  if (const auto [quote, size] = quote_at(text, at); size != 0) {
    if (quote_ == 0)
      quote_ = quote;
    else if (quote_ == quote)
      quote_ = 0;
    return size;
  }
  if (quote_ != 0) return 0;
  if (text[at] == '}') return --depth_, 1;
  return function_at(text, at);
}

}  // namespace foliot::store

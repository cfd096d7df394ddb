#include "base/secrets.hpp"

#include <algorithm>
#include <array>

namespace foliot {

namespace {

bool is_letter_or_digit(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/// Whether `word` stands in `text` (both in capital letters) with no letter or digit beside it.
bool has_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !is_letter_or_digit(text[at - 1]);
    if (begins && (end == text.size() || !is_letter_or_digit(text[end]))) return true;
  }
  return false;
}

/// Whether what follows "://" is "user:password@...". A password may have marks in it that belong
/// into escapes, so only a port ends the search before the '@'.
bool is_login(std::string_view rest) {
  rest = rest.substr(0, rest.find_first_of(" \t\r\n\"'"));
  const size_t colon = rest.find_first_of(":/?#@");
  if (colon == std::string_view::npos || rest[colon] != ':') return false;
  const std::string_view behind = rest.substr(colon + 1);
  const size_t digits = std::min(behind.find_first_not_of("0123456789"), behind.size());
  const bool is_port = digits > 0 && (digits == behind.size() || behind[digits] == '/' ||
                                      behind.find_first_of("?#,", digits) == digits);
  return !is_port && behind.find('@') != std::string_view::npos && behind.front() != '@';
}

}  // namespace

bool names_secret(std::string_view name) {
  static constexpr std::array<std::string_view, 7> marks{"PASS", "PWD",  "SECRET", "TOKEN",
                                                         "KEY",  "CRED", "AUTH"};
  std::string upper(name);
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  if (upper == "PWD" || upper == "OLDPWD") return false;
  return has_word(upper, "PAT") ||
         std::any_of(marks.begin(), marks.end(),
                     [&](std::string_view mark) { return upper.find(mark) != std::string::npos; });
}

bool holds_login(std::string_view value) {
  constexpr std::string_view mark = "://";
  for (size_t at = value.find(mark); at != std::string_view::npos; at = value.find(mark, at + 1))
    if (is_login(value.substr(at + mark.size()))) return true;
  return false;
}

std::string shown_value(std::string_view name, std::string_view value) {
  return std::string(names_secret(name) || holds_login(value) ? masked : value);
}

}  // namespace foliot

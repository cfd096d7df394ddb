#include "model/command_words.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace foliot::model {

namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

failure malformed(std::string sentence, std::string remedy) {
  return {errc::bad_input, std::move(sentence), "SQOOP002", "", std::move(remedy)};
}

// Where the option that begins at or behind `from` starts: at "--" that begins a word.
size_t next_option(std::string_view text, size_t from) {
  for (size_t at = text.find("--", from); at != std::string_view::npos;
       at = text.find("--", at + 1))
    if (at == 0 || is_blank(text[at - 1])) return at;
  return text.size();
}

// A value without the quotes around all of it: "a b" and name="a b". Quotes inside keep them.
std::string unquoted(std::string_view value) {
  const bool pair = std::count(value.begin(), value.end(), '"') == 2 && value.back() == '"';
  if (!pair) return std::string(value);
  const size_t open = value.find('"');
  const std::string_view name = value.substr(0, open);
  const bool whole = name.empty() || (name.size() > 1 && name.back() == '=' &&
                                      std::none_of(name.begin(), name.end(), is_blank));
  if (!whole) return std::string(value);
  return std::string(name) + std::string(value.substr(open + 1, value.size() - open - 2));
}

}  // namespace

result<std::vector<std::string>> shell_words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool escapable = at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\');
    if (quote == '\'') {
      if (c == '\'') {
        quote = 0;
      } else {
        word += c;
      }
    } else if (quote == '"') {
      if (c == '"') {
        quote = 0;
      } else {
        word += c == '\\' && escapable ? text[++at] : c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == '\\') {
      if (at + 1 == text.size())
        return malformed("the command ends in a backslash", "Remove it, or double it");
      word += text[++at];
      in_word = true;
    } else if (is_blank(c)) {
      if (in_word) out.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0)
    return malformed(std::string("a quote (") + quote + ") of the command is not closed",
                     "Close it, or put a backslash before it");
  if (in_word) out.push_back(std::move(word));
  return out;
}

std::vector<std::string> spark_options(std::string_view text) {
  std::vector<std::string> out;
  text = trim(text);
  const size_t first = next_option(text, 0);
  if (const std::string_view before = trim(text.substr(0, first)); !before.empty())
    out.push_back(unquoted(before));
  for (size_t at = first; at < text.size();) {
    const size_t next = next_option(text, at + 2);
    const std::string_view option = trim(text.substr(at, next - at));
    at = next;
    const size_t end = std::min(
        static_cast<size_t>(std::find_if(option.begin(), option.end(), is_blank) - option.begin()),
        option.find('='));
    out.emplace_back(option.substr(0, end));
    if (end >= option.size()) continue;
    const std::string_view value = trim(option.substr(end + 1));
    if (!value.empty()) out.push_back(unquoted(value));
  }
  return out;
}

}  // namespace foliot::model

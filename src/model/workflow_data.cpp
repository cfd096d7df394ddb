#include "model/workflow_data.hpp"

#include <cstdint>
#include <optional>

namespace foliot::model {

namespace {

constexpr std::string_view blanks = " \t\f";

bool is_blank(char c) { return blanks.find(c) != std::string_view::npos; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/// Takes one natural line off `text`, with its end ("\n", "\r" or "\r\n").
std::string_view take_line(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() && !is_line_end(text[end])) ++end;
  const std::string_view line = text.substr(0, end);
  if (end < text.size()) end += text[end] == '\r' && text.substr(end + 1, 1) == "\n" ? 2 : 1;
  text.remove_prefix(end);
  return line;
}

std::string_view without_leading_blanks(std::string_view line) {
  const size_t first = line.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view{} : line.substr(first);
}

/// Whether `line` ends in an odd number of backslashes: the next line belongs to it.
bool continues(std::string_view line) {
  size_t count = 0;
  while (count < line.size() && line[line.size() - 1 - count] == '\\') ++count;
  return count % 2 == 1;
}

std::optional<uint32_t> four_hex_digits(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  uint32_t out = 0;
  for (const char c : text.substr(0, 4)) {
    uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<uint32_t>(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<uint32_t>(c - 'A') + 10;
    } else {
      return std::nullopt;
    }
    out = out * 16 + digit;
  }
  return out;
}

void append_utf8(std::string& out, uint32_t code) {
  const auto put = [&out](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xC0 | (code >> 6)), put(0x80 | (code & 0x3F));
  if (code < 0x10000) {
    put(0xE0 | (code >> 12));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
  }
  put(0x80 | ((code >> 6) & 0x3F));
  put(0x80 | (code & 0x3F));
}

/// Decodes the `uXXXX` at the start of `rest` (behind its backslash), a pair of surrogates too.
/// The number of characters used; 0 when it is no such escape.
size_t unescape_unicode(std::string_view rest, std::string& out) {
  const auto first = four_hex_digits(rest.substr(1));
  if (!first) return 0;
  if (*first < 0xD800 || *first > 0xDFFF) return append_utf8(out, *first), 5;
  const auto second =
      rest.substr(5, 2) == "\\u" ? four_hex_digits(rest.substr(7)) : std::optional<uint32_t>{};
  if (*first <= 0xDBFF && second && *second >= 0xDC00 && *second <= 0xDFFF) {
    append_utf8(out, 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00));
    return 11;
  }
  append_utf8(out, 0xFFFD);  // half a pair is no character
  return 5;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      if (text[i] != '\\') out += text[i];
      continue;
    }
    const char c = text[++i];
    if (c == 'u') {
      const size_t used = unescape_unicode(text.substr(i), out);
      if (used == 0) out += "\\u";
      i += used == 0 ? 0 : used - 1;
    } else {
      out += c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c == 'f' ? '\f' : c;
    }
  }
  return out;
}

}  // namespace

std::map<std::string, std::string, std::less<>> read_properties(std::string_view text) {
  std::map<std::string, std::string, std::less<>> out;
  while (!text.empty()) {
    std::string line{without_leading_blanks(take_line(text))};
    if (line.empty() || line[0] == '#' || line[0] == '!') continue;
    while (continues(line)) {
      line.pop_back();
      if (text.empty()) break;
      line += without_leading_blanks(take_line(text));
    }
    size_t key_end = 0;
    while (key_end < line.size() && !is_blank(line[key_end]) && line[key_end] != '=' &&
           line[key_end] != ':')
      key_end += line[key_end] == '\\' ? 2 : 1;
    if (key_end > line.size()) key_end = line.size();
    std::string_view value = without_leading_blanks(std::string_view{line}.substr(key_end));
    if (!value.empty() && (value[0] == '=' || value[0] == ':'))
      value = without_leading_blanks(value.substr(1));
    out.insert_or_assign(unescaped(std::string_view{line}.substr(0, key_end)), unescaped(value));
  }
  return out;
}

}  // namespace foliot::model

#include "parse/text.hpp"

#include <algorithm>
#include <cstdint>

namespace foliot::parse {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool goes_on_as_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; });
}

// The length of the UTF-8 sequence at `at`, 0 when it is malformed; its code point in `code`.
size_t decode(std::string_view text, size_t at, uint32_t& code) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return code = first, 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  code = first & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  constexpr uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < smallest[length] || code > 0x10FFFF || surrogate ? 0 : length;
}

}  // namespace

bool is_node_name(std::string_view text) {
  return !text.empty() && (is_letter(text[0]) || text[0] == '_') && goes_on_as_name(text);
}

bool is_identifier(std::string_view text, bool digit_first) {
  return !text.empty() && (is_letter(text[0]) || (digit_first && is_digit(text[0]))) &&
         goes_on_as_name(text);
}

bool equal_ignoring_case(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

bool is_utf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    uint32_t code = 0;
    const size_t length = decode(text, at, code);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

bool is_xml_text(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    uint32_t code = 0;
    const size_t length = decode(text, at, code);
    if (length == 0 || code == 0xFFFE || code == 0xFFFF) return false;
    if (code < 0x20 && code != '\t' && code != '\n' && code != '\r') return false;
    at += length;
  }
  return true;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += separator;
    out += part;
  }
  return out;
}

std::vector<std::string> split_list(std::string_view text, char separator) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (const std::string_view piece = trim(text.substr(0, end)); !piece.empty())
      out.emplace_back(piece);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string quoted(std::string_view text) {
  constexpr size_t shown_max = 80;
  std::string out = "'";
  if (text.size() <= shown_max) return out.append(text) + "'";
  size_t end = shown_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return out.append(text.substr(0, end)) + "...'";
}

}  // namespace foliot::parse

#include "base/visible.hpp"

#include <cstdint>
#include <cstdio>

namespace foliot {

namespace {

/// The length of the UTF-8 sequence at the front, its code in `code`; 0 when there is none.
size_t decode(std::string_view text, uint32_t& code) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return code = first, 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || length > text.size()) return 0;
  code = first & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return 0;
    code = (code << 6) | (next & 0x3FU);
  }
  return length;
}

bool is_obeyed(uint32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool direction = code == 0x200E || code == 0x200F || code == 0x061C ||
                         (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return control || direction || code == 0x2028 || code == 0x2029;
}

void escape(const char* form, uint32_t code, std::string& out) {
  char held[12];
  const int length = std::snprintf(held, sizeof held, form, static_cast<unsigned>(code));
  out.append(held, static_cast<size_t>(length));
}

}  // namespace

std::string visible(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    uint32_t code = 0;
    const size_t length = decode(text, code);
    if (length == 0) {
      escape("\\x%02x", static_cast<unsigned char>(text[0]), out);
    } else if (code == '\n' || code == '\t') {
      out += code == '\n' ? "\\n" : "\\t";
    } else if (is_obeyed(code)) {
      escape("\\u%04x", code, out);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace foliot

#include "base/java_order.hpp"

namespace foliot {

namespace {

/// The code point that begins at `at`, which moves behind it; a byte that begins none is one.
uint32_t next_point(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at++);
  const size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
  if (more == 0 || at + more > text.size()) return first;
  uint32_t point = first & (0x3FU >> more);
  for (size_t i = 0; i < more; ++i) point = (point << 6) | (byte(at++) & 0x3FU);
  return point;
}

}  // namespace

uint32_t java_hash(std::string_view text) {
  uint32_t hash = 0;
  for (size_t at = 0; at < text.size();) {
    const uint32_t point = next_point(text, at);
    if (point < 0x10000) {
      hash = 31 * hash + point;
      continue;
    }
    hash = 31 * hash + (0xD800U + ((point - 0x10000U) >> 10));
    hash = 31 * hash + (0xDC00U + ((point - 0x10000U) & 0x3FFU));
  }
  return hash ^ (hash >> 16);
}

}  // namespace foliot

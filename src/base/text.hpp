// Small work on text that every folder needs.
#pragma once

#include <string_view>

namespace foliot {

/// Without the characters up to the blank at both ends, as Java's String.trim.
inline std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace foliot

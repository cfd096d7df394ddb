// Numbers with leading zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace foliot::time {

/// Appends `number` (>= 0) with at least `width` digits.
inline void append_padded(std::string& text, int64_t number, size_t width) {
  const std::string digits = std::to_string(number);
  if (digits.size() < width) text.append(width - digits.size(), '0');
  text += digits;
}

}  // namespace foliot::time

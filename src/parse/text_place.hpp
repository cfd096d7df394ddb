// A place in a text that a user wrote.
#pragma once

#include <compare>
#include <cstdint>

namespace foliot::parse {

/// Lines and columns (characters) are counted from 1.
struct text_place {
  uint32_t line = 1;
  uint32_t column = 1;

  friend auto operator<=>(const text_place&, const text_place&) = default;
};

}  // namespace foliot::parse

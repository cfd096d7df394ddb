// Lines as wide as the place that they are shown in.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/client/console.hpp"

namespace foliot::client {

/// How many characters a line of `to.out` has room for: those of the terminal, 80 where it is none.
size_t line_width(const console& to);

/// `text` in lines of at most `width` characters, broken at blanks, a longer word within. The first
/// stands behind `used` characters of its line, the others begin with `indent` blanks. No line
/// break at the end.
std::string folded(std::string_view text, size_t used, size_t indent, size_t width);

/// `text` cut to `width` characters, at least 60 of them, "…" where something is missing: from its
/// beginning, or from a little before the place where it and `other` part, so that this is shown.
std::string cut_where_it_parts(std::string_view text, std::string_view other, size_t width);

}  // namespace foliot::client

// Sentences within 80 columns.
#pragma once

#include <string>
#include <string_view>

namespace foliot::offline {

/// `text` in lines of at most 80 characters, broken at blanks (a longer word keeps its line), each
/// after `indent` blanks and with a line break.
std::string wrapped(std::string_view text, size_t indent);

}  // namespace foliot::offline

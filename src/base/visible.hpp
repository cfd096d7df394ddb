// Text of users on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace foliot {

/// `text` on one line without anything that a terminal obeys: control characters, those that change
/// the direction of writing and bytes that are not UTF-8 are written as \n, \t, \u001b, \u202e or
/// \xff.
std::string visible(std::string_view text);

}  // namespace foliot

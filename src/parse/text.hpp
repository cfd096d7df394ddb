// Small helpers over text that every reader of this folder needs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/nearest.hpp"
#include "base/text.hpp"

namespace foliot::parse {

/// Whether `text` starts with an ASCII letter (or '_') and goes on with letters, digits, '-', '_':
/// the names of workflow nodes (workflow.md 2).
bool is_node_name(std::string_view text);
/// Whether `text` is an IDENTIFIER (coordinator.md 1.1); with `digit_first` it may start with one.
bool is_identifier(std::string_view text, bool digit_first = false);

/// Whether both are equal but for the case of ASCII letters.
bool equal_ignoring_case(std::string_view left, std::string_view right);

/// Whether `text` is well-formed UTF-8.
bool is_utf8(std::string_view text);
/// Whether `text` is well-formed UTF-8 without characters that XML 1.0 cannot hold.
bool is_xml_text(std::string_view text);

using foliot::did_you_mean;
using foliot::nearest;

/// "a, b, c"
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");

/// The pieces of `text` between `separator`s, trimmed, empty ones left out.
std::vector<std::string> split_list(std::string_view text, char separator);

/// "'text'", cut to 80 bytes with "..." when longer, so that messages stay readable.
std::string quoted(std::string_view text);

}  // namespace foliot::parse

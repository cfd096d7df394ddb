// Characters that mean something in XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace foliot {

/// What stands for `c` between tags: for one of & < >; empty for all others.
constexpr std::string_view xml_entity(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    default: return {};
  }
}

/// `text` as it can stand between tags.
std::string xml_text(std::string_view text);

/// `text` as it can stand between tags, and in an attribute's value between ".
std::string xml_attribute(std::string_view text);

}  // namespace foliot

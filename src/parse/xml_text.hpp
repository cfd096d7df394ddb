// Elements as text, in the layout that Oozie answers with.
#pragma once

#include <pugixml.hpp>
#include <string>

namespace foliot::parse {

/// `element` over several lines that end in "\r\n", the last one without an end: two blanks for
/// each level, text trimmed, without comments, declarations of namespaces first.
std::string pretty_text(const pugi::xml_node& element);

/// Makes `text` the whole content of `element`.
void set_text(pugi::xml_node element, const std::string& text);

}  // namespace foliot::parse

#include "base/xml_escape.hpp"

namespace foliot {

namespace {

std::string escaped(std::string_view text, std::string_view quote) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (const std::string_view entity = xml_entity(c); !entity.empty())
      out += entity;
    else if (c == '"')
      out += quote;
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string xml_text(std::string_view text) { return escaped(text, "\""); }

std::string xml_attribute(std::string_view text) { return escaped(text, "&quot;"); }

}  // namespace foliot

// A document as plain values with the place of everything in it: for tools that look at what users
// wrote without understanding it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "parse/text_place.hpp"

namespace foliot::parse {

using outline_place = text_place;

struct outline_attribute {
  std::string name;  ///< As written, with its prefix; declarations of namespaces are left out.
  std::string value;
  outline_place at;  ///< Of the name.
};

struct outline_element {
  std::string name;       ///< Without its prefix.
  std::string uri;        ///< Its namespace; empty for none.
  std::string text;       ///< All text directly inside it, comments left out, trimmed.
  outline_place at;       ///< Of its '<'.
  outline_place text_at;  ///< Of the first character of `text`; of the element when that is empty.
  std::vector<outline_attribute> attributes;
  std::vector<outline_element> children;  ///< Elements only, in document order.

  /// The first child called `child_name`; nullptr when there is none.
  const outline_element* child(std::string_view child_name) const;
  /// The attribute called `attribute_name`; nullptr when it is absent.
  const outline_attribute* attribute(std::string_view attribute_name) const;
};

/// The root of the document `text`. Fails as xml_document::read: not well-formed, a DOCTYPE, too
/// deep or too large. `file` is what a failure calls it.
result<outline_element> read_outline(const std::string& file, const std::string& text);

}  // namespace foliot::parse

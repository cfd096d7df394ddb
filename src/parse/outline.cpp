#include "parse/outline.hpp"

#include <string_view>

#include "parse/encoding.hpp"
#include "parse/xml.hpp"

namespace foliot::parse {

namespace {

/// The depth of `node` is bounded by check_xml. Places are asked for in the order of the document.
outline_element outline_of(const xml_document& document, const pugi::xml_node& node) {
  outline_element out;
  out.name = local_name(node);
  out.uri = namespace_of(node);
  out.text = text_of(node);
  out.at = document.at(node);
  const std::vector<text_place> places = document.attributes_at(node);
  size_t number = 0;
  for (const pugi::xml_attribute& each : node.attributes()) {
    const std::string_view called = each.name();
    const size_t index = number++;
    if (index >= places.size() || called == "xmlns" || called.starts_with("xmlns:")) continue;
    out.attributes.push_back({std::string(called), each.value(), places[index]});
  }
  out.text_at = document.text_at(node);
  for (const pugi::xml_node& each : node.children())
    if (each.type() == pugi::node_element) out.children.push_back(outline_of(document, each));
  return out;
}

}  // namespace

const outline_element* outline_element::child(std::string_view child_name) const {
  for (const outline_element& each : children)
    if (each.name == child_name) return &each;
  return nullptr;
}

const outline_attribute* outline_element::attribute(std::string_view attribute_name) const {
  for (const outline_attribute& each : attributes)
    if (each.name == attribute_name) return &each;
  return nullptr;
}

result<outline_element> read_outline(const std::string& file, const std::string& text) {
  const result<xml_document> document = xml_document::read({file}, in_utf8(text));
  if (!document) return document.error();
  return outline_of(*document, document->root());
}

}  // namespace foliot::parse

#include "parse/outline.hpp"

#include <algorithm>
#include <cstring>

#include "parse/text.hpp"
#include "parse/xml.hpp"

namespace foliot::parse {

namespace {

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

class tracer {
 public:
  explicit tracer(const std::string& text) : text_(text) {
    for (size_t at = 0; at < text.size(); ++at)
      if (text[at] == '\n') lines_.push_back(at + 1);
  }

  /// The depth of `node` is bounded by check_xml.
  outline_element element(const pugi::xml_node& node) const {
    outline_element out;
    out.name = local_name(node);
    out.uri = namespace_of(node);
    out.text = text_of(node);
    const size_t open = offset(node.offset_debug() - 1);
    out.at = out.text_at = place(open);
    out.attributes = attributes(open + 1 + std::strlen(node.name()), node);
    for (const pugi::xml_node& each : node.children()) {
      if (each.type() == pugi::node_element) {
        out.children.push_back(element(each));
      } else if (!out.text.empty() && out.text_at == out.at) {
        const size_t first = first_letter(each);
        if (first != std::string::npos) out.text_at = place(first);
      }
    }
    return out;
  }

 private:
  size_t offset(ptrdiff_t at) const {
    return at < 0 ? 0 : std::min(static_cast<size_t>(at), text_.size());
  }

  /// Where the first character of a piece of text stands that is no blank.
  size_t first_letter(const pugi::xml_node& node) const {
    if (node.type() != pugi::node_pcdata && node.type() != pugi::node_cdata)
      return std::string::npos;
    if (trim(node.value()).empty()) return std::string::npos;
    size_t at = offset(node.offset_debug());
    while (at < text_.size() && is_blank(text_[at])) ++at;
    return at;
  }

  outline_place place(size_t at) const {
    const auto next = std::upper_bound(lines_.begin(), lines_.end(), at);
    const size_t line = static_cast<size_t>(next - lines_.begin());
    uint32_t column = 1;
    for (size_t i = lines_[line - 1]; i < at; ++i)
      if ((static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80) ++column;
    return {static_cast<uint32_t>(line), column};
  }

  /// Values come from the tree, places from the text between `at` and the end of the tag.
  std::vector<outline_attribute> attributes(size_t at, const pugi::xml_node& node) const {
    std::vector<outline_attribute> out;
    for (const pugi::xml_attribute& each : node.attributes()) {
      while (at < text_.size() && is_blank(text_[at])) ++at;
      const size_t name = at;
      at = text_.find_first_of("'\"", at);
      if (at == std::string::npos) break;
      at = std::min(text_.find(text_[at], at + 1), text_.size() - 1) + 1;
      const std::string_view called = each.name();
      if (called == "xmlns" || called.starts_with("xmlns:")) continue;
      out.push_back({std::string(called), each.value(), place(name)});
    }
    return out;
  }

  const std::string& text_;
  std::vector<size_t> lines_{0};
};

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
  const result<xml_document> document = xml_document::read({file}, text);
  if (!document) return document.error();
  return tracer(text).element(document->root());
}

}  // namespace foliot::parse

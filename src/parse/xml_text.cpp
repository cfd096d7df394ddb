#include "parse/xml_text.hpp"

#include <string_view>

#include "parse/text.hpp"

namespace foliot::parse {

namespace {

constexpr const char* line_end = "\r\n";

std::string escaped_text(std::string_view text, bool in_attribute) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '\r': out += "&#xD;"; break;
      case '"': out += in_attribute ? "&quot;" : "\""; break;
      case '\t': out += in_attribute ? "&#x9;" : "\t"; break;
      case '\n': out += in_attribute ? "&#xA;" : line_end; break;
      default: out += c;
    }
  }
  return out;
}

bool declares_namespace(const pugi::xml_attribute& of) {
  const std::string_view name = of.name();
  return name == "xmlns" || name.starts_with("xmlns:");
}

bool is_text(const pugi::xml_node& node) {
  return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
}

std::string opening(const pugi::xml_node& element) {
  std::string out = std::string("<") + element.name();
  for (const bool namespaces : {true, false})
    for (const pugi::xml_attribute& each : element.attributes())
      if (declares_namespace(each) == namespaces)
        out += std::string(" ") + each.name() + "=\"" + escaped_text(each.value(), true) + "\"";
  return out;
}

void print(const pugi::xml_node& element, size_t depth, std::string& out) {
  const std::string indent(2 * depth, ' ');
  out += indent + opening(element);
  std::string text;
  bool has_elements = false;
  for (const pugi::xml_node& each : element.children()) {
    if (is_text(each)) text += each.value();
    has_elements = has_elements || each.type() == pugi::node_element;
  }
  const std::string closing = std::string("</") + element.name() + ">";
  if (!has_elements) {
    const std::string_view trimmed = trim(text);
    out += trimmed.empty() ? " />" : ">" + escaped_text(trimmed, false) + closing;
    return;
  }
  out += std::string(">") + line_end;
  for (const pugi::xml_node& each : element.children()) {
    if (each.type() == pugi::node_element) {
      print(each, depth + 1, out);
      out += line_end;
    } else if (is_text(each) && !trim(each.value()).empty()) {
      out += indent + "  " + escaped_text(trim(each.value()), false) + line_end;
    }
  }
  out += indent + closing;
}

}  // namespace

std::string pretty_text(const pugi::xml_node& element) {
  std::string out;
  print(element, 0, out);
  return out;
}

void set_text(pugi::xml_node element, const std::string& text) {
  while (element.first_child()) element.remove_child(element.first_child());
  if (!text.empty()) element.append_child(pugi::node_pcdata).set_value(text.c_str());
}

}  // namespace foliot::parse

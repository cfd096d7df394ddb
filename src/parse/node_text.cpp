#include "parse/node_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <pugixml.hpp>
#include <utility>

#include "parse/text.hpp"
#include "parse/xml.hpp"
#include "parse/xml_text.hpp"

namespace foliot::parse {

namespace {

using evaluator = std::function<std::string(const std::string&, bool)>;

bool is_text(const pugi::xml_node& node) {
  return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
}

bool declares_namespace(std::string_view attribute_name) {
  return attribute_name == "xmlns" || attribute_name.starts_with("xmlns:");
}

void evaluate_in(pugi::xml_node element, const evaluator& evaluate) {
  const bool is_case = local_name(element) == "case";
  for (pugi::xml_attribute one : element.attributes())
    if (!declares_namespace(one.name())) one.set_value(evaluate(one.value(), false).c_str());
  for (pugi::xml_node part : element.children()) {
    if (part.type() == pugi::node_element) evaluate_in(part, evaluate);
    if (is_text(part) && !trim(part.value()).empty())
      part.set_value(evaluate(std::string(trim(part.value())), is_case).c_str());
  }
}

/// Types whose body Oozie completes with a configuration.
bool takes_properties(std::string_view type) {
  static constexpr std::array<std::string_view, 4> none{"email", "ssh", "sub-workflow", "switch"};
  return std::find(none.begin(), none.end(), type) == none.end();
}

/// Oozie writes each configuration anew, with a note where its properties are from.
void complete_configuration(pugi::xml_node body) {
  pugi::xml_node conf = child(body, "configuration");
  if (!conf && takes_properties(local_name(body))) {
    body.append_child("configuration");
    return;
  }
  for (const pugi::xml_node& property : children(conf, "property")) {
    pugi::xml_node written = property;
    if (!written.attribute("xmlns")) written.append_attribute("xmlns").set_value("");
    written.append_child("source").append_child(pugi::node_pcdata).set_value("programatically");
  }
}

pugi::xml_node body_in(const pugi::xml_node& node) {
  const std::string_view kind = local_name(node);
  if (kind != "action" && kind != "decision") return {};
  for (const pugi::xml_node& part : children(node))
    if (local_name(part) != "ok" && local_name(part) != "error" && local_name(part) != "info")
      return part;
  return {};
}

std::string told(const pugi::xml_node& written, const evaluator& evaluate) {
  pugi::xml_document own;
  pugi::xml_node body = own.append_copy(written);
  if (!body.attribute("xmlns")) {
    const std::string space = namespace_of(written);
    if (!space.empty()) body.prepend_attribute("xmlns").set_value(space.c_str());
  }
  evaluate_in(body, evaluate);
  complete_configuration(body);
  return pretty_text(body);
}

}  // namespace

node_teller tell_nodes(const std::string& xml) {
  struct known {
    explicit known(xml_document read) : document(std::move(read)) {}
    xml_document document;
    std::map<std::string, pugi::xml_node, std::less<>> bodies;
  };
  auto document = xml_document::read({"workflow.xml", "E0701"}, xml);
  if (!document) return [](std::string_view, const evaluator&) { return std::string(); };
  auto all = std::make_shared<known>(std::move(*document));
  for (const pugi::xml_node& each : children(all->document.root()))
    if (const pugi::xml_node body = body_in(each)) all->bodies[attribute(each, "name")] = body;
  return [all](std::string_view node, const evaluator& evaluate) {
    const auto found = all->bodies.find(node);
    return found == all->bodies.end() ? std::string() : told(found->second, evaluate);
  };
}

}  // namespace foliot::parse

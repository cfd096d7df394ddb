#include "parse/xml_compare.hpp"

#include <libxml/tree.h>

#include <cstring>
#include <string>
#include <string_view>

#include "base/contract.hpp"

namespace foliot::parse {

namespace {

std::string_view view(const xmlChar* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

// "prefix:name", as pugixml calls it.
bool same_name(const xmlNs* space, const xmlChar* name, std::string_view written) {
  const std::string_view prefix = space == nullptr ? std::string_view() : view(space->prefix);
  if (prefix.empty()) return view(name) == written;
  return written.size() == prefix.size() + 1 + view(name).size() && written.starts_with(prefix) &&
         written[prefix.size()] == ':' && written.ends_with(view(name));
}

bool is_declaration(const char* name) {
  return std::strcmp(name, "xmlns") == 0 || std::strncmp(name, "xmlns:", 6) == 0;
}

std::string value_of(const xmlAttr& attribute) {
  std::string out;
  for (const xmlNode* part = attribute.children; part != nullptr; part = part->next)
    out += view(part->content);
  return out;
}

bool same_attributes(const xmlNode& one, const pugi::xml_node& other) {
  size_t count = 0;
  for (const pugi::xml_attribute& each : other.attributes())
    if (!is_declaration(each.name())) ++count;
  for (const xmlAttr* each = one.properties; each != nullptr; each = each->next, --count) {
    const std::string_view prefix =
        each->ns == nullptr ? std::string_view() : view(each->ns->prefix);
    const std::string name = prefix.empty()
                                 ? std::string(view(each->name))
                                 : std::string(prefix) + ":" + std::string(view(each->name));
    const pugi::xml_attribute found = other.attribute(name.c_str());
    if (count == 0 || !found || value_of(*each) != found.value()) return false;
  }
  return count == 0;
}

// The texts directly inside, and the elements in their order.
bool same_element(const xmlNode& one, const pugi::xml_node& other) {
  if (!same_name(one.ns, one.name, other.name()) || !same_attributes(one, other)) return false;
  std::string text;
  std::string other_text;
  pugi::xml_node next = other.first_child();
  const auto skip = [&] {
    for (; next && next.type() != pugi::node_element; next = next.next_sibling())
      if (next.type() == pugi::node_pcdata || next.type() == pugi::node_cdata)
        other_text += next.value();
  };
  for (const xmlNode* each = one.children; each != nullptr; each = each->next) {
    if (each->type == XML_TEXT_NODE || each->type == XML_CDATA_SECTION_NODE) {
      text += view(each->content);
    } else if (each->type == XML_ELEMENT_NODE) {
      skip();
      if (!next || text != other_text || !same_element(*each, next)) return false;
      next = next.next_sibling();
    } else if (each->type != XML_COMMENT_NODE && each->type != XML_PI_NODE) {
      return false;
    }
  }
  skip();
  return !next && text == other_text;
}

void pair(xmlNode* one, const pugi::xml_node& other, element_pairs& out) {
  out.emplace(other.internal_object(), one);
  xmlNode* next = xmlFirstElementChild(one);
  for (const pugi::xml_node& each : other.children()) {
    if (each.type() != pugi::node_element) continue;
    FOLIOT_ASSERT(next != nullptr, "both trees have the same elements");
    pair(next, each, out);
    next = xmlNextElementSibling(next);
  }
}

}  // namespace

element_pairs pair_elements(_xmlDoc& one, const pugi::xml_document& other) {
  element_pairs out;
  pair(xmlDocGetRootElement(&one), other.document_element(), out);
  return out;
}

bool same_tree(const _xmlDoc& one, const pugi::xml_document& other) {
  const xmlNode* root = xmlDocGetRootElement(&one);
  if (root == nullptr || !other.document_element()) return false;
  return same_element(*root, other.document_element());
}

}  // namespace foliot::parse

#include "parse/xsd.hpp"

#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemas.h>

#include <algorithm>
#include <set>

#include "base/contract.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

constexpr size_t findings_max = 50;

std::string_view view(const xmlChar* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

element_path path_of(const xmlNode* node) {
  element_path out;
  for (; node->parent != nullptr && node->parent->type == XML_ELEMENT_NODE; node = node->parent) {
    uint32_t before = 0;
    for (const xmlNode* each = node->prev; each != nullptr; each = each->prev)
      if (each->type == XML_ELEMENT_NODE) ++before;
    out.push_back(before);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

// The name in "attribute 'x'" of a message.
std::string attribute_in(std::string_view message) {
  constexpr std::string_view before = "attribute '";
  const size_t at = message.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = message.substr(at + before.size());
  return std::string(rest.substr(0, rest.find('\'')));
}

// The local names in "Expected is one of ( {uri}a, {uri}b )."
std::vector<std::string> expected_in(std::string_view message) {
  std::vector<std::string> out;
  const size_t open = message.rfind("( ");
  if (open == std::string_view::npos) return out;
  const std::string_view all = message.substr(open + 2, message.rfind(" )") - open - 2);
  for (const std::string& each : split_list(all, ',')) {
    const size_t brace = each.find('}');
    const std::string name = brace == std::string::npos ? each : each.substr(brace + 1);
    if (!name.empty() && name.find('*') == std::string::npos) out.push_back(name);
  }
  return out;
}

finding::kind kind_of(int code, std::string_view message) {
  switch (code) {
    case XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_1:
    case XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_2: return finding::kind::unknown_attribute;
    case XML_SCHEMAV_CVC_COMPLEX_TYPE_4: return finding::kind::missing_attribute;
    case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_1:
    case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_3:
      return message.find("haracter content") != std::string_view::npos
                 ? finding::kind::text
                 : finding::kind::unexpected_element;
    case XML_SCHEMAV_ELEMENT_CONTENT:
      return message.find("Missing child") != std::string_view::npos
                 ? finding::kind::missing_element
                 : finding::kind::unexpected_element;
    case XML_SCHEMAV_CVC_PATTERN_VALID:
    case XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1: return finding::kind::value;
    default: return finding::kind::other;
  }
}

void collect(void* context, xmlErrorPtr error) {
  auto& out = *static_cast<std::vector<finding>*>(context);
  if (error == nullptr || error->node == nullptr || out.size() == findings_max) return;
  const auto* node = static_cast<const xmlNode*>(error->node);
  finding made;
  made.message = trim(error->message == nullptr ? "" : error->message);
  made.what = kind_of(error->code, made.message);
  if (node->type == XML_ATTRIBUTE_NODE) {
    made.name = view(node->name);
    node = node->parent;
  } else {
    made.name = attribute_in(made.message);
  }
  made.where = path_of(node);
  made.expected = expected_in(made.message);
  // One value that does not fit is told twice: what the pattern is, and that it does not fit.
  const bool again = !out.empty() && made.what == finding::kind::value &&
                     out.back().what == made.what && out.back().where == made.where &&
                     out.back().name == made.name;
  if (!again) out.push_back(std::move(made));
}

void collect_declarations(xmlNode* node, std::string_view uri, std::set<xmlNs*>& out) {
  if (node->ns != nullptr && view(node->ns->href) == uri) out.insert(node->ns);
  for (xmlNode* each = node->children; each != nullptr; each = each->next)
    if (each->type == XML_ELEMENT_NODE) collect_declarations(each, uri, out);
}

// Elements under another namespace as long as this lives.
class renamed {
 public:
  renamed(xmlNode* node, const std::string& uri, const std::string& as) {
    if (uri == as) return;
    collect_declarations(node, uri, declarations_);
    for (xmlNs* each : declarations_) set(each, as);
    uri_ = uri;
  }
  ~renamed() {
    for (xmlNs* each : declarations_) set(each, uri_);
  }
  renamed(const renamed&) = delete;
  renamed& operator=(const renamed&) = delete;

 private:
  static void set(xmlNs* declaration, const std::string& uri) {
    xmlFree(const_cast<xmlChar*>(declaration->href));
    declaration->href = xmlStrdup(reinterpret_cast<const xmlChar*>(uri.c_str()));
  }

  std::set<xmlNs*> declarations_;
  std::string uri_;
};

struct free_context {
  void operator()(xmlSchemaValidCtxtPtr context) const { xmlSchemaFreeValidCtxt(context); }
  void operator()(xmlSchemaParserCtxtPtr context) const { xmlSchemaFreeParserCtxt(context); }
};

}  // namespace

void xsd::free_schema::operator()(_xmlSchema* schema) const { xmlSchemaFree(schema); }

xsd::xsd(std::string_view text) {
  const std::unique_ptr<xmlSchemaParserCtxt, free_context> parser(
      xmlSchemaNewMemParserCtxt(text.data(), static_cast<int>(text.size())));
  FOLIOT_ASSERT(parser != nullptr, "there is memory for a schema");
  schema_.reset(xmlSchemaParse(parser.get()));
  FOLIOT_ASSERT(schema_ != nullptr, "an embedded schema is a schema");
}

std::vector<finding> xsd::check(_xmlNode& element, const std::string& uri,
                                const std::string& as) const {
  std::vector<finding> out;
  const std::unique_ptr<xmlSchemaValidCtxt, free_context> context(
      xmlSchemaNewValidCtxt(schema_.get()));
  FOLIOT_ASSERT(context != nullptr, "there is memory for a check");
  xmlSchemaSetValidStructuredErrors(context.get(), collect, &out);
  const renamed as_told(&element, uri, as);
  const int answer = xmlSchemaValidateOneElement(context.get(), &element);
  if (answer != 0 && out.empty()) {
    out.emplace_back();
    out.back().where = path_of(&element);
    out.back().message = "the schema does not allow this element";
  }
  return out;
}

}  // namespace foliot::parse

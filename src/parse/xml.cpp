#include "parse/xml.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "parse/text.hpp"
#include "parse/xml_check.hpp"

namespace foliot::parse {

namespace {

bool is_declaration(const pugi::xml_attribute& attribute) {
  return std::strcmp(attribute.name(), "xmlns") == 0 ||
         std::strncmp(attribute.name(), "xmlns:", 6) == 0;
}

// Counts what pugixml has read. The depth is bounded by check_xml.
void measure(const pugi::xml_node& element, xml_shape& shape) {
  const std::string_view name = element.name();
  const size_t colon = name.find(':');
  if (colon == std::string_view::npos) {
    shape.add_element({}, name);
  } else {
    shape.add_element(name.substr(0, colon), name.substr(colon + 1));
  }
  for (const pugi::xml_attribute& each : element.attributes())
    if (!is_declaration(each)) ++shape.attributes;
  for (const pugi::xml_node& each : element.children())
    if (each.type() == pugi::node_element) measure(each, shape);
}

std::vector<size_t> line_starts(std::string_view text) {
  std::vector<size_t> starts{0};
  for (size_t at = 0; at < text.size(); ++at)
    if (text[at] == '\n') starts.push_back(at + 1);
  return starts;
}

}  // namespace

result<xml_document> xml_document::read(source from, std::string text) {
  if (text.size() > from.bytes_max)
    return failure{errc::too_large,
                   "the file has " + std::to_string(text.size()) + " bytes, at most " +
                       std::to_string(from.bytes_max) + " are allowed",
                   "E0736", from.file, ""};
  const result<xml_shape> checked = check_xml(from.file, text, from.malformed_code);
  if (!checked) return checked.error();
  xml_document out;
  out.file_ = std::move(from.file);
  out.text_ = std::move(text);
  out.lines_ = line_starts(out.text_);
  try {
    out.tree_ = std::make_unique<pugi::xml_document>();
    constexpr unsigned how = pugi::parse_default | pugi::parse_ws_pcdata;
    const pugi::xml_parse_result parsed =
        out.tree_->load_buffer(out.text_.data(), out.text_.size(), how, pugi::encoding_utf8);
    xml_shape shape;
    if (parsed && out.root()) measure(out.root(), shape);
    // Two readers that disagree about a document are a way to smuggle things past the first.
    if (!parsed || shape != *checked)
      return failure{errc::bad_input, "this XML can be read in two ways", from.malformed_code,
                     out.file_, "Remove unusual constructs such as processing instructions"};
  } catch (const std::bad_alloc&) {
    return failure{errc::too_large, "there is not enough memory to read this file", "", out.file_,
                   ""};
  }
  return out;
}

size_t xml_document::offset(const pugi::xml_node& element) const {
  const ptrdiff_t after_bracket = element.offset_debug();
  if (after_bracket <= 0) return 0;
  return std::min(static_cast<size_t>(after_bracket) - 1, text_.size());
}

uint32_t xml_document::line(const pugi::xml_node& element) const {
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset(element));
  return static_cast<uint32_t>(next - lines_.begin());
}

std::string xml_document::place(const pugi::xml_node& element) const {
  const size_t at = offset(element);
  const uint32_t row = line(element);
  size_t column = 1;
  for (size_t i = lines_[row - 1]; i < at; ++i)
    if ((static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80) ++column;
  return file_ + ":" + std::to_string(row) + ":" + std::to_string(column);
}

failure xml_document::error(const pugi::xml_node& element, std::string oozie, std::string sentence,
                            std::string remedy) const {
  return {errc::bad_input, std::move(sentence), std::move(oozie), place(element),
          std::move(remedy)};
}

std::string_view local_name(const pugi::xml_node& element) {
  const std::string_view name = element.name();
  const size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string namespace_of(const pugi::xml_node& element) {
  const std::string_view name = element.name();
  const size_t colon = name.find(':');
  std::string declaration = "xmlns";
  if (colon != std::string_view::npos) declaration += ":" + std::string(name.substr(0, colon));
  for (pugi::xml_node at = element; at; at = at.parent())
    if (const pugi::xml_attribute found = at.attribute(declaration.c_str())) return found.value();
  return {};
}

std::string text_of(const pugi::xml_node& element) {
  std::string out;
  for (const pugi::xml_node& each : element.children())
    if (each.type() == pugi::node_pcdata || each.type() == pugi::node_cdata) out += each.value();
  return std::string(trim(out));
}

std::vector<pugi::xml_node> children(const pugi::xml_node& parent) {
  std::vector<pugi::xml_node> out;
  for (const pugi::xml_node& each : parent.children())
    if (each.type() == pugi::node_element) out.push_back(each);
  return out;
}

std::vector<pugi::xml_node> children(const pugi::xml_node& parent, std::string_view name) {
  std::vector<pugi::xml_node> out;
  for (const pugi::xml_node& each : parent.children())
    if (each.type() == pugi::node_element && local_name(each) == name) out.push_back(each);
  return out;
}

pugi::xml_node child(const pugi::xml_node& parent, std::string_view name) {
  for (const pugi::xml_node& each : parent.children())
    if (each.type() == pugi::node_element && local_name(each) == name) return each;
  return {};
}

std::string attribute(const pugi::xml_node& element, const char* name) {
  return element.attribute(name).value();
}

}  // namespace foliot::parse

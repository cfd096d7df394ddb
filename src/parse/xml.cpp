#include "parse/xml.hpp"

#include <algorithm>
#include <new>

#include "base/contract.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

std::vector<size_t> line_starts(std::string_view text) {
  std::vector<size_t> starts;
  starts.reserve(1 + static_cast<size_t>(std::count(text.begin(), text.end(), '\n')));
  starts.push_back(0);
  for (size_t at = 0; at < text.size(); ++at)
    if (text[at] == '\n') starts.push_back(at + 1);
  return starts;
}

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// One past the first `end` from `from` on.
size_t behind(std::string_view text, size_t from, std::string_view end) {
  const size_t found = text.find(end, from);
  return found == std::string_view::npos ? text.size() : found + end.size();
}

// One past the '>' of the tag that begins at `at`; values of attributes may hold '>'.
size_t end_of_tag(std::string_view text, size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return text.size();
}

}  // namespace

result<xml_document> xml_document::read(source from, std::string text) {
  if (text.size() > from.bytes_max)
    return failure{errc::too_large,
                   "the file has " + std::to_string(text.size()) + " bytes, at most " +
                       std::to_string(from.bytes_max) + " are allowed",
                   "E0736", from.file, ""};
  result<xml_tree> checked = check_xml(from.file, text, from.malformed_code);
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
    // Two readers that disagree about a document are a way to smuggle things past the first.
    if (!parsed || !same_tree(**checked, *out.tree_))
      return failure{errc::bad_input, "this XML can be read in two ways", from.malformed_code,
                     out.file_, "Remove unusual constructs such as processing instructions"};
  } catch (const std::bad_alloc&) {
    return failure{errc::too_large, "there is not enough memory to read this file", "", out.file_,
                   ""};
  }
  out.accepted_ = std::move(*checked);
  return out;
}

_xmlNode& xml_document::accepted(const pugi::xml_node& element) const {
  if (pairs_.empty()) pairs_ = pair_elements(*accepted_, *tree_);
  const auto found = pairs_.find(element.internal_object());
  FOLIOT_ASSERT(found != pairs_.end(), "an element of this document");
  return *found->second;
}

size_t xml_document::offset(const pugi::xml_node& element) const {
  const ptrdiff_t after_bracket = element.offset_debug();
  if (after_bracket <= 0) return 0;
  return std::min(static_cast<size_t>(after_bracket) - 1, text_.size());
}

std::pair<size_t, size_t> xml_document::span(const pugi::xml_node& element) const {
  const std::string_view text = text_;
  const size_t begin = offset(element);
  size_t at = begin;
  int depth = 0;
  do {
    at = std::min(text.find('<', at), text.size());
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      at = behind(text, at, "-->");
    } else if (rest.starts_with("<![CDATA[")) {
      at = behind(text, at, "]]>");
    } else if (rest.starts_with("<?")) {
      at = behind(text, at, "?>");
    } else if (rest.starts_with("</")) {
      at = behind(text, at, ">");
      --depth;
    } else {
      at = end_of_tag(text, at);
      if (at >= 2 && text[at - 2] != '/') ++depth;
    }
  } while (depth > 0 && at < text.size());
  return {begin, at};
}

// Values come from the tree, places from the text behind the name of the element.
std::vector<size_t> xml_document::attribute_offsets(const pugi::xml_node& element) const {
  std::vector<size_t> out;
  size_t at = offset(element) + 1 + std::string_view(element.name()).size();
  for (pugi::xml_attribute each = element.first_attribute(); each; each = each.next_attribute()) {
    while (at < text_.size() && is_blank(text_[at])) ++at;
    out.push_back(at);
    at = text_.find_first_of("'\"", at);
    if (at == std::string::npos) break;
    at = std::min(text_.find(text_[at], at + 1), text_.size() - 1) + 1;
  }
  return out;
}

text_place xml_document::at(const xml_spot& spot) const {
  if (spot.attribute.empty()) return place_of(offset(spot.element));
  size_t number = 0;
  for (pugi::xml_attribute each = spot.element.first_attribute(); each;
       each = each.next_attribute(), ++number) {
    if (each.name() != spot.attribute) continue;
    const std::vector<size_t> all = attribute_offsets(spot.element);
    if (number < all.size()) return place_of(all[number]);
  }
  return place_of(offset(spot.element));
}

std::vector<text_place> xml_document::attributes_at(const pugi::xml_node& element) const {
  std::vector<text_place> out;
  for (const size_t each : attribute_offsets(element)) out.push_back(place_of(each));
  return out;
}

text_place xml_document::text_at(const pugi::xml_node& element) const {
  for (const pugi::xml_node& each : element.children()) {
    if (each.type() != pugi::node_pcdata && each.type() != pugi::node_cdata) continue;
    if (trim(each.value()).empty() || each.offset_debug() < 0) continue;
    size_t at = std::min(static_cast<size_t>(each.offset_debug()), text_.size());
    while (at < text_.size() && is_blank(text_[at])) ++at;
    return place_of(at);
  }
  return at(element);
}

text_place xml_document::place_of(size_t at) const {
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), at);
  const size_t line = static_cast<size_t>(next - lines_.begin());
  const size_t begin = lines_[line - 1];
  // Whole documents stand on one line; asked for in order, places cost one walk over it.
  const auto starts = [&](size_t here) {
    return (static_cast<unsigned char>(text_[here]) & 0xC0) != 0x80 ? 1U : 0U;
  };
  const bool same_line = counted_.at >= begin && (next == lines_.end() || counted_.at < *next);
  if (!same_line || (counted_.at > at && counted_.at - at > at - begin)) counted_ = {begin, 1};
  while (counted_.at < at) counted_.column += starts(counted_.at++);
  while (counted_.at > at) counted_.column -= starts(--counted_.at);
  return {static_cast<uint32_t>(line), counted_.column};
}

std::string xml_document::place(const text_place& where) const {
  return file_ + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
}

failure xml_document::error(const xml_spot& spot, std::string oozie, std::string sentence,
                            std::string remedy) const {
  return {errc::bad_input, std::move(sentence), std::move(oozie), place(spot), std::move(remedy)};
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

std::string without_comments(std::string_view text) {
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    const size_t next = std::min(text.find('<', at), text.size());
    out += text.substr(at, next - at);
    const std::string_view rest = text.substr(next);
    const bool comment = rest.starts_with("<!--");
    const bool section = rest.starts_with("<![CDATA[");
    const size_t end = comment   ? behind(text, next, "-->")
                       : section ? behind(text, next, "]]>")
                                 : end_of_tag(text, next);
    if (!comment) out += text.substr(next, end - next);
    at = end;
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\t': out += "&#9;"; break;
      case '\n': out += "&#10;"; break;
      case '\r': out += "&#13;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string attribute(const pugi::xml_node& element, const char* name) {
  return element.attribute(name).value();
}

}  // namespace foliot::parse

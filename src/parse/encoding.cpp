#include "parse/encoding.hpp"

#include <libxml/encoding.h>
#include <libxml/tree.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

#include "parse/text.hpp"

namespace foliot::parse {

namespace {

/// A declaration is short: what has none near its beginning has none.
constexpr size_t declaration_bytes_max = 200;
constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

/// Those that any host can read. Names of others are not given to the C library, which would load
/// code by them.
constexpr std::array<std::string_view, 8> known{"ISO-8859-1", "latin1", "ISO-8859-15",  "ISO8859-1",
                                                "US-ASCII",   "ASCII",  "windows-1252", "cp1252"};

/// The value of `encoding` in the declaration at the front.
struct declared {
  std::string_view name;
  size_t at = 0;
};

std::optional<declared> declaration_of(std::string_view xml) {
  const size_t begin = xml.starts_with(utf8_mark) ? utf8_mark.size() : 0;
  std::string_view head = xml.substr(begin, declaration_bytes_max);
  if (!head.starts_with("<?xml")) return std::nullopt;
  head = head.substr(0, head.find("?>"));
  constexpr std::string_view word = "encoding";
  size_t at = head.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  at = head.find_first_of("'\"", at);
  if (at == std::string_view::npos) return std::nullopt;
  const size_t end = head.find(head[at], at + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return declared{head.substr(at + 1, end - at - 1), begin + at + 1};
}

/// "UTF-16LE", "UTF-16BE", or empty.
std::string_view wide_encoding(std::string_view xml) {
  if (xml.starts_with("\xFF\xFE") || xml.starts_with(std::string_view("<\0?\0", 4)))
    return "UTF-16LE";
  if (xml.starts_with("\xFE\xFF") || xml.starts_with(std::string_view("\0<\0?", 4)))
    return "UTF-16BE";
  return "";
}

struct free_buffer {
  void operator()(xmlBuffer* buffer) const { xmlBufferFree(buffer); }
};
struct close_handler {
  void operator()(xmlCharEncodingHandler* handler) const { xmlCharEncCloseFunc(handler); }
};

std::optional<std::string> converted(std::string_view text, const std::string& encoding) {
  if (text.size() > std::numeric_limits<int>::max() / 4) return std::nullopt;
  const std::unique_ptr<xmlCharEncodingHandler, close_handler> handler(
      xmlFindCharEncodingHandler(encoding.c_str()));
  const std::unique_ptr<xmlBuffer, free_buffer> in(xmlBufferCreate());
  const std::unique_ptr<xmlBuffer, free_buffer> out(xmlBufferCreate());
  if (!handler || !in || !out) return std::nullopt;
  if (xmlBufferAdd(in.get(), reinterpret_cast<const xmlChar*>(text.data()),
                   static_cast<int>(text.size())) != 0)
    return std::nullopt;
  while (xmlBufferLength(in.get()) > 0) {
    const int left = xmlBufferLength(in.get());
    if (xmlCharEncInFunc(handler.get(), out.get(), in.get()) < 0 ||
        xmlBufferLength(in.get()) == left)
      return std::nullopt;
  }
  return std::string(reinterpret_cast<const char*>(xmlBufferContent(out.get())),
                     static_cast<size_t>(xmlBufferLength(out.get())));
}

}  // namespace

std::string in_utf8(std::string xml) {
  std::string encoding(wide_encoding(xml));
  if (encoding.empty()) {
    const auto found = declaration_of(xml);
    const auto is_named = [&](std::string_view name) {
      return equal_ignoring_case(name, found->name);
    };
    if (!found || std::none_of(known.begin(), known.end(), is_named)) return xml;
    encoding = found->name;
  }
  auto out = converted(xml, encoding);
  if (!out || !is_utf8(*out)) return xml;
  if (out->starts_with(utf8_mark)) out->erase(0, utf8_mark.size());
  if (const auto found = declaration_of(*out)) out->replace(found->at, found->name.size(), "UTF-8");
  return *std::move(out);
}

std::string foreign_encoding(std::string_view xml) {
  if (const std::string_view wide = wide_encoding(xml); !wide.empty()) return std::string(wide);
  const auto found = declaration_of(xml);
  if (!found || equal_ignoring_case(found->name, "UTF-8") || !is_xml_text(found->name)) return "";
  return std::string(found->name);
}

}  // namespace foliot::parse

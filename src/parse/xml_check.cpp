#include "parse/xml_check.hpp"
#include "parse/encoding.hpp"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/limits.hpp"
#include "parse/text.hpp"
#include "parse/xml_bounds.hpp"

namespace foliot::parse {

namespace {

// What the callbacks of one check share; the first trouble wins.
struct check {
  xmlParserCtxtPtr parser = nullptr;
  std::string file;
  std::string malformed_code;
  size_t depth = 0;
  bool failed = false;
  failure first;

  std::string place(int line, int column) const {
    return file + ":" + std::to_string(line > 0 ? line : 1) + ":" +
           std::to_string(column > 0 ? column : 1);
  }

  void fail(failure what) {
    if (failed) return;
    failed = true;
    first = std::move(what);
  }

  void stop(errc code, const char* oozie, std::string sentence, std::string remedy) {
    const xmlParserInputPtr input = parser->input;
    const std::string where = input == nullptr ? place(1, 1) : place(input->line, input->col);
    fail({code, std::move(sentence), oozie, where, std::move(remedy)});
    xmlStopParser(parser);
  }
};

check& of(void* context) {
  return *static_cast<check*>(static_cast<xmlParserCtxtPtr>(context)->_private);
}

struct explanation {
  int code;
  const char* sentence;  // Null: libxml2's own message says it best.
  const char* remedy;
};

constexpr explanation explanations[] = {
    {XML_ERR_DOCUMENT_EMPTY, "the file is empty or does not begin with an XML element",
     "Begin it with its root element"},
    {XML_ERR_DOCUMENT_END, "there is text after the end of the root element", "Remove it"},
    {XML_ERR_TAG_NAME_MISMATCH, nullptr, "Close every element in the order it was opened"},
    {XML_ERR_TAG_NOT_FINISHED, nullptr, "Close every element in the order it was opened"},
    {XML_ERR_UNDECLARED_ENTITY, nullptr,
     "Write '&amp;' for an ampersand; only &amp; &lt; &gt; &quot; &apos; exist without a DTD"},
    {XML_ERR_ENTITYREF_SEMICOL_MISSING, nullptr, "Write '&amp;' for an ampersand in text"},
    {XML_ERR_NAME_REQUIRED, "a name is missing here",
     "Write '&amp;' for an ampersand and '&lt;' for '<' in text"},
    {XML_ERR_LT_IN_ATTRIBUTE, "'<' cannot stand in the value of an attribute", "Write '&lt;'"},
    {XML_ERR_INVALID_ENCODING, "these bytes are not UTF-8", "Save the file as UTF-8"},
    {XML_ERR_INVALID_CHAR, "this character cannot stand in XML, or is not UTF-8",
     "Save the file as UTF-8 without control characters"},
    {XML_ERR_GT_REQUIRED, "a '>' is missing here", "Complete the tag"},
    {XML_ERR_EQUAL_REQUIRED, "an attribute needs '=' and a value in quotes",
     "Write name=\"value\""},
    {XML_ERR_ATTRIBUTE_NOT_STARTED, "an attribute's value must stand in quotes",
     "Write name=\"value\""},
    {XML_NS_ERR_UNDEFINED_NAMESPACE, nullptr, "Declare the prefix with xmlns:PREFIX=\"uri:...\""},
};

void on_error(void* context, xmlErrorPtr error) {
  if (error == nullptr || error->level < XML_ERR_ERROR) return;
  check& self = of(context);
  std::string message(trim(error->message == nullptr ? "" : error->message));
  std::string remedy;
  for (const explanation& known : explanations) {
    if (known.code != error->code) continue;
    if (known.sentence != nullptr) message = known.sentence;
    remedy = known.remedy;
  }
  for (char& c : message)
    if (c == '\n') c = ' ';
  const bool too_deep = error->code == XML_ERR_INTERNAL_ERROR || error->code == XML_ERR_NO_MEMORY;
  self.fail({too_deep ? errc::too_large : errc::bad_input, "not well-formed XML: " + message,
             self.malformed_code, self.place(error->line, error->int2), remedy});
}

void on_doctype(void* context, const xmlChar*, const xmlChar*, const xmlChar*) {
  of(context).stop(errc::bad_input, "E0700", "a DOCTYPE is not allowed",
                   "Remove the <!DOCTYPE ...> declaration");
}

void on_start(void* context, const xmlChar* name, const xmlChar* prefix, const xmlChar* uri,
              int namespaces, const xmlChar** declared, int attributes, int defaulted,
              const xmlChar** values) {
  check& self = of(context);
  if (++self.depth > limits::xml_depth_max) {
    self.stop(
        errc::too_large, self.malformed_code.c_str(),
        "elements are nested deeper than " + std::to_string(limits::xml_depth_max) + " levels", "");
    return;
  }
  xmlSAX2StartElementNs(context, name, prefix, uri, namespaces, declared, attributes, defaulted,
                        values);
}

void on_end(void* context, const xmlChar* name, const xmlChar* prefix, const xmlChar* uri) {
  --of(context).depth;
  xmlSAX2EndElementNs(context, name, prefix, uri);
}

// Bytes that libxml2 asks for bit by bit. Behind an error it would read on, and there what looked
// like a comment may become a tag that nobody has bounded: it gets no more.
struct feed {
  std::string_view rest;
  const check* of;
};

int give(void* context, char* to, int most) {
  feed& from = *static_cast<feed*>(context);
  if (from.of->failed || most <= 0) return 0;
  const size_t count = from.rest.copy(to, static_cast<size_t>(most));
  from.rest.remove_prefix(count);
  return static_cast<int>(count);
}

struct free_parser {
  void operator()(xmlParserCtxtPtr parser) const {
    if (parser->myDoc != nullptr) xmlFreeDoc(parser->myDoc);
    xmlFreeParserCtxt(parser);
  }
};

}  // namespace

void free_tree::operator()(_xmlDoc* tree) const { xmlFreeDoc(tree); }

result<xml_tree> check_xml(const std::string& file, std::string_view bytes,
                           const std::string& malformed_code) {
  if (auto bounded = check_xml_bounds(file, bytes, malformed_code); !bounded)
    return std::move(bounded).error();
  static std::once_flag once;
  std::call_once(once, xmlInitParser);
  std::unique_ptr<xmlParserCtxt, free_parser> parser(xmlNewParserCtxt());
  if (parser == nullptr)
    return failure{errc::internal, "the XML parser could not be made", "", file, ""};
  check self;
  self.parser = parser.get();
  self.file = file;
  self.malformed_code = malformed_code;
  parser->sax->internalSubset = on_doctype;
  parser->sax->startElementNs = on_start;
  parser->sax->endElementNs = on_end;
  parser->sax->serror = on_error;
  parser->sax->comment = nullptr;  // nobody looks at them, and they may have some MiB
  parser->sax->processingInstruction = nullptr;
  parser->_private = &self;
  // Told the encoding, libxml2 takes a mark of it for a character.
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  feed from{bytes.starts_with(mark) ? bytes.substr(mark.size()) : bytes, &self};
  xml_tree tree(
      xmlCtxtReadIO(parser.get(), give, nullptr, &from, nullptr, "UTF-8", XML_PARSE_NONET));
  if (self.failed) {
    const std::string encoding = foreign_encoding(bytes);
    if (!encoding.empty())
      self.first.remedy = "It says that it is in " + encoding + ": save it as UTF-8";
    return self.first;
  }
  const bool sound = parser->wellFormed != 0 && parser->nsWellFormed != 0;
  if (!sound || tree == nullptr || xmlDocGetRootElement(tree.get()) == nullptr)
    return failure{errc::bad_input, "not well-formed XML: the document has no element",
                   malformed_code, self.place(1, 1), ""};
  // To libxml2 a NUL behind the root is the end, and what follows is not there.
  const size_t end = bytes.find('\0');
  if (end != std::string_view::npos) {
    const std::string_view before = bytes.substr(0, end);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const size_t column = end - (before.rfind('\n') + 1) + 1;
    return failure{errc::bad_input, "not well-formed XML: a NUL byte stands here", malformed_code,
                   self.place(static_cast<int>(line), static_cast<int>(column)),
                   "Take it out, and what follows it"};
  }
  return tree;
}

}  // namespace foliot::parse

// XML documents with places: libxml2 accepts, pugixml reads the same bytes. Only for this folder.
#pragma once

#include <cstddef>
#include <memory>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "parse/text_place.hpp"
#include "parse/xml_check.hpp"
#include "parse/xml_compare.hpp"

namespace foliot::parse {

/// What a sentence is about: an element, or one of its attributes.
struct xml_spot {
  // NOLINTNEXTLINE(google-explicit-constructor): an element is a spot
  xml_spot(const pugi::xml_node& of, std::string_view called = {})
      : element(of), attribute(called) {}

  pugi::xml_node element;
  std::string_view attribute;  ///< Where the element has none of that name, the element is meant.
};

/// Elements of this document are found again in its text, so that every error can name its place.
/// For one thread at a time: what was found once is remembered.
class xml_document {
 public:
  /// How to read: what a failure calls the file, Oozie's code for a document that is not
  /// well-formed, and the most bytes to accept.
  struct source {
    std::string file;
    std::string malformed_code = "E0701";
    size_t bytes_max = limits::definition_bytes_max;
  };

  /// Reads `text`. Fails as check_xml, and with too_large (E0736) beyond `bytes_max`.
  static result<xml_document> read(source from, std::string text);

  /// The root element.
  pugi::xml_node root() const { return tree_->document_element(); }
  const std::string& file() const { return file_; }
  /// `element` as libxml2 read it, for schemas: both trees are equal. Not for several threads.
  _xmlNode& accepted(const pugi::xml_node& element) const;

  /// Where the '<' of the element is, or the name of the attribute. Asked for in the order of the
  /// document, places cost one walk over it.
  text_place at(const xml_spot& spot) const;
  /// Where the first character of the element's own text is that is no blank; the element itself
  /// where it has no text.
  text_place text_at(const pugi::xml_node& element) const;
  /// Where the attributes of `element` are, in their order, declarations of namespaces too.
  std::vector<text_place> attributes_at(const pugi::xml_node& element) const;
  /// "file:line:column"
  std::string place(const xml_spot& spot) const { return place(at(spot)); }
  std::string place(const text_place& where) const;

  /// Where the text of `element` begins, and one past its end, in the text that was read.
  std::pair<size_t, size_t> span(const pugi::xml_node& element) const;

  /// A bad_input failure at `spot`.
  failure error(const xml_spot& spot, std::string oozie, std::string sentence,
                std::string remedy = {}) const;

 private:
  xml_document() = default;
  size_t offset(const pugi::xml_node& element) const;
  std::vector<size_t> attribute_offsets(const pugi::xml_node& element) const;
  text_place place_of(size_t at) const;

  std::string file_;
  std::string text_;
  std::vector<size_t> lines_;  ///< Where each line starts.
  xml_tree accepted_;
  mutable element_pairs pairs_;  ///< Made when it is first needed.
  struct counted {
    size_t at = 0;
    uint32_t column = 1;
  };
  mutable counted counted_;                   ///< The place whose column was counted last.
  std::unique_ptr<pugi::xml_document> tree_;  ///< Moves without moving its nodes.
};

/// The name of `element` without its prefix.
std::string_view local_name(const pugi::xml_node& element);
/// The namespace that `element` is in; empty for none.
std::string namespace_of(const pugi::xml_node& element);
/// All text directly inside `element`, comments left out, trimmed.
std::string text_of(const pugi::xml_node& element);
/// The first child element called `name` in the namespace of its parent; a null node when absent.
pugi::xml_node child(const pugi::xml_node& parent, std::string_view name);
/// All child elements, in document order.
std::vector<pugi::xml_node> children(const pugi::xml_node& parent);
/// All child elements called `name`.
std::vector<pugi::xml_node> children(const pugi::xml_node& parent, std::string_view name);
/// A well-formed document's text without its comments.
std::string without_comments(std::string_view text);

/// `text` as it can stand in XML, also in an attribute in double quotes.
std::string escaped(std::string_view text);

/// The value of an attribute; empty when absent.
std::string attribute(const pugi::xml_node& element, const char* name);

}  // namespace foliot::parse

// What a schema found, in our own words. Only for this folder.
#pragma once

#include <string>

#include "base/result.hpp"
#include "parse/schema_vocabulary.hpp"
#include "parse/xml.hpp"
#include "parse/xsd.hpp"

namespace foliot::parse {

/// The element of `document` that `path` leads to.
pugi::xml_node element_at(const xml_document& document, const element_path& path);

/// Finds words for what is wrong in one document.
class schema_sentences {
 public:
  /// `words` is what the schema offers to `root` and below. All must outlive this.
  schema_sentences(const xml_document& document, const pugi::xml_node& root,
                   const vocabulary& words)
      : document_(document), root_(root), words_(words) {}

  /// A bad_input failure, E0701, with place and remedy.
  failure describe(const finding& found) const;

  /// What is there and not allowed: "attribute 'enabled' of <coordinator>", "<throttle>"; empty
  /// where something is missing or wrong in another way.
  std::string subject(const finding& found) const;
  /// Whether `words` have the attribute or element that `found` says is not allowed.
  bool offers(const finding& found) const;

 private:
  const vocabulary::type& type_of(const pugi::xml_node& element) const;
  failure unknown_attribute(const pugi::xml_node& element, const std::string& name) const;
  failure unexpected(const pugi::xml_node& element, const finding& found) const;
  failure missing(const pugi::xml_node& parent, const finding& found) const;
  failure value(const pugi::xml_node& element, const finding& found) const;

  const xml_document& document_;
  pugi::xml_node root_;
  const vocabulary& words_;
};

}  // namespace foliot::parse

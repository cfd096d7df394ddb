// Structural checks as data: which elements and attributes a language has, in which order and since
// which of its versions. The tables are in schema_tables.cpp.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/dialect.hpp"
#include "base/result.hpp"
#include "parse/xml.hpp"

namespace foliot::parse {

/// What one element of a language may hold, written compactly.
struct element_rule {
  /// The rule's name: that of the element, or what stands behind ':' in another rule's content.
  std::string_view name;
  /// Attributes separated by blanks: "name frequency nocleanup?@0.4"; '?' is optional, '@' says
  /// since which version.
  std::string_view attributes;
  /// Child elements in their order: "parameters?@0.4 controls? (a|b)* property:parameter+". Each is
  /// a name or a choice of names, then '?', '*', '+' or nothing (exactly one). "#text" is text
  /// without elements, "#any" is not looked at, "" is nothing at all.
  std::string_view content;
};

/// One language: bundle, coordinator, workflow, or the body of an action.
struct language {
  std::string_view name;                   ///< "coordinator"
  std::string_view root;                   ///< "coordinator-app"
  std::string_view uri;                    ///< "uri:oozie:coordinator:", followed by a version
  std::vector<std::string_view> versions;  ///< Ascending.
  std::vector<element_rule> rules;         ///< The root's rule is called like the root.
};

class schema {
 public:
  /// Compiles `table`; a mistake in a table is a programming error and aborts.
  explicit schema(const language& table);

  /// Checks `root` and everything below it. In the lenient dialect what a newer version of the
  /// language allows is accepted with a warning; all else fails with bad_input, E0701, place, what
  /// is allowed and the nearest name. Returns the position of the document's version in
  /// `language::versions`.
  result<size_t> check(const xml_document& document, const pugi::xml_node& root, dialect reading,
                       std::vector<std::string>& warnings) const;

  /// The position of `version` in the table; it must exist.
  size_t version(std::string_view version) const;
  /// Whether `element` stands in a namespace of this language.
  bool owns(const pugi::xml_node& element) const;

 private:
  struct attribute {
    std::string name;
    bool optional = false;
    size_t since = 0;
  };
  struct particle {
    std::vector<std::pair<std::string, std::string>> names;  ///< (element, rule)
    size_t least = 1;
    size_t most = 1;
    size_t since = 0;
  };
  struct rule {
    std::vector<attribute> attributes;
    std::vector<particle> content;
    bool text = false;
    bool any = false;
  };
  struct walk;

  rule compile(const element_rule& written) const;
  size_t since_of(std::string_view& token) const;
  particle particle_of(std::string_view token) const;

  std::string name_;
  std::string root_;
  std::string uri_;
  std::vector<std::string> versions_;
  std::map<std::string, rule, std::less<>> rules_;
};

/// The languages. Tables are made once and never change. The lenient ones of bundle and workflow
/// hold what seed 004 writes besides (rulings 4.1, 4.2, 4.4).
const schema& bundle_schema(dialect reading);
const schema& coordinator_schema();
const schema& workflow_schema(dialect reading);
const schema& shell_schema();

}  // namespace foliot::parse

// One compiled XML schema. libxml2 lives behind this; only for this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct _xmlNode;    // NOLINT(bugprone-reserved-identifier): libxml2 calls it so
struct _xmlSchema;  // NOLINT(bugprone-reserved-identifier): libxml2 calls it so

namespace foliot::parse {

/// Which element of a document: the number of each element on the way from the root among the
/// elements beside it. Empty: the root.
using element_path = std::vector<uint32_t>;

/// One thing that a schema does not allow.
struct finding {
  enum class kind : uint8_t {
    unknown_attribute,   ///< `name` of the element.
    missing_attribute,   ///< `name`.
    unexpected_element,  ///< The element; `expected` may stand in its place.
    missing_element,     ///< In the element, at its end; one of `expected`.
    text,                ///< In an element that may only hold elements.
    value,               ///< Of the attribute `name`, or of the element where that is empty.
    other                ///< Whatever else `message` says.
  };
  kind what = kind::other;
  element_path where;
  std::string name;
  std::vector<std::string> expected;  ///< Local names, at most some ten.
  std::string message;                ///< libxml2's, for `other`.
};

class xsd {
 public:
  /// Compiles `text`, which must be a schema: a mistake in it is a programming error and aborts.
  explicit xsd(std::string_view text);

  /// Checks `element` and all below it, as if the elements of namespace `uri` were of the namespace
  /// `as`. Thread-safe, as long as each thread has its own document.
  /// Returns the first findings (at most 50), none when the schema allows everything. No file is
  /// read and nothing is fetched, whatever the document asks for.
  std::vector<finding> check(_xmlNode& element, const std::string& uri,
                             const std::string& as) const;

 private:
  struct free_schema {
    void operator()(_xmlSchema* schema) const;
  };
  std::unique_ptr<_xmlSchema, free_schema> schema_;
};

}  // namespace foliot::parse

// The languages and their versions, checked by the XML schemas of config/schemas.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/dialect.hpp"
#include "base/result.hpp"
#include "parse/options.hpp"
#include "parse/schema_vocabulary.hpp"
#include "parse/xml.hpp"
#include "parse/xsd.hpp"

namespace foliot::parse {

/// One language: bundle, coordinator, workflow, service level, or the body of an action.
struct language {
  std::string_view name;  ///< "coordinator"; its schemas are coordinator-VERSION.xsd.
  std::string_view root;  ///< "coordinator-app"
  std::string_view uri;   ///< "uri:oozie:coordinator:", followed by a version.
  std::vector<std::string_view> versions;  ///< Ascending.
  /// Whether there is coordinator-any.xsd: what any version allows, and what the seeds write
  /// besides (rulings 0.7, 4.1, 4.2, 4.4).
  bool lenient = false;
};

class schema {
 public:
  /// `table` must be complete; schemas are compiled when they are first needed.
  explicit schema(const language& table);

  /// Checks `root` and everything below it, except for elements of other languages, against the
  /// version that its namespace names (rulings 0.5). In the lenient dialect what that refuses is
  /// accepted with a warning each, if another version of the language accepts it as it is, or the
  /// lenient schema does; what the readers warn of themselves (rulings 0.7, 4.1, 4.2, 4.4) is left
  /// to them. Everything else fails with bad_input, E0701, place, what is allowed and the nearest
  /// name. Returns the position of the document's version in `language::versions`. Thread-safe.
  /// `all`: where given, everything that is refused is added to it, until it has refusals_told_max;
  /// the call then fails with the first.
  result<size_t> check(const xml_document& document, const pugi::xml_node& root, dialect reading,
                       std::vector<std::string>& warnings,
                       std::vector<failure>* all = nullptr) const;

  /// The namespaces of all versions.
  std::vector<std::string> uris() const;

 private:
  struct edition;
  struct attempt;

  const edition& compiled(size_t index) const;

  std::string name_;
  std::string root_;
  std::string uri_;
  bool lenient_;
  std::vector<std::unique_ptr<edition>> editions_;  ///< The lenient one, if any, is the last.
  size_t versions_;
};

/// The languages. Compiled once per process.
const schema& bundle_schema();
const schema& coordinator_schema();
const schema& workflow_schema();
const schema& service_level_schema();
/// That of the body of actions of type `type`, where it has a namespace of its own; or nullptr.
const schema* action_schema(std::string_view type);

}  // namespace foliot::parse

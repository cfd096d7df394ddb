// Job properties: Hadoop configuration documents and Java property files (rest.md 1.3).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/dialect.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"

namespace foliot::parse {

/// Reads a configuration document: <configuration> with <property><name/><value/></property>. Names
/// and values are trimmed; <final>, <description> and the like are ignored; of a repeated name the
/// last value counts. `file` is what failures call it. Nothing is resolved. Fails with bad_input
/// (E0700 for a DOCTYPE, otherwise without a code) or too_large beyond the limits of properties.
/// Oozie's dialect passes over a property without a name.
result<model::configuration> read_configuration(const std::string& file, std::string text,
                                                dialect reading = dialect::lenient);

/// A property as it stands in a document.
struct configuration_entry {
  std::string name;
  std::string value;
  std::string place;  ///< "file:line:column" of its element.
  bool is_final = false;
};

/// The same document with each property where it stands, repeated names too, in their order. An
/// XInclude is refused with its place and what to do instead. Fails as read_configuration; repeated
/// names count each.
result<std::vector<configuration_entry>> read_configuration_entries(const std::string& file,
                                                                    std::string text);

/// The configuration document that holds `conf`, one property a line, as Java's client writes it.
/// Fails with bad_input when a name or value holds characters that XML cannot (control characters,
/// malformed UTF-8).
result<std::string> write_configuration(const model::configuration& conf);

/// Reads a Java property file, UTF-8: `#` and `!` comments, `=` `:` or a blank between name and
/// value, `\` continuation, \t \n \r \f, \uXXXX (with surrogate pairs). Fails with bad_input and
/// "file:line" on a malformed \u or bytes that are not UTF-8, or too_large.
result<model::configuration> read_properties(const std::string& file, std::string_view text);

/// Replaces every ${name} in `value` by the property, as Hadoop does: at most
/// limits::substitution_depth_max replacements; a name that is no property ends it (expressions are
/// left for later); a value that refers to itself is left as it was written. Fails with too_large.
result<std::string> resolve(std::string_view value, const model::configuration& conf);

/// Every value of `conf` trimmed and resolved.
result<model::configuration> resolved(const model::configuration& conf);

}  // namespace foliot::parse

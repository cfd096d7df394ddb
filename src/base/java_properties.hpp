// Java's property files, as java.util.Properties.load reads them, but in UTF-8.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace foliot {

/// One property, its escapes resolved.
struct java_property {
  std::string name;
  std::string value;
  std::string written;  ///< The logical line: continuations joined, escapes as they stand.
  size_t line = 0;      ///< Where it begins, from 1.
  bool malformed =
      false;  ///< Has a \u without four digits (kept as it is), or half a pair (U+FFFD).
};

/// Reads property by property. Any bytes are accepted: what is no UTF-8 stays what it is.
class java_property_reader {
 public:
  /// `text` outlives the reader.
  explicit java_property_reader(std::string_view text) : rest_(text) {}

  /// The next property, nothing at the end. Blank lines and comments are passed over.
  std::optional<java_property> next();

 private:
  bool next_line(std::string_view& line);

  std::string_view rest_;
  size_t line_ = 0;
};

/// Adds the line "name=value" so that java_property_reader gives back exactly these two. The name
/// is not empty.
void append_java_property(std::string& out, std::string_view name, std::string_view value);

}  // namespace foliot

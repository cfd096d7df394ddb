// Values of the expression language and their conversions (JSP 2.0 EL, as Oozie uses it).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>

#include "base/result.hpp"

namespace foliot::el {

class value;
using value_map = std::map<std::string, value, std::less<>>;

/// null, boolean, integer, floating point, text, or a map from text to values. Copies of a map
/// share it; values never change.
class value {
 public:
  using variant = std::variant<std::monostate, bool, int64_t, double, std::string,
                               std::shared_ptr<const value_map>>;

  value() = default;                                     // null
  value(bool truth) : data_(truth) {}                    // NOLINT: implicit
  value(int64_t number) : data_(number) {}               // NOLINT: implicit
  value(int32_t number) : data_(int64_t{number}) {}      // NOLINT: implicit
  value(double number) : data_(number) {}                // NOLINT: implicit
  value(std::string text) : data_(std::move(text)) {}    // NOLINT: implicit
  value(const char* text) : data_(std::string(text)) {}  // NOLINT: implicit
  value(value_map entries);                              // NOLINT: implicit

  bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  const bool* as_bool() const { return std::get_if<bool>(&data_); }
  const int64_t* as_int() const { return std::get_if<int64_t>(&data_); }
  const double* as_double() const { return std::get_if<double>(&data_); }
  const std::string* as_string() const { return std::get_if<std::string>(&data_); }
  /// The entries, or nullptr when this is no map.
  const value_map* as_map() const;
  const variant& data() const { return data_; }

  /// Equality of kind and content, not of the language (see `==` there).
  friend bool operator==(const value& left, const value& right);

 private:
  variant data_;
};

/// As text: null is "", true is "true", doubles as Java prints them ("1.0"), a map as "{k=v, l=w}".
std::string to_text(const value& of);
/// As a condition: null and every text but "true" (in any case) are false; a number or a map fails
/// with bad_input.
result<bool> to_bool(const value& of);
/// As an integer: null and "" are 0, doubles are cut; text that is no number, a boolean or a map
/// fails with bad_input.
result<int64_t> to_int(const value& of);
/// As floating point; fails as to_int.
result<double> to_double(const value& of);

/// "null", "boolean", "integer", "number", "text", "map": for messages.
const char* kind_name(const value& of);

}  // namespace foliot::el

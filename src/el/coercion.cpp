// Conversions between kinds of values (JSP 2.0, section 2.8).
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string>

#include "el/value.hpp"

namespace foliot::el {
namespace {

failure no_conversion(const value& of, const char* to) {
  std::string shown = to_text(of).substr(0, 100);
  return {errc::bad_input, std::string("the ") + kind_name(of) + " '" + shown + "' is no " + to, "",
          "", ""};
}

/// strtod reads more than Java does ("0x1", "nan", blanks): only digits, signs, point, exponent.
bool numeric(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
  });
}

}  // namespace

result<bool> to_bool(const value& of) {
  if (of.is_null()) return false;
  if (const bool* truth = of.as_bool()) return *truth;
  const std::string* text = of.as_string();
  if (text == nullptr) return no_conversion(of, "condition");
  constexpr std::string_view yes = "true";
  return text->size() == yes.size() &&
         std::equal(yes.begin(), yes.end(), text->begin(), [](char wanted, char c) {
           return wanted == std::tolower(static_cast<unsigned char>(c));
         });
}

result<int64_t> to_int(const value& of) {
  if (of.is_null()) return int64_t{0};
  if (const int64_t* number = of.as_int()) return *number;
  if (const double* number = of.as_double()) {
    // As Java casts: not a number is 0, the rest is cut to the range.
    if (std::isnan(*number)) return int64_t{0};
    if (*number >= 9.2e18) return INT64_MAX;
    if (*number <= -9.2e18) return INT64_MIN;
    return static_cast<int64_t>(*number);
  }
  const std::string* text = of.as_string();
  if (text == nullptr) return no_conversion(of, "integer");
  if (text->empty()) return int64_t{0};
  errno = 0;
  char* end = nullptr;
  const int64_t number = std::strtoll(text->c_str(), &end, 10);
  if (errno != 0 || end != text->c_str() + text->size() || !numeric(*text)) {
    return no_conversion(of, "integer");
  }
  return number;
}

result<double> to_double(const value& of) {
  if (of.is_null()) return 0.0;
  if (const int64_t* number = of.as_int()) return static_cast<double>(*number);
  if (const double* number = of.as_double()) return *number;
  const std::string* text = of.as_string();
  if (text == nullptr) return no_conversion(of, "number");
  if (text->empty()) return 0.0;
  char* end = nullptr;
  const double number = std::strtod(text->c_str(), &end);
  if (end != text->c_str() + text->size() || !numeric(*text)) return no_conversion(of, "number");
  return number;
}

}  // namespace foliot::el

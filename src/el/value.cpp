#include "el/value.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace foliot::el {
namespace {

/// As Double.toString: plain between 10^-3 and 10^7, else d.dddE±n, always with a fraction.
std::string double_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Infinity" : "Infinity";
  const double size = std::fabs(number);
  const bool plain = size == 0 || (size >= 1e-3 && size < 1e7);
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(buffer.data(), end.ptr);
  if (plain) return text.find('.') == std::string::npos ? text + ".0" : text;
  const size_t exponent_at = text.find('e');
  std::string digits = text.substr(0, exponent_at);
  if (digits.find('.') == std::string::npos) digits += ".0";
  int exponent = 0;
  const size_t sign = text[exponent_at + 1] == '+' ? 1 : 0;
  std::from_chars(text.data() + exponent_at + 1 + sign, text.data() + text.size(), exponent);
  return digits + "E" + std::to_string(exponent);
}

std::string map_text(const value_map& entries) {
  std::string text = "{";
  for (const auto& [key, held] : entries) {
    if (text.size() > 1) text += ", ";
    text += key + "=" + (held.is_null() ? "null" : to_text(held));
  }
  return text + "}";
}

}  // namespace

value::value(value_map entries) : data_(std::make_shared<const value_map>(std::move(entries))) {}

const value_map* value::as_map() const {
  const auto* held = std::get_if<std::shared_ptr<const value_map>>(&data_);
  return held == nullptr ? nullptr : held->get();
}

bool operator==(const value& left, const value& right) {
  if (left.data_.index() != right.data_.index()) return false;
  if (const value_map* entries = left.as_map()) return *entries == *right.as_map();
  return left.data_ == right.data_;
}

std::string to_text(const value& of) {
  if (const bool* truth = of.as_bool()) return *truth ? "true" : "false";
  if (const int64_t* number = of.as_int()) return std::to_string(*number);
  if (const double* number = of.as_double()) return double_text(*number);
  if (const std::string* text = of.as_string()) return *text;
  if (const value_map* entries = of.as_map()) return map_text(*entries);
  return {};
}

const char* kind_name(const value& of) {
  constexpr std::array<const char*, 6> names{"null", "boolean", "integer", "number", "text", "map"};
  return names[of.data().index()];
}

}  // namespace foliot::el

#include "model/kinds/handed_global.hpp"

#include <algorithm>

namespace foliot::model {

namespace {

constexpr std::string_view hidden = "$#%\\";

}  // namespace

std::string hide_expressions(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (hidden.find(c) == std::string_view::npos) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return out;
}

std::string show_expressions(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view code = text[i] == '%' ? text.substr(i, 3) : std::string_view();
    const auto* const each = std::find_if(hidden.begin(), hidden.end(), [&](char c) {
      return hide_expressions({&c, 1}) == code;
    });
    out += each == hidden.end() ? text[i] : *each;
    if (each != hidden.end()) i += 2;
  }
  return out;
}

}  // namespace foliot::model

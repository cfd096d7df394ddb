#include "base/like.hpp"

#include <cstddef>
#include <string>

namespace foliot {

namespace {

bool is_like(std::string_view text, std::string_view pattern) {
  size_t at = 0;
  size_t in = 0;
  size_t star = std::string_view::npos;
  size_t resume = 0;
  while (at < text.size()) {
    if (in < pattern.size() && pattern[in] == '%') {
      star = in++;
      resume = at;
    } else if (in < pattern.size() && (pattern[in] == '_' || pattern[in] == text[at])) {
      ++in;
      ++at;
    } else if (star != std::string_view::npos) {
      in = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (in < pattern.size() && pattern[in] == '%') ++in;
  return in == pattern.size();
}

}  // namespace

bool holds_like(std::string_view text, std::string_view part) {
  if (part.find_first_of("%_") == std::string_view::npos)
    return text.find(part) != std::string_view::npos;
  return is_like(text, "%" + std::string(part) + "%");
}

}  // namespace foliot

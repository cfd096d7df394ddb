#include "exec/helper/quote.hpp"

namespace foliot::exec::helper {

std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out += '\'';
}

std::string shell_words(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& each : words) {
    if (!out.empty()) out += ' ';
    out += shell_quoted(each);
  }
  return out;
}

}  // namespace foliot::exec::helper

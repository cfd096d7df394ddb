#include "tools/offline/wrap.hpp"

#include <algorithm>

#include "tools/client/console.hpp"

namespace foliot::offline {

std::string wrapped(std::string_view text, size_t indent) {
  constexpr size_t line_width = 80;
  const std::string margin(indent, ' ');
  std::string out;
  std::string line;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end + 1;
    const size_t used = indent + client::width_of(line) + 1 + client::width_of(word);
    if (!line.empty() && used > line_width) {
      out += margin + line + "\n";
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) out += margin + line + "\n";
  return out;
}

}  // namespace foliot::offline

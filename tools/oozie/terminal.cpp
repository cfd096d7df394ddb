#include "tools/oozie/terminal.hpp"

#include "base/visible.hpp"

namespace foliot::oozie {

std::string harmless(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = text.find_first_of("\t\r\n");
    out += visible(text.substr(0, end));
    if (end == std::string_view::npos) break;
    // A carriage return says nothing where a line ends, and elsewhere hides what was written.
    if (text[end] != '\r')
      out += text[end];
    else if (end + 1 == text.size() || text[end + 1] != '\n')
      out += "\\r";
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace foliot::oozie

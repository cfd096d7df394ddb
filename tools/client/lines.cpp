#include "tools/client/lines.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace foliot::client {

namespace {

constexpr size_t width_default = 80;
/// Narrower terminals break the lines themselves.
constexpr size_t width_least = 40;
/// So many characters of a line are for the text, whatever the indent is.
constexpr size_t text_least = 8;

/// The bytes of the first `characters` of UTF-8 text.
size_t bytes_of(std::string_view text, size_t characters) {
  size_t at = 0;
  for (; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80 && characters-- == 0) break;
  return at;
}

}  // namespace

size_t line_width(const console& to) {
  winsize size{};
  if (!to.terminal || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return width_default;
  return std::max<size_t>(size.ws_col, width_least);
}

std::string folded(std::string_view text, size_t used, size_t indent, size_t width) {
  width = std::max(width, indent + text_least);
  std::string out;
  size_t column = used;
  bool begun = false;  // a word stands on this line
  const auto next_line = [&] {
    out += "\n" + std::string(indent, ' ');
    column = indent;
    begun = false;
  };
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    std::string_view word = text.substr(at, end - at);
    at = end + 1;
    const size_t needed = column + (begun ? 1 : 0) + width_of(word);
    if (needed > width && column > indent) {
      next_line();
    } else if (begun) {
      out += ' ';
      ++column;
    }
    while (column + width_of(word) > width) {
      const size_t fitting = bytes_of(word, width - column);
      out += word.substr(0, fitting);
      word.remove_prefix(fitting);
      next_line();
    }
    out += word;
    column += width_of(word);
    begun = true;
  }
  return out;
}

std::string cut_where_it_parts(std::string_view text, std::string_view other, size_t width) {
  constexpr size_t led_up_to = 30;
  const auto parted = std::mismatch(text.begin(), text.end(), other.begin(), other.end()).first;
  size_t from = width_of(text.substr(0, static_cast<size_t>(parted - text.begin())));
  if (width_of(text) <= width || from + led_up_to <= width) return cut(text, width);
  from = bytes_of(text, from - led_up_to);
  return "…" + cut(text.substr(from), width - 1);
}

}  // namespace foliot::client

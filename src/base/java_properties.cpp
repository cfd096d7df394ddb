#include "base/java_properties.hpp"

#include <algorithm>
#include <cstdint>

namespace foliot {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

std::string_view skip_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

/// Whether `line` ends in a backslash that is not itself escaped: the next line belongs to it.
bool goes_on(std::string_view line) {
  size_t backslashes = 0;
  while (backslashes < line.size() && line[line.size() - 1 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

std::optional<uint32_t> four_digits(std::string_view text, size_t from) {
  if (from + 4 > text.size()) return std::nullopt;
  uint32_t code = 0;
  for (const char c : text.substr(from, 4)) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return std::nullopt;
    code = code * 16 + static_cast<uint32_t>(digit);
  }
  return code;
}

void append_utf8(std::string& out, uint32_t code) {
  const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xC0 | (code >> 6)), put(0x80 | (code & 0x3F));
  if (code < 0x10000) {
    put(0xE0 | (code >> 12));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
  }
  put(0x80 | ((code >> 6) & 0x3F));
  put(0x80 | (code & 0x3F));
}

/// Resolves the escapes of a name or a value.
class unescaper {
 public:
  explicit unescaper(std::string_view text) : text_(text) {}

  std::string run(bool& malformed) {
    for (size_t at = 0; at < text_.size(); ++at) {
      if (text_[at] != '\\') {
        out_ += text_[at];
        continue;
      }
      if (++at == text_.size()) break;
      switch (text_[at]) {
        case 't': out_ += '\t'; break;
        case 'n': out_ += '\n'; break;
        case 'r': out_ += '\r'; break;
        case 'f': out_ += '\f'; break;
        case 'u': malformed = !add_code_point(at) || malformed; break;
        default: out_ += text_[at];
      }
    }
    return std::move(out_);
  }

 private:
  /// The \uXXXX whose 'u' is at `at`, or the two of a pair; moves `at` to the last digit.
  bool add_code_point(size_t& at) {
    const std::optional<uint32_t> first = four_digits(text_, at + 1);
    if (!first) return out_ += "\\u", false;
    at += 4;
    if (*first < 0xD800 || *first > 0xDFFF) return append_utf8(out_, *first), true;
    const bool pair = *first < 0xDC00 && text_.substr(at + 1, 2) == "\\u";
    const std::optional<uint32_t> second = pair ? four_digits(text_, at + 3) : std::nullopt;
    if (!second || *second < 0xDC00 || *second > 0xDFFF) return append_utf8(out_, 0xFFFD), false;
    at += 6;
    return append_utf8(out_, 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00)), true;
  }

  std::string_view text_;
  std::string out_;
};

}  // namespace

bool java_property_reader::next_line(std::string_view& line) {
  if (rest_.empty()) return false;
  ++line_;
  const size_t end = rest_.find_first_of("\r\n");
  line = rest_.substr(0, end);
  if (end == std::string_view::npos) {
    rest_ = {};
    return true;
  }
  rest_.remove_prefix(end + (rest_.substr(end, 2) == "\r\n" ? 2 : 1));
  return true;
}

std::optional<java_property> java_property_reader::next() {
  std::string_view line;
  do {
    if (!next_line(line)) return std::nullopt;
    line = skip_blanks(line);
  } while (line.empty() || line.front() == '#' || line.front() == '!');
  java_property out;
  out.line = line_;
  out.written = line;
  while (goes_on(out.written)) {
    out.written.pop_back();
    if (!next_line(line)) break;
    out.written += skip_blanks(line);
  }
  const std::string_view whole = out.written;
  size_t end = 0;
  while (end < whole.size() && !is_blank(whole[end]) && whole[end] != '=' && whole[end] != ':')
    end += whole[end] == '\\' ? 2 : 1;
  end = std::min(end, whole.size());
  std::string_view value = skip_blanks(whole.substr(end));
  if (!value.empty() && (value.front() == '=' || value.front() == ':'))
    value = skip_blanks(value.substr(1));
  out.name = unescaper(whole.substr(0, end)).run(out.malformed);
  out.value = unescaper(value).run(out.malformed);
  return out;
}

namespace {

void append_escaped(std::string& out, std::string_view text, bool is_name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    const bool meant_as_is =
        is_name ? std::string_view{"=: #!"}.find(c) != std::string_view::npos : c == ' ' && at == 0;
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      case '\f': out += "\\f"; break;
      case '\\': out += "\\\\"; break;
      default:
        if (byte < ' ') {
          out += "\\u00";
          out += digits[byte >> 4];
          out += digits[byte & 15];
        } else {
          if (meant_as_is) out += '\\';
          out += c;
        }
    }
  }
}

}  // namespace

void append_java_property(std::string& out, std::string_view name, std::string_view value) {
  append_escaped(out, name, true);
  out += '=';
  append_escaped(out, value, false);
  out += '\n';
}

}  // namespace foliot

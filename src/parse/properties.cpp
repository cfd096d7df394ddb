// Java's property files, as java.util.Properties.load reads them, but in UTF-8.
#include <cstdint>
#include <optional>

#include "base/limits.hpp"
#include "parse/configuration.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

std::string_view skip_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

// Whether `line` ends in a backslash that is not itself escaped.
bool goes_on(std::string_view line) {
  size_t backslashes = 0;
  while (backslashes < line.size() && line[line.size() - 1 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

class property_reader {
 public:
  property_reader(const std::string& file, std::string_view text) : file_(file), rest_(text) {}

  result<model::configuration> read() {
    model::configuration out;
    std::string line;
    while (next_logical(line)) {
      if (!is_xml_text(line))
        return is_utf8(line) ? fail("this line holds a control character",
                                    "Remove it, or write it as \\uXXXX")
                             : fail("these bytes are not UTF-8 text", "Save the file as UTF-8");
      if (auto added = add(line, out); !added) return added.error();
    }
    return out;
  }

 private:
  failure fail(std::string sentence, std::string remedy, errc code = errc::bad_input) const {
    return {code, std::move(sentence), "", file_ + ":" + std::to_string(first_line_),
            std::move(remedy)};
  }

  bool next_line(std::string_view& line) {
    if (rest_.empty()) return false;
    ++line_;
    const size_t end = rest_.find_first_of("\r\n");
    line = rest_.substr(0, end);
    if (end == std::string_view::npos) {
      rest_ = {};
      return true;
    }
    const bool two = rest_[end] == '\r' && end + 1 < rest_.size() && rest_[end + 1] == '\n';
    rest_.remove_prefix(end + (two ? 2 : 1));
    return true;
  }

  // The next line that says something, its continuations joined.
  bool next_logical(std::string& out) {
    std::string_view line;
    while (next_line(line)) {
      line = skip_blanks(line);
      if (line.empty() || line.front() == '#' || line.front() == '!') continue;
      first_line_ = line_;
      out = line;
      while (goes_on(out)) {
        out.pop_back();
        if (!next_line(line)) break;
        out += skip_blanks(line);
      }
      return true;
    }
    return false;
  }

  result<void> add(std::string_view line, model::configuration& out) {
    size_t end = 0;
    while (end < line.size() && !is_blank(line[end]) && line[end] != '=' && line[end] != ':')
      end += line[end] == '\\' ? 2 : 1;
    end = end < line.size() ? end : line.size();
    std::string_view rest = skip_blanks(line.substr(end));
    if (!rest.empty() && (rest.front() == '=' || rest.front() == ':'))
      rest = skip_blanks(rest.substr(1));
    result<std::string> name = unescape(line.substr(0, end));
    if (!name) return name.error();
    result<std::string> value = unescape(rest);
    if (!value) return value.error();
    if (name->size() > limits::property_name_bytes_max ||
        value->size() > limits::property_value_bytes_max)
      return fail("this property is too long", "", errc::too_large);
    out.insert_or_assign(std::move(*name), std::move(*value));
    if (out.size() > limits::properties_max)
      return fail("there are more than " + std::to_string(limits::properties_max) + " properties",
                  "", errc::too_large);
    return {};
  }

  static std::optional<uint32_t> four_digits(std::string_view text, size_t from) {
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

  static void append_utf8(std::string& out, uint32_t code) {
    const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
      put(code);
    } else if (code < 0x800) {
      put(0xC0 | (code >> 6));
      put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      put(0xE0 | (code >> 12));
      put(0x80 | ((code >> 6) & 0x3F));
      put(0x80 | (code & 0x3F));
    } else {
      put(0xF0 | (code >> 18));
      put(0x80 | ((code >> 12) & 0x3F));
      put(0x80 | ((code >> 6) & 0x3F));
      put(0x80 | (code & 0x3F));
    }
  }

  // Reads \uXXXX at `at` (the 'u'), moving `at` to its last digit.
  result<uint32_t> code_point(std::string_view text, size_t& at) const {
    const auto bad = [&] {
      return fail("malformed \\u escape", "Write \\u and four hexadecimal digits");
    };
    const std::optional<uint32_t> first = four_digits(text, at + 1);
    if (!first) return bad();
    at += 4;
    if (*first < 0xD800 || *first > 0xDFFF) return *first;
    const bool pair =
        *first < 0xDC00 && at + 2 < text.size() && text[at + 1] == '\\' && text[at + 2] == 'u';
    const std::optional<uint32_t> second = pair ? four_digits(text, at + 3) : std::nullopt;
    if (!second || *second < 0xDC00 || *second > 0xDFFF) return bad();
    at += 6;
    return 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00);
  }

  result<std::string> unescape(std::string_view text) const {
    std::string out;
    for (size_t at = 0; at < text.size(); ++at) {
      if (text[at] != '\\') {
        out += text[at];
        continue;
      }
      if (++at == text.size()) break;
      switch (text[at]) {
        case 't': out += '\t'; break;
        case 'n': out += '\n'; break;
        case 'r': out += '\r'; break;
        case 'f': out += '\f'; break;
        case 'u': {
          const result<uint32_t> code = code_point(text, at);
          if (!code) return code.error();
          append_utf8(out, *code);
          break;
        }
        default: out += text[at];
      }
    }
    return out;
  }

  const std::string& file_;
  std::string_view rest_;
  size_t line_ = 0;
  size_t first_line_ = 0;
};

}  // namespace

result<model::configuration> read_properties(const std::string& file, std::string_view text) {
  if (text.size() > limits::request_body_bytes_max)
    return failure{
        errc::too_large,
        "the file is longer than " + std::to_string(limits::request_body_bytes_max) + " bytes", "",
        file, ""};
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, 3) == byte_order_mark) text.remove_prefix(3);
  return property_reader(file, text).read();
}

}  // namespace foliot::parse

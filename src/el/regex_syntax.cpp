#include "el/regex_syntax.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/limits.hpp"

namespace foliot::el {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> posix_names{{
    {"ASCII", "ascii"},
    {"Alnum", "alnum"},
    {"Alpha", "alpha"},
    {"Blank", "blank"},
    {"Cntrl", "cntrl"},
    {"Digit", "digit"},
    {"Graph", "graph"},
    {"Lower", "lower"},
    {"Print", "print"},
    {"Punct", "punct"},
    {"Space", "space"},
    {"Upper", "upper"},
    {"XDigit", "xdigit"},
}};

// Java's \b knows the letters and digits of all alphabets, unlike its \w.
constexpr std::string_view word_border =
    "(?:(?<=[\\p{L}\\p{Nd}_])(?![\\p{L}\\p{Nd}_])|(?<![\\p{L}\\p{Nd}_])(?=[\\p{L}\\p{Nd}_]))";
constexpr std::string_view no_word_border =
    "(?:(?<=[\\p{L}\\p{Nd}_])(?=[\\p{L}\\p{Nd}_])|(?<![\\p{L}\\p{Nd}_])(?![\\p{L}\\p{Nd}_]))";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

uint32_t hex_value(std::string_view digits) {
  uint32_t made = 0;
  for (const char c : digits) {
    made = made * 16 + static_cast<uint32_t>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return made;
}

std::string code_point(uint32_t code) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string made;
  do {
    made.insert(made.begin(), digits[code & 15]);
    code >>= 4;
  } while (code > 0);
  return "\\x{" + made + "}";
}

class translation {
 public:
  /// `groups`: how many groups the whole pattern has, where that is known.
  translation(std::string_view in, size_t groups) : in_(in), all_groups_(groups) {}

  result<std::string> run() {
    while (more()) {
      if (auto done = piece(); !done) return done.error();
    }
    return std::move(out_);
  }
  size_t groups() const { return groups_; }

 private:
  bool more() const { return at_ < in_.size(); }
  char peek() const { return more() ? in_[at_] : '\0'; }
  bool starts(std::string_view text) const { return in_.substr(at_).starts_with(text); }

  failure wrong(std::string sentence) const { return refuse(errc::bad_input, std::move(sentence)); }
  failure not_offered(std::string sentence) const {
    return refuse(errc::unsupported, std::move(sentence));
  }
  failure refuse(errc code, std::string sentence) const {
    return {code,
            "the regular expression has " + std::move(sentence) + " at character " +
                std::to_string(at_ + 1),
            "", "", "Write the expression otherwise"};
  }

  result<void> piece() {
    switch (peek()) {
      case '\\': return escape(false);
      case '[': return character_class();
      case '(': return group();
      case '{': return repetition();
      default: out_ += in_[at_++]; return {};
    }
  }

  /// {n}, {n,}, {n,m}: PCRE2 takes any other '{' as it stands, Java does not.
  result<void> repetition() {
    size_t end = at_ + 1;
    while (end < in_.size() && is_digit(in_[end])) ++end;
    if (end == at_ + 1) return wrong("a '{' that begins no repetition");
    if (end < in_.size() && in_[end] == ',') ++end;
    while (end < in_.size() && is_digit(in_[end])) ++end;
    if (end >= in_.size() || in_[end] != '}') return wrong("a '{' that begins no repetition");
    out_ += in_.substr(at_, end + 1 - at_);
    at_ = end + 1;
    return {};
  }

  result<void> group() {
    if (starts("(*")) return wrong("a '*' without anything to repeat");
    if (!starts("(?")) {
      ++groups_;
      out_ += in_[at_++];
      return {};
    }
    for (const std::string_view plain : {"(?:", "(?=", "(?!", "(?>", "(?<=", "(?<!"}) {
      if (!starts(plain)) continue;
      out_ += plain;
      at_ += plain.size();
      return {};
    }
    return starts("(?<") ? named_group() : flags();
  }

  result<void> named_group() {
    size_t end = at_ + 3;
    while (end < in_.size() && (is_letter(in_[end]) || is_digit(in_[end]))) ++end;
    if (end == at_ + 3 || end >= in_.size() || in_[end] != '>' || is_digit(in_[at_ + 3])) {
      return wrong("a group without a proper name");
    }
    ++groups_;
    out_ += in_.substr(at_, end + 1 - at_);
    at_ = end + 1;
    return {};
  }

  /// (?i) and (?i:...).
  result<void> flags() {
    size_t end = at_ + 2;
    while (end < in_.size() && (is_letter(in_[end]) || in_[end] == '-')) ++end;
    if (end >= in_.size() || (in_[end] != ')' && in_[end] != ':')) {
      return wrong("a group of an unknown kind");
    }
    const std::string_view letters = in_.substr(at_ + 2, end - at_ - 2);
    if (letters.find_first_not_of("ims-") != std::string_view::npos ||
        std::count(letters.begin(), letters.end(), '-') > 1) {
      return not_offered("a flag other than i, m and s");
    }
    out_ += in_.substr(at_, end + 1 - at_);
    at_ = end + 1;
    return {};
  }

  result<void> character_class() {
    out_ += in_[at_++];
    if (peek() == '^') out_ += in_[at_++];
    if (peek() == ']') {  // a bracket in front stands for itself
      out_ += "\\]";
      ++at_;
    }
    while (more() && peek() != ']') {
      if (peek() == '[') return not_offered("a class inside a class");
      if (starts("&&")) return not_offered("an intersection of classes");
      if (peek() == '\\') {
        if (auto done = escape(true); !done) return done;
      } else {
        out_ += in_[at_++];
      }
    }
    if (!more()) return wrong("a '[' that is not closed");
    out_ += in_[at_++];
    return {};
  }

  result<void> escape(bool in_class) {
    ++at_;
    if (!more()) return wrong("a '\\' at its end");
    const char c = in_[at_++];
    switch (c) {
      case 'Q': return quoted();
      case 'u': return unicode();
      case 'x': return hexadecimal();
      case '0': return octal();
      case 'c': return control();
      case 'p':
      case 'P': return property(c == 'P', in_class);
      default: break;
    }
    if (c == 'k' && !in_class) return named_reference();
    if (is_digit(c)) {
      return in_class ? wrong("a reference inside a class") : reference();
    }
    if (!in_class && (c == 'b' || c == 'B')) {
      out_ += c == 'b' ? word_border : no_word_border;
      return {};
    }
    constexpr std::string_view anywhere = "dDsSwWhHvVtnrfae";
    constexpr std::string_view outside = "RAZzG";
    const bool known = anywhere.find(c) != std::string_view::npos ||
                       (!in_class && outside.find(c) != std::string_view::npos);
    if (is_letter(c) && !known) return wrong(std::string("the unknown '\\") + c + "'");
    if (static_cast<unsigned char>(c) < 0x80) out_ += '\\';
    out_ += c;
    return {};
  }

  result<void> quoted() {
    const size_t end = std::min(in_.find("\\E", at_), in_.size());
    for (; at_ < end; ++at_) {
      const char c = in_[at_];
      const bool plain = is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
      if (!plain) out_ += '\\';
      out_ += c;
    }
    at_ = std::min(end + 2, in_.size());
    return {};
  }

  /// The hexadecimal digits that follow, `count` exactly.
  std::optional<uint32_t> digits(size_t count) {
    const std::string_view text = in_.substr(at_, count);
    if (text.size() != count || !std::all_of(text.begin(), text.end(), is_hex)) return {};
    at_ += count;
    return hex_value(text);
  }

  result<void> unicode() {
    const auto unit = digits(4);
    if (!unit) return wrong("a '\\u' without four digits");
    if (*unit < 0xD800 || *unit > 0xDFFF) {
      out_ += code_point(*unit);
      return {};
    }
    if (*unit < 0xDC00 && starts("\\u")) {
      at_ += 2;
      const auto low = digits(4);
      if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
        out_ += code_point(0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
        return {};
      }
    }
    return wrong("half a character of two '\\u'");
  }

  result<void> hexadecimal() {
    if (peek() != '{') {
      const auto code = digits(2);
      if (!code) return wrong("a '\\x' without two digits");
      out_ += code_point(*code);
      return {};
    }
    const size_t end = in_.find('}', at_);
    const std::string_view text =
        end == std::string_view::npos ? std::string_view() : in_.substr(at_ + 1, end - at_ - 1);
    if (text.empty() || text.size() > 6 || !std::all_of(text.begin(), text.end(), is_hex)) {
      return wrong("a '\\x' without digits");
    }
    out_ += code_point(hex_value(text));
    at_ = end + 1;
    return {};
  }

  result<void> octal() {
    uint32_t code = 0;
    size_t count = 0;
    while (count < 3 && peek() >= '0' && peek() <= '7' && code * 8 <= 0377) {
      code = code * 8 + static_cast<uint32_t>(in_[at_++] - '0');
      ++count;
    }
    if (count == 0) return wrong("a '\\0' without digits");
    out_ += code_point(code);
    return {};
  }

  result<void> control() {
    if (!more() || static_cast<unsigned char>(peek()) >= 0x80) return wrong("a '\\c' alone");
    out_ += code_point(static_cast<unsigned char>(in_[at_++]) ^ 64U);
    return {};
  }

  result<void> property(bool negated, bool in_class) {
    std::string_view name = in_.substr(at_, 1);
    size_t next = at_ + 1;
    if (name == "{") {
      const size_t end = std::min(in_.find('}', at_), in_.size());
      name = in_.substr(at_ + 1, end - at_ - 1);
      next = std::min(end + 1, in_.size());
    }
    const auto* posix = std::find_if(posix_names.begin(), posix_names.end(),
                                     [&](const auto& each) { return each.first == name; });
    if (posix != posix_names.end()) {
      const std::string made = (negated ? "[:^" : "[:") + std::string(posix->second) + ":]";
      out_ += in_class ? made : "[" + made + "]";
    } else {
      if (name.starts_with("Is")) name.remove_prefix(2);
      const bool category = !name.empty() && name.size() <= 2 &&
                            std::string_view("LMNPSZC").find(name[0]) != std::string_view::npos &&
                            (name.size() == 1 || (is_letter(name[1]) && name[1] >= 'a'));
      if (!category) return not_offered("the property '" + std::string(name.substr(0, 40)) + "'");
      out_ += (negated ? "\\P{" : "\\p{") + std::string(name) + "}";
    }
    at_ = next;
    return {};
  }

  result<void> named_reference() {
    size_t end = at_ + 1;
    while (end < in_.size() && (is_letter(in_[end]) || is_digit(in_[end]))) ++end;
    if (peek() != '<' || end == at_ + 1 || end >= in_.size() || in_[end] != '>') {
      return wrong("a '\\k' without the name of a group");
    }
    out_ += "\\k" + std::string(in_.substr(at_, end + 1 - at_));
    at_ = end + 1;
    return {};
  }

  /// \1; more digits belong to it as long as there are that many groups to the left.
  result<void> reference() {
    size_t number = static_cast<size_t>(in_[at_ - 1] - '0');
    while (is_digit(peek()) && number * 10 + static_cast<size_t>(peek() - '0') <= groups_) {
      number = number * 10 + static_cast<size_t>(in_[at_++] - '0');
    }
    // A group that does not exist takes no part in a match, so that there is none.
    out_ += number > all_groups_ ? "(?!)" : "\\g{" + std::to_string(number) + "}";
    return {};
  }

  std::string_view in_;
  size_t at_ = 0;
  size_t all_groups_;
  size_t groups_ = 0;  ///< Begun so far.
  std::string out_;
};

}  // namespace

result<std::string> java_pattern(std::string_view pattern) {
  if (pattern.size() > limits::regex_bytes_max) {
    return failure{errc::too_large,
                   "the regular expression is longer than " +
                       std::to_string(limits::regex_bytes_max) + " bytes",
                   "", "", "Make it shorter"};
  }
  translation count(pattern, 0);
  if (auto fine = count.run(); !fine) return fine;
  return translation(pattern, count.groups()).run();
}

}  // namespace foliot::el

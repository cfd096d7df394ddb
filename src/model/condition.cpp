#include "model/condition.hpp"

#include <charconv>
#include <optional>
#include <utility>

namespace foliot::model {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == ':' || c == '/' || c == '@' || c == '$';
}

std::optional<int64_t> number_of(const std::string& text) {
  int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

/// "2.0", "-0.5".
std::optional<double> fraction_of(const std::string& text) {
  if (text.find_first_not_of("-.0123456789") != std::string::npos) return std::nullopt;
  double out = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), out, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

/// "status", "node.load.status". What users name stands behind "conf.".
bool is_status(const std::string& field) {
  return field == "status" || (field.ends_with(".status") && !field.starts_with("conf."));
}

}  // namespace

/// Recursive descent over one text.
class condition::parser {
 public:
  explicit parser(std::string_view text) : text_(text) {}

  result<condition> parse() {
    const auto top = either(0);
    if (!top) return top.error();
    blanks();
    if (at_ != text_.size()) return wrong("the condition should end here");
    out_.top_ = *top;
    return std::move(out_);
  }

 private:
  failure wrong(const std::string& what) const {
    return {errc::bad_input, what, "", "condition, character " + std::to_string(at_ + 1),
            "Write it as status == KILLED && node.load.attempt > 2"};
  }
  void blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  bool sign(std::string_view what) {
    blanks();
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  /// A word of letters: "and" is no part of "android".
  bool word(std::string_view what) {
    blanks();
    if (text_.substr(at_, what.size()) != what) return false;
    if (at_ + what.size() < text_.size() && is_word(text_[at_ + what.size()])) return false;
    at_ += what.size();
    return true;
  }
  result<size_t> add(term what) {
    if (out_.terms_.size() >= condition_terms_max)
      return failure{
          errc::too_large,
          "the condition has more than " + std::to_string(condition_terms_max) + " parts", "", "",
          "Shorten it"};
    out_.terms_.push_back(std::move(what));
    return out_.terms_.size() - 1;
  }
  result<size_t> joined(verb what, const result<size_t>& left, const result<size_t>& right) {
    if (!left) return left;
    if (!right) return right;
    return add({what, "", "", *left, *right});
  }

  result<size_t> either(size_t depth) {
    auto left = both(depth);
    while (left && (sign("||") || word("or"))) left = joined(verb::either, left, both(depth));
    return left;
  }
  result<size_t> both(size_t depth) {
    auto left = single(depth);
    while (left && (sign("&&") || word("and"))) left = joined(verb::both, left, single(depth));
    return left;
  }
  result<size_t> single(size_t depth) {
    if (depth >= condition_depth_max)
      return failure{errc::too_large, "the condition is nested too deeply", "", "", "Shorten it"};
    if (sign("(")) {
      auto inner = either(depth + 1);
      if (inner && !sign(")")) return wrong("a ')' is missing");
      return inner;
    }
    blanks();
    if (text_.substr(at_, 2) != "!=" && sign("!")) {
      const auto inner = single(depth + 1);
      return joined(verb::no, inner, inner);
    }
    return comparison();
  }
  result<size_t> comparison() {
    blanks();
    const size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    if (begin == at_) return wrong("the name of a field should stand here");
    term out;
    out.field = std::string(text_.substr(begin, at_ - begin));
    static constexpr std::pair<std::string_view, verb> verbs[] = {
        {"==", verb::equal},      {"!=", verb::unequal}, {"<=", verb::less_equal},
        {">=", verb::more_equal}, {"<", verb::less},     {">", verb::more}};
    bool found = false;
    for (const auto& [text, what] : verbs) {
      if (!sign(text)) continue;
      out.what = what;
      found = true;
      break;
    }
    if (!found) return wrong("one of == != < <= > >= should stand here");
    if (is_status(out.field) && out.what != verb::equal && out.what != verb::unequal)
      return wrong("statuses are in no order: == or != should stand here");
    auto value = value_here();
    if (!value) return value.error();
    out.value = std::move(*value);
    return add(std::move(out));
  }
  result<std::string> value_here() {
    blanks();
    if (at_ < text_.size() && (text_[at_] == '\'' || text_[at_] == '"')) {
      const size_t end = text_.find(text_[at_], at_ + 1);
      if (end == std::string_view::npos) return wrong("the closing quote is missing");
      const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
      return std::string(inside);
    }
    const size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    if (begin == at_) return wrong("a value should stand here");
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string_view text_;
  size_t at_ = 0;
  condition out_;
};

result<condition> condition::parse(std::string_view text) {
  if (text.size() > condition_bytes_max)
    return failure{errc::too_large,
                   "the condition has " + std::to_string(text.size()) + " bytes, and " +
                       std::to_string(condition_bytes_max) + " are taken",
                   "", "", "Shorten it"};
  return parser(text).parse();
}

bool condition::compare(verb what, const std::string& left, const std::string& right) {
  const auto judge = [what](const auto& a, const auto& b) {
    switch (what) {
      case verb::equal: return a == b;
      case verb::unequal: return a != b;
      case verb::less: return a < b;
      case verb::less_equal: return a <= b;
      case verb::more: return a > b;
      default: return a >= b;
    }
  };
  const auto a = number_of(left);
  const auto b = number_of(right);
  if (a && b) return judge(*a, *b);
  const auto one = fraction_of(left);
  const auto other = fraction_of(right);
  return one && other ? judge(*one, *other) : judge(left, right);
}

bool condition::holds(const std::vector<record_field>& record) const { return holds(top_, record); }

bool condition::holds(size_t at, const std::vector<record_field>& record) const {
  const term& one = terms_[at];
  if (one.what == verb::both) return holds(one.left, record) && holds(one.right, record);
  if (one.what == verb::either) return holds(one.left, record) || holds(one.right, record);
  if (one.what == verb::no) return !holds(one.left, record);
  for (const record_field& field : record)
    if (field.name == one.field) return compare(one.what, field.value, one.value);
  // What is as in a blank record is left out.
  const bool truth = one.value == "true" || one.value == "false";
  const bool number = fraction_of(one.value).has_value();
  return compare(one.what, truth ? "false" : number ? "0" : "", one.value);
}

bool condition::holds_without(const std::set<std::string>& absent,
                              const std::vector<record_field>& record) const {
  return known(top_, absent, record).value_or(false);
}

/// Nothing where it depends on an absent field.
std::optional<bool> condition::known(size_t at, const std::set<std::string>& absent,
                                     const std::vector<record_field>& record) const {
  const term& one = terms_[at];
  if (one.what != verb::both && one.what != verb::either && one.what != verb::no) {
    if (absent.contains(one.field)) return std::nullopt;
    return holds(at, record);
  }
  const auto left = known(one.left, absent, record);
  if (one.what == verb::no) return left ? std::optional(!*left) : std::nullopt;
  const auto right = known(one.right, absent, record);
  const bool decides = one.what == verb::either;  // what one part alone decides
  if (left == decides || right == decides) return decides;
  return left && right ? std::optional(!decides) : std::nullopt;
}

std::set<std::string> condition::fields() const {
  std::set<std::string> out;
  for (const term& one : terms_)
    if (!one.field.empty()) out.insert(one.field);
  return out;
}

}  // namespace foliot::model

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "time/cron.hpp"

namespace foliot::time {
namespace {

enum field : size_t { minute, hour, day_of_month, month, day_of_week, fields };

struct field_rule {
  std::string_view name;
  int32_t least;
  int32_t most;
  int32_t step_most;  ///< Quartz: the number of values less what it happens to subtract.
};
constexpr std::array<field_rule, fields> rules{{{"minute", 0, 59, 59},
                                                {"hour", 0, 23, 23},
                                                {"day-of-month", 1, 31, 31},
                                                {"month", 1, 12, 12},
                                                {"day-of-week", 1, 7, 7}}};

constexpr std::array<std::string_view, 12> month_names{"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                       "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
constexpr std::array<std::string_view, 7> day_names{"SUN", "MON", "TUE", "WED",
                                                    "THU", "FRI", "SAT"};

bool digit(char c) { return c >= '0' && c <= '9'; }

/// 1.. for a known name of a month or weekday, 0 otherwise.
int32_t named(size_t which, std::string_view name) {
  const auto look = [&](const auto& names) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? 0 : static_cast<int32_t>(found - names.begin()) + 1;
  };
  if (name.size() != 3) return 0;
  return which == month ? look(month_names) : look(day_names);
}

/// "L", "LW", "L-3", "L-3W", "L-": what begins a last day rather than a name.
bool last_form(std::string_view item) {
  if (item == "L" || item == "LW") return true;
  if (!item.starts_with("L-")) return false;
  size_t at = 2;
  while (at < item.size() && digit(item[at])) ++at;
  return at == item.size() || (at + 1 == item.size() && item[at] == 'W');
}

/// A whole decimal with an optional sign, as Java's Integer.parseInt.
std::optional<int32_t> whole_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(text.size() > 1 && digit(text[1]) ? 1 : 0);
  int32_t out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

/// The digits at `at`, which moves behind them.
std::optional<int32_t> digits_at(std::string_view text, size_t& at) {
  const size_t begin = at;
  while (at < text.size() && digit(text[at])) ++at;
  return whole_number(text.substr(begin, at - begin));
}

}  // namespace

/// Reads one expression. Functions give the sentence that says what is wrong, "" when all is well.
class cron_reader {
 public:
  explicit cron_reader(std::string_view text) : text_(text) {}

  result<cron> read(dialect reading);

 private:
  failure wrong(std::string sentence, std::string remedy, std::string code = "E1003") const {
    return {errc::bad_input,
            "the cron frequency '" + std::string(text_.substr(0, 100)) + "' " + std::move(sentence),
            std::move(code), "", std::move(remedy)};
  }
  result<void> split();
  result<void> read_field(size_t which);
  result<void> check_values(bool any_day, bool any_weekday) const;
  std::string whose_fault(size_t which) const;
  static std::string remedy_for(size_t which);
  std::string read_item(size_t which, std::string_view item);
  std::string read_name(size_t which, std::string_view item);
  std::string read_star(size_t which, std::string_view item);
  std::string read_last(size_t which, std::string_view item);
  std::string read_number(size_t which, std::string_view item);
  std::string read_range(size_t which, std::string_view item, size_t at, int32_t from);
  std::string read_increment(size_t which, std::string_view item, size_t at, int32_t from);
  std::string read_nth(std::string_view text, int32_t weekday);
  std::string add(size_t which, int32_t from, int32_t to, int32_t step);
  static std::string check_step(size_t which, int32_t step);
  day_rule month_days() const;
  day_rule week_days() const;

  std::string_view text_;
  std::array<std::string, fields> parts_;
  std::array<uint64_t, fields> sets_{};
  bool last_day_ = false;
  bool nearest_weekday_ = false;
  bool last_of_week_ = false;
  int32_t offset_ = 0;
  int32_t nth_ = 0;
};

result<void> cron_reader::split() {
  if (text_.size() > limits::cron_text_bytes_max) {
    return failure{
        errc::too_large,
        "a cron frequency has more than " + std::to_string(limits::cron_text_bytes_max) + " bytes",
        "E1003", "", "Write ranges and increments instead of long lists"};
  }
  std::vector<std::string_view> found;
  std::string_view rest = text_;
  while (rest.ends_with(' ')) rest.remove_suffix(1);  // as Java's split
  for (size_t blank = 0; blank != std::string_view::npos;) {
    blank = rest.find(' ');
    found.push_back(rest.substr(0, blank));
    if (blank != std::string_view::npos) rest.remove_prefix(blank + 1);
  }
  if (std::find(found.begin(), found.end(), std::string_view()) != found.end()) {
    return wrong("has two blanks in a row or one in front", "Write one blank between two fields");
  }
  if (found.size() != fields) {
    std::string missing = found.size() < fields ? ": '" + std::string(rules[found.size()].name) +
                                                      "' or another one is missing"
                                                : "";
    return wrong("has " + std::to_string(found.size()) +
                     (found.size() == 1 ? " field" : " fields") + " instead of 5" + missing,
                 "Write minute, hour, day-of-month, month and day-of-week");
  }
  for (size_t i = 0; i < fields; ++i) {
    for (const char c : found[i]) {
      if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) > '~')
        return wrong("holds a character that is none of a cron expression",
                     "Use letters, digits and * , - / ? # with single blanks");
      parts_[i] += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
  }
  return {};
}

std::string cron_reader::check_step(size_t which, int32_t step) {
  if (step <= rules[which].step_most) return "";
  return "has an increment of " + std::to_string(step) + ", more than " +
         std::to_string(rules[which].step_most);
}

/// The values `from`..`to` by `step`. `to` -1: `from` alone when the step is 0, else up to the
/// greatest. A range that ends before it begins goes on at the least value.
std::string cron_reader::add(size_t which, int32_t from, int32_t to, int32_t step) {
  const field_rule& rule = rules[which];
  if (from < rule.least || from > rule.most || to > rule.most) {
    return "has a value outside " + std::to_string(rule.least) + ".." + std::to_string(rule.most);
  }
  if (step <= 0) {
    sets_[which] |= uint64_t{1} << from;
    return "";
  }
  const int32_t round = rule.most - rule.least + 1;
  if (to == -1) to = rule.most;
  if (to < from) to += round;
  for (int64_t value = from; value <= to; value += step) {
    sets_[which] |= uint64_t{1} << (value > rule.most ? value - round : value);
  }
  return "";
}

std::string cron_reader::read_nth(std::string_view text, int32_t weekday) {
  const auto nth = whole_number(text);
  if (!nth || *nth < 1 || *nth > 5) return "needs a number from 1 to 5 behind '#'";
  nth_ = *nth;
  return add(day_of_week, weekday, -1, 0);
}

std::string cron_reader::read_name(size_t which, std::string_view item) {
  if (which != month && which != day_of_week) return "holds letters, which mean nothing here";
  const int32_t from = named(which, item.substr(0, 3));
  if (from == 0) return "holds the unknown name '" + std::string(item.substr(0, 3)) + "'";
  const char next = item.size() > 3 ? item[3] : '\0';
  if (next == '-') {
    const int32_t to = named(which, item.substr(4, 3));
    if (to == 0) return "needs a name such as '" + std::string(item.substr(0, 3)) + "' behind '-'";
    return add(which, from, to, 1);
  }
  if (which == day_of_week && next == '#') return read_nth(item.substr(4), from);
  if (which == day_of_week && next == 'L') last_of_week_ = true;
  return add(which, from, -1, 0);
}

std::string cron_reader::read_star(size_t which, std::string_view item) {
  const bool star = item.front() == '*';
  if (item.size() > (star ? 1U : 0U) && item[star ? 1 : 0] == '/') {
    const auto step = whole_number(item.substr(star ? 2 : 1));
    if (!step) return "needs a whole number behind '/'";
    if (auto problem = check_step(which, *step); !problem.empty()) return problem;
    return add(which, rules[which].least, -1, std::max(*step, 1));
  }
  return add(which, rules[which].least, -1, 1);
}

std::string cron_reader::read_last(size_t which, std::string_view item) {
  if (which == day_of_week) return add(which, 7, -1, 0);
  if (which != day_of_month) return "";  // names no value; a list may have others
  last_day_ = true;
  size_t at = 1;
  if (at < item.size() && item[at] == '-') {
    ++at;
    if (at >= item.size()) return "needs a number behind 'L-'";
    const bool any = digit(item[at]);
    const auto offset = digits_at(item, at);
    if (any && (!offset || *offset > 30)) return "goes back more than 30 days from the last";
    offset_ = any ? *offset : 0;
  }
  nearest_weekday_ = nearest_weekday_ || (at < item.size() && item[at] == 'W');
  return "";
}

std::string cron_reader::read_range(size_t which, std::string_view item, size_t at, int32_t from) {
  if (at >= item.size() || !digit(item[at])) return "needs a number behind '-'";
  const auto to = digits_at(item, at);
  if (!to) return "has a number that is too large";
  if (at >= item.size() || item[at] != '/') return add(which, from, *to, 1);
  ++at;
  if (at >= item.size() || !digit(item[at])) return "needs a number behind '/'";
  const auto step = digits_at(item, at);
  if (!step) return "has a number that is too large";
  return add(which, from, *to, *step);
}

std::string cron_reader::read_increment(size_t which, std::string_view item, size_t at,
                                        int32_t from) {
  if (at >= item.size() || !digit(item[at])) return "needs a number behind '/'";
  const size_t begin = at;
  const auto step = digits_at(item, at);
  if (!step) return "has a number that is too large";
  if (at == begin + 1 && at < item.size()) return "has something strange behind '/'";
  if (auto problem = check_step(which, *step); !problem.empty()) return problem;
  return add(which, from, -1, *step);
}

std::string cron_reader::read_number(size_t which, std::string_view item) {
  size_t at = 0;
  const auto value = digits_at(item, at);
  if (!value) return "has a number that is too large";
  const char next = at < item.size() ? item[at] : '\0';
  switch (next) {
    case 'L':
      if (which != day_of_week) return "has an 'L' behind a number, which only day-of-week knows";
      last_of_week_ = true;
      return add(which, *value, -1, 0);
    case 'W':
      if (which != day_of_month) return "has a 'W', which only day-of-month knows";
      nearest_weekday_ = true;
      return add(which, *value, -1, 0);
    case '#':
      if (which != day_of_week) return "has a '#', which only day-of-week knows";
      return read_nth(item.substr(at + 1), *value);
    case '-': return read_range(which, item, at + 1, *value);
    case '/': return read_increment(which, item, at + 1, *value);
    default: return add(which, *value, -1, 0);
  }
}

std::string cron_reader::read_item(size_t which, std::string_view item) {
  const char c = item.front();
  if (c == '?') return "has a '?', which must stand alone in one of the two day fields";
  if (c == '*' || c == '/') return read_star(which, item);
  if (last_form(item)) return read_last(which, item);
  if (c >= 'A' && c <= 'Z') return read_name(which, item);
  if (digit(c)) return read_number(which, item);
  return std::string("has an unexpected '") + c + "'";
}

std::string cron_reader::whose_fault(size_t which) const {
  return "is refused: the " + std::string(rules[which].name) + " '" + parts_[which].substr(0, 60) +
         "' ";
}

std::string cron_reader::remedy_for(size_t which) {
  return "Use " + std::to_string(rules[which].least) + "-" + std::to_string(rules[which].most) +
         " with * , - / as in Quartz";
}

result<void> cron_reader::read_field(size_t which) {
  const std::string& part = parts_[which];
  const std::string whose = whose_fault(which);
  const std::string remedy = remedy_for(which);
  const bool list = part.find(',') != std::string::npos;
  if (list && (which == day_of_month || which == day_of_week) &&
      part.find('L') != std::string::npos) {
    return wrong(whose + "has an 'L' within a list", "Write 'L' alone, or another coordinator");
  }
  if (which == day_of_week && std::count(part.begin(), part.end(), '#') > 1)
    return wrong(whose + "has more than one '#'", "Write one of them per coordinator");
  std::string_view rest = part;
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    if (comma > 0) {
      if (auto problem = read_item(which, rest.substr(0, comma)); !problem.empty()) {
        return wrong(whose + problem, remedy);
      }
    }
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return {};
}

/// Quartz reads a field without values ("L" for hours, ",") and fails when it looks for a time;
/// only days of the month it misses at once.
result<void> cron_reader::check_values(bool any_day, bool any_weekday) const {
  for (const size_t which : {day_of_month, minute, hour, month, day_of_week}) {
    if (sets_[which] != 0 || (which == day_of_month && (any_day || last_day_))) continue;
    if (which == day_of_week && any_weekday) continue;
    return wrong(whose_fault(which) + "names no value", remedy_for(which),
                 which == day_of_month ? "E1003" : "E0803");
  }
  return {};
}

day_rule cron_reader::month_days() const {
  using form = day_rule::form;
  day_rule out;
  out.days = static_cast<uint32_t>(sets_[day_of_month]);
  out.offset = offset_;
  if (last_day_) {
    out.how = nearest_weekday_ ? form::last_weekday : form::last_day;
  } else if (nearest_weekday_) {
    out.how = form::nearest_weekday;
    out.day = std::countr_zero(out.days);  // Quartz keeps the least of a list
  }
  return out;
}

day_rule cron_reader::week_days() const {
  using form = day_rule::form;
  day_rule out;
  out.how = last_of_week_ ? form::last_of_week : nth_ != 0 ? form::nth_of_week : form::days_of_week;
  out.days = static_cast<uint32_t>(sets_[day_of_week]);
  out.day = std::countr_zero(out.days);
  out.nth = nth_;
  return out;
}

result<cron> cron_reader::read(dialect reading) {
  if (auto done = split(); !done) return done.error();
  const bool any_day = parts_[day_of_month] == "?";
  const bool any_weekday = parts_[day_of_week] == "?";
  if (any_day && any_weekday)
    return wrong("has '?' for both kinds of days", "Write '*' for one of them");
  for (size_t which = 0; which < fields; ++which) {
    const bool none = (which == day_of_month && any_day) || (which == day_of_week && any_weekday);
    if (none) continue;
    if (auto done = read_field(which); !done) return done.error();
  }
  if (auto done = check_values(any_day, any_weekday); !done) return done.error();
  cron out;
  out.text_ = std::string(text_);
  out.minutes_ = sets_[minute];
  out.hours_ = static_cast<uint32_t>(sets_[hour]);
  out.months_ = static_cast<uint32_t>(sets_[month]);
  // A '*' gives way to the other kind; two restricted kinds are a union (coordinator.md 3.2).
  if (!any_day && (any_weekday || parts_[day_of_month] != "*")) out.of_month_ = month_days();
  if (!any_weekday && (any_day || parts_[day_of_month] == "*" || parts_[day_of_week] != "*"))
    out.of_week_ = week_days();
  const bool first = out.of_month_ && cron::rule_can_fire(*out.of_month_, out.months_);
  const bool second = out.of_week_ && cron::rule_can_fire(*out.of_week_, out.months_);
  if (out.of_month_ && out.of_week_ && first != second) {
    if (reading == dialect::oozie)
      return wrong(std::string("has ") + (first ? "days of the week" : "days of the month") +
                       " that never come",
                   "Write '*' for them", "E0803");
    first ? out.of_week_.reset() : out.of_month_.reset();
  }
  out.can_fire_ = first || second;
  return out;
}

result<cron> cron::parse(std::string_view text, dialect reading) {
  return cron_reader(text).read(reading);
}

}  // namespace foliot::time

#include <string>

#include "time/calendar.hpp"
#include "time/zone_rules.hpp"

namespace foliot::time {
namespace {

constexpr int64_t day_s = 86'400;

/// A cursor over a rule's text. Every reader leaves it where it was when it finds nothing.
class rule_reader {
 public:
  explicit rule_reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool skip(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// "PST" or "<+0330>": at least three characters.
  bool name() {
    const bool quoted = skip('<');
    size_t size = 0;
    while (size < rest_.size() && name_character(rest_[size], quoted)) ++size;
    if (size < (quoted ? 1U : 3U)) return false;
    rest_.remove_prefix(size);
    return !quoted || skip('>');
  }

  /// Digits, at most `most`.
  std::optional<int32_t> number(int32_t least, int32_t most) {
    int32_t out = 0;
    size_t size = 0;
    while (size < rest_.size() && size < 4 && rest_[size] >= '0' && rest_[size] <= '9')
      out = out * 10 + (rest_[size++] - '0');
    if (size == 0 || out < least || out > most) return std::nullopt;
    rest_.remove_prefix(size);
    return out;
  }

  /// "-5:30:15" in seconds, at most `hours` either way.
  std::optional<int32_t> time(int32_t hours) {
    const int32_t sign = skip('-') ? -1 : (skip('+'), 1);
    const auto hour = number(0, hours);
    if (!hour) return std::nullopt;
    int32_t out = *hour * 3'600;
    for (const int32_t unit : {60, 1}) {
      if (!skip(':')) break;
      const auto part = number(0, 59);
      if (!part) return std::nullopt;
      out += *part * unit;
    }
    return sign * out;
  }

  std::optional<posix_date> date() {
    posix_date out;
    std::optional<int32_t> day;
    if (skip('M')) {
      const auto month = number(1, 12);
      if (!month || !skip('.')) return std::nullopt;
      const auto week = number(1, 5);
      if (!week || !skip('.')) return std::nullopt;
      out.month = *month;
      out.week = *week;
      day = number(0, 6);
    } else if (skip('J')) {
      out.how = posix_date::form::day_without_leap;
      day = number(1, 365);
    } else {
      out.how = posix_date::form::day_with_leap;
      day = number(0, 365);
    }
    if (!day) return std::nullopt;
    out.day = *day;
    if (!skip('/')) return out;
    const auto at = time(167);
    if (!at) return std::nullopt;
    out.time = *at;
    return out;
  }

 private:
  static bool name_character(char c, bool quoted) {
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) return true;
    return quoted && ((c >= '0' && c <= '9') || c == '+' || c == '-');
  }

  std::string_view rest_;
};

std::optional<posix_rule> read(std::string_view text) {
  rule_reader in(text);
  posix_rule out;
  if (!in.name()) return std::nullopt;
  const auto offset = in.time(24);
  if (!offset) return std::nullopt;
  out.offset = -*offset;
  if (in.at_end()) return out;
  if (!in.name()) return std::nullopt;
  out.dst_offset = out.offset + 3'600;
  if (!in.skip(',')) {
    const auto dst = in.time(24);
    if (!dst || !in.skip(',')) return std::nullopt;
    out.dst_offset = -*dst;
  }
  out.dst_begin = in.date();
  if (!out.dst_begin || !in.skip(',')) return std::nullopt;
  const auto end = in.date();
  if (!end || !in.at_end()) return std::nullopt;
  out.dst_end = *end;
  return out;
}

}  // namespace

int64_t posix_date::in_year(int64_t year) const {
  const auto days_before = [&](int32_t of_month) {
    return to_wall(civil{static_cast<int32_t>(year), of_month}).ms / 1'000;
  };
  if (how != form::weekday_of_month) {
    const bool leap = days_in_month(static_cast<int32_t>(year), 2) == 29;
    // J counts as if no year had a 29 February.
    const bool skipped = how == form::day_without_leap && leap && day >= 60;
    const int32_t index = how == form::day_without_leap ? day - 1 + (skipped ? 1 : 0) : day;
    return days_before(1) + index * day_s + time;
  }
  const int64_t first = days_before(month);
  const int32_t weekday = to_civil(wall_time{first * 1'000}).weekday;
  int32_t in_month = 1 + (day - weekday + 7) % 7 + (week - 1) * 7;
  if (in_month > days_in_month(static_cast<int32_t>(year), month)) in_month -= 7;
  return first + (in_month - 1) * day_s + time;
}

result<posix_rule> posix_rule::parse(std::string_view text) {
  std::optional<posix_rule> out = text.size() <= 100 ? read(text) : std::nullopt;
  if (out) return *out;
  return failure{errc::corrupt, "the time zone file has a rule that cannot be read", "E1003", "",
                 "Install the package tzdata again"};
}

}  // namespace foliot::time

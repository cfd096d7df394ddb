#include "time/zone_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>

namespace foliot::time {
namespace {

// Java's own ids (sun.util.calendar.ZoneInfoFile and its `jdk11_backward` links), sorted.
constexpr std::array<std::pair<std::string_view, std::string_view>, 40> aliases{{
    {"ACT", "Australia/Darwin"},
    {"AET", "Australia/Sydney"},
    {"AGT", "America/Argentina/Buenos_Aires"},
    {"ART", "Africa/Cairo"},
    {"AST", "America/Anchorage"},
    {"BET", "America/Sao_Paulo"},
    {"BST", "Asia/Dhaka"},
    {"CAT", "Africa/Harare"},
    {"CNT", "America/St_Johns"},
    {"CST", "America/Chicago"},
    {"CTT", "Asia/Shanghai"},
    {"EAT", "Africa/Addis_Ababa"},
    {"ECT", "Europe/Paris"},
    {"EET", "Europe/Athens"},
    {"IET", "America/Indiana/Indianapolis"},
    {"IST", "Asia/Kolkata"},
    {"JST", "Asia/Tokyo"},
    {"MIT", "Pacific/Apia"},
    {"NET", "Asia/Yerevan"},
    {"NST", "Pacific/Auckland"},
    {"PLT", "Asia/Karachi"},
    {"PNT", "America/Phoenix"},
    {"PRT", "America/Puerto_Rico"},
    {"PST", "America/Los_Angeles"},
    {"SST", "Pacific/Guadalcanal"},
    {"SystemV/AST4", "America/Puerto_Rico"},
    {"SystemV/AST4ADT", "America/Halifax"},
    {"SystemV/CST6", "America/Regina"},
    {"SystemV/CST6CDT", "America/Chicago"},
    {"SystemV/EST5", "America/Indiana/Indianapolis"},
    {"SystemV/EST5EDT", "America/New_York"},
    {"SystemV/HST10", "Pacific/Honolulu"},
    {"SystemV/MST7", "America/Phoenix"},
    {"SystemV/MST7MDT", "America/Denver"},
    {"SystemV/PST8", "Pacific/Pitcairn"},
    {"SystemV/PST8PDT", "America/Los_Angeles"},
    {"SystemV/YST9", "Pacific/Gambier"},
    {"SystemV/YST9YDT", "America/Anchorage"},
    {"VST", "Asia/Ho_Chi_Minh"},
    {"WET", "Europe/Lisbon"},
}};
static_assert(std::is_sorted(aliases.begin(), aliases.end()), "looked up by halving");

bool digit(char c) { return c >= '0' && c <= '9'; }

/// "+0530" or "+05:30" in minutes; the minutes of an hour and the hours of a day are checked.
std::optional<int32_t> signed_offset(std::string_view text) {
  if (text.size() == 6 && text[3] == ':') {
    if (!digit(text[1]) || !digit(text[2]) || !digit(text[4]) || !digit(text[5])) return {};
  } else if (text.size() != 5 || !std::all_of(text.begin() + 1, text.end(), digit)) {
    return {};
  }
  if (text[0] != '+' && text[0] != '-') return {};
  const size_t minutes_at = text.size() - 2;
  const int32_t hours = (text[1] - '0') * 10 + (text[2] - '0');
  const int32_t minutes = (text[minutes_at] - '0') * 10 + (text[minutes_at + 1] - '0');
  if (hours > 23 || minutes > 59) return {};
  return (text[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Levenshtein distance of two lower-cased words, one row at a time; `most` as soon as it cannot be
/// less.
size_t distance(std::string_view left, std::string_view right, size_t most) {
  std::vector<size_t> row(right.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= left.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    size_t least = i;
    for (size_t j = 1; j < row.size(); ++j) {
      const size_t change = diagonal + (lower(left[i - 1]) == lower(right[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
      least = std::min(least, row[j]);
    }
    if (least >= most) return most;
  }
  return row.back();
}

}  // namespace

std::optional<int32_t> fixed_offset(std::string_view java_id) {
  if (java_id == "UTC" || java_id == "GMT") return 0;
  if (java_id == "EST") return -5 * 60;
  if (java_id == "MST") return -7 * 60;
  if (java_id == "HST") return -10 * 60;
  if (!java_id.starts_with("GMT") || java_id.size() < 4) return {};
  return signed_offset(java_id.substr(3));
}

std::string_view without_alias(std::string_view java_id) {
  const auto found = std::lower_bound(
      aliases.begin(), aliases.end(), java_id,
      [](const auto& alias, std::string_view wanted) { return alias.first < wanted; });
  return found != aliases.end() && found->first == java_id ? found->second : java_id;
}

bool is_java_name(std::string_view tz_name) {
  if (tz_name.empty() || tz_name.starts_with("posix/") || tz_name.starts_with("right/")) {
    return false;
  }
  // Java's ids begin with a capital letter; the database's helper files do not. Some it leaves out.
  return tz_name.front() >= 'A' && tz_name.front() <= 'Z' && tz_name != "Factory" &&
         tz_name != "ROC" && tz_name != "GMT+0" && tz_name != "GMT-0";
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& known) {
  if (word.empty() || word.size() > 64) return {};
  std::string best;
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : known) {
    const size_t gap =
        name.size() > word.size() ? name.size() - word.size() : word.size() - name.size();
    if (gap >= best_distance) continue;
    const size_t d = distance(word, name, best_distance);
    if (d < best_distance) {
      best_distance = d;
      best = name;
    }
  }
  return best;
}

}  // namespace foliot::time

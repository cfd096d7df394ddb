// Cron frequencies: what fires never, rarely, or at another time than one would think.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "time/cron.hpp"
#include "time/datetime.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

namespace {

using parse::outline_attribute;

constexpr std::array<const char*, 5> field_names{"minute", "hour", "day of month", "month",
                                                 "day of week"};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// The number of a field's value: months and weekdays may be names; -1 for anything else.
int number_of(const std::string& text) {
  static constexpr std::array<const char*, 12> months{"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                      "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
  static constexpr std::array<const char*, 7> days{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"};
  const std::string name = upper(text.substr(0, 3));
  for (size_t i = 0; i < months.size(); ++i)
    if (name == months[i]) return static_cast<int>(i) + 1;
  for (size_t i = 0; i < days.size(); ++i)
    if (name == days[i]) return static_cast<int>(i) + 1;
  int out = -1;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

/// An L among others: Quartz refuses the list.
void check_lists(const std::string& field, size_t index, parse::outline_place at,
                 const reporter& out) {
  const std::vector<std::string> parts = split(field, ',');
  if (parts.size() < 2 || (index != 2 && index != 4)) return;
  for (const std::string& part : parts) {
    const std::string text = upper(part);
    if (text.find('L') != std::string::npos)
      out.error("cron-last-in-list", at,
                "'" + part + "' stands in a list of the " + field_names[index] +
                    ", where no 'L' is allowed",
                "Make one coordinator for the last day and one for the others");
    if (text.find('#') != std::string::npos)
      out.warn("cron-nth-in-list", at,
               "of the list '" + field + "' Quartz keeps another weekday than is written",
               "Make a coordinator of its own for '" + part + "'");
  }
}

void check_ranges(const std::string& field, size_t index, parse::outline_place at,
                  const reporter& out) {
  for (const std::string& part : split(field, ',')) {
    const size_t dash = part.find('-');
    if (dash == std::string::npos || dash == 0) continue;
    const int first = number_of(part.substr(0, dash));
    const int second = number_of(part.substr(dash + 1));
    if (first >= 0 && second >= 0 && first > second)
      out.warn("cron-wrapping-range", at,
               "the range '" + part + "' of the " + field_names[index] + " wraps around",
               "Write it as two ranges with a comma where that is meant");
  }
}

bool restricted(const std::string& field) { return field != "*" && field != "?"; }

/// Whether the expression's times are times of day on somebody's clock.
bool daily(const std::vector<std::string>& fields) {
  return fields[1].find_first_of("*/,-") == std::string::npos;
}

void check_fires(const lint_unit& unit, const time::cron& expression, parse::outline_place at,
                 const reporter& out) {
  if (!expression.can_fire()) {
    out.error("cron-never-fires", at, "'" + expression.text() + "' never fires",
              "Write a day that exists in the month");
    return;
  }
  const outline_attribute* start = unit.file->root.attribute("start");
  const outline_attribute* end = unit.file->root.attribute("end");
  if (start == nullptr || end == nullptr) return;
  const auto from = unit.value(start->value, el::phase::submit_nofuncs);
  const auto until = unit.value(end->value, el::phase::submit_nofuncs);
  if (!from || !until) return;
  const auto first = time::parse_datetime(*from, {});
  const auto last = time::parse_datetime(*until, {});
  if (!first || !last || *first >= *last) return;
  const instant fires = expression.next_after({first->ms - ms_per_minute}, {});
  if (fires < *last) return;
  out.error("cron-never-fires", at,
            "'" + expression.text() + "' fires first at " + time::format_datetime(fires, {}) +
                ", not before the end " + time::format_datetime(*last, {}),
            "Set 'end' later, or correct the expression");
}

}  // namespace

void lint_cron(const lint_unit& unit, const reporter& out) {
  const outline_attribute* attribute = unit.file->root.attribute("frequency");
  if (attribute == nullptr) return;
  const std::string& written = attribute->value;
  if (written.starts_with("${") && written.ends_with("}")) {
    const std::string inner = written.substr(2, written.size() - 3);
    if (time::cron::parse(inner)) {
      out.error("cron-in-braces", attribute->at, "a cron expression is no expression for ${}",
                "Write frequency=\"" + inner + "\"");
      return;
    }
  }
  const auto text = unit.value(attribute->value, el::phase::submit_freq);
  if (!text) return;
  const std::vector<std::string> fields = split(*text, ' ');
  if (fields.size() != field_names.size()) return;
  for (size_t i = 0; i < fields.size(); ++i) check_lists(fields[i], i, attribute->at, out);
  const auto expression = time::cron::parse(*text);
  if (!expression) return;
  check_fires(unit, *expression, attribute->at, out);
  for (size_t i = 0; i < fields.size(); ++i) check_ranges(fields[i], i, attribute->at, out);
  if (restricted(fields[2]) && restricted(fields[4]))
    out.warn("cron-both-days", attribute->at,
             "days of the month and of the week are both named: it fires on each of them",
             "Write '?' for the one that does not matter");
  const outline_attribute* zone = unit.file->root.attribute("timezone");
  const auto id =
      zone == nullptr ? std::nullopt : unit.value(zone->value, el::phase::submit_nofuncs);
  if (id && *id != "UTC" && *id != "GMT" && daily(fields))
    out.warn("cron-zone", attribute->at,
             "a cron frequency is read on the clock of UTC, not of " + *id,
             "Write the hour in UTC; see the times with 'foliot preview'");
}

}  // namespace foliot::offline

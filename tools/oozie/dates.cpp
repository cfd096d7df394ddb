#include "tools/oozie/dates.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <vector>

#include "time/calendar.hpp"
#include "time/java_zone_names.hpp"
#include "time/zone_files.hpp"
#include "time/zone_names.hpp"

namespace foliot::oozie {

namespace {

constexpr std::array<std::string_view, 7> weekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

std::optional<int32_t> number(std::string_view text) {
  int32_t out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc{} || end != text.data() + text.size() || text.empty() || out < 0)
    return std::nullopt;
  return out;
}

std::string padded(int32_t value, size_t width) {
  std::string out = std::to_string(value);
  if (out.size() < width) out.insert(0, width - out.size(), '0');
  return out;
}

/// "GMT+5", "GMT-0700", "GMT+5:30" in minutes.
std::optional<int32_t> custom_offset(std::string_view id) {
  if (id.size() < 5 || !id.starts_with("GMT") || (id[3] != '+' && id[3] != '-')) return {};
  const bool west = id[3] == '-';
  id.remove_prefix(4);
  std::string_view hours = id;
  std::string_view minutes = "0";
  if (const size_t colon = id.find(':'); colon != std::string_view::npos) {
    hours = id.substr(0, colon);
    minutes = id.substr(colon + 1);
    if (minutes.size() != 2) return {};
  } else if (id.size() > 2) {
    hours = id.substr(0, id.size() - 2);
    minutes = id.substr(id.size() - 2);
  }
  const auto h = number(hours);
  const auto m = number(minutes);
  if (!h || !m || hours.size() > 2 || *h > 23 || *m > 59) return {};
  return (west ? -1 : 1) * (*h * 60 + *m);
}

time::zone rules_of(std::string_view id) {
  if (const auto offset = custom_offset(id)) return time::zone::fixed(*offset);
  auto found = time::find_zone(id);
  return found ? std::move(*found) : time::zone();
}

std::string gmt_with(int32_t minutes) {
  if (minutes == 0) return "GMT";
  const int32_t size = std::abs(minutes);
  return std::string(minutes < 0 ? "GMT-" : "GMT+") + padded(size / 60, 2) + ":" +
         padded(size % 60, 2);
}

time::civil on_clock(instant at, const display_zone& where) {
  return time::to_civil(where.rules().to_wall(at));
}

std::string clock_text(const time::civil& at, bool seconds) {
  std::string out = padded(at.hour, 2) + ":" + padded(at.minute, 2);
  if (seconds) out += ":" + padded(at.second, 2);
  return out;
}

}  // namespace

display_zone::display_zone(std::string_view java_id) : id_(java_id), rules_(rules_of(java_id)) {
  if (!custom_offset(java_id) && !time::find_zone(java_id)) id_ = "GMT";
}

std::string display_zone::short_name(instant at) const {
  const time::short_names names = time::java_short_names(id_);
  if (names.standard.empty()) return gmt_with(rules_.offset_minutes(at));
  return std::string(rules_.dst_ms(at) > 0 ? names.daylight : names.standard);
}

std::optional<instant> read_date(std::string_view text) {
  if (text.size() != 29 || text.substr(3, 2) != ", " || !text.ends_with(" GMT")) return {};
  time::civil at;
  const auto month = std::find(months.begin(), months.end(), text.substr(8, 3));
  if (month == months.end()) return {};
  at.month = static_cast<int32_t>(month - months.begin()) + 1;
  const auto field = [&](size_t from, size_t size, int32_t most, int32_t& into) {
    const auto value = number(text.substr(from, size));
    if (!value || *value > most) return false;
    into = *value;
    return true;
  };
  if (!field(12, 4, 9999, at.year) || !field(17, 2, 23, at.hour) || !field(20, 2, 59, at.minute) ||
      !field(23, 2, 59, at.second) ||
      !field(5, 2, time::days_in_month(at.year, at.month), at.day) || at.day < 1)
    return {};
  return instant{time::to_wall(at).ms};
}

std::string shown_date(instant at, const display_zone& where, bool seconds) {
  const time::civil fields = on_clock(at, where);
  const std::string name = where.short_name(at);
  const bool offset = name.size() == 9 && name.starts_with("GMT");
  return padded(fields.year, 4) + "-" + padded(fields.month, 2) + "-" + padded(fields.day, 2) +
         " " + clock_text(fields, seconds) + " " + (offset ? name.substr(3) : name);
}

std::string java_date(instant at, const display_zone& where) {
  const time::civil fields = on_clock(at, where);
  return std::string(weekdays[static_cast<size_t>(fields.weekday)]) + " " +
         std::string(months[static_cast<size_t>(fields.month - 1)]) + " " + padded(fields.day, 2) +
         " " + clock_text(fields, true) + " " + where.short_name(at) + " " +
         std::to_string(fields.year);
}

namespace {

/// What Java calls standard time there.
std::string standard_name(const std::string& id) {
  if (const std::string_view known = time::java_short_names(id).standard; !known.empty())
    return std::string(known);
  // A day of January and one of July: standard time is in one of them, wherever it is.
  constexpr instant january{1'767'225'600'000};
  constexpr instant july{1'782'864'000'000};
  const display_zone zone(id);
  return zone.short_name(zone.rules().dst_ms(january) > 0 ? july : january);
}

/// Java's ids in Java's order: those of the database, System V's among them, and last those of
/// three letters that only Java knows.
std::vector<std::string> java_zone_ids() {
  static constexpr std::array<std::string_view, 13> system_v{
      "AST4", "AST4ADT", "CST6", "CST6CDT", "EST5", "EST5EDT", "HST10",
      "MST7", "MST7MDT", "PST8", "PST8PDT", "YST9", "YST9YDT"};
  static constexpr std::array<std::string_view, 28> old{
      "EST", "HST", "MST", "ACT", "AET", "AGT", "ART", "AST", "BET", "BST",
      "CAT", "CNT", "CST", "CTT", "EAT", "ECT", "IET", "IST", "JST", "MIT",
      "NET", "NST", "PLT", "PNT", "PRT", "PST", "SST", "VST"};
  std::vector<std::string> out;
  for (std::string& id : time::zone_file_names())
    if (!id.starts_with("Etc/GMT") && std::find(old.begin(), old.end(), id) == old.end())
      out.push_back(std::move(id));
  for (const std::string_view id : system_v) out.push_back("SystemV/" + std::string(id));
  std::sort(out.begin(), out.end());
  out.insert(out.end(), old.begin(), old.end());
  return out;
}

}  // namespace

std::string list_of_zones() {
  std::string out =
      "The format is \"SHORT_NAME (ID)\"\n"
      "Give the ID (GMT, UTC or Region/City)to the -timezone argument\n"
      "GMT offsets can also be used (e.g. GMT-07:00, GMT-0700, GMT+05:30, GMT+0530)\n"
      "Available Time Zones:\n";
  for (const std::string& id : java_zone_ids())
    out += "      " + standard_name(id) + " (" + id + ")\n";
  return out;
}

std::string machine_zone(std::string_view tz) {
  const auto known = [](std::string_view id) { return static_cast<bool>(time::find_zone(id)); };
  if (tz.starts_with(":")) tz.remove_prefix(1);
  if (!tz.empty()) return known(tz) ? std::string(tz) : "UTC";
  std::string name;
  std::ifstream("/etc/timezone") >> name;
  std::error_code problem;
  const std::string link = std::filesystem::canonical("/etc/localtime", problem).string();
  constexpr std::string_view folder = "/zoneinfo/";
  if (const size_t at = link.find(folder); !problem && at != std::string::npos)
    name = link.substr(at + folder.size());
  if (name == "Etc/UTC" || !known(name)) return "UTC";
  return name;
}

}  // namespace foliot::oozie

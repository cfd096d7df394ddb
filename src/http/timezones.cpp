#include "http/timezones.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "time/calendar.hpp"
#include "time/datetime.hpp"
#include "time/zone.hpp"
#include "time/zone_files.hpp"
#include "time/zone_short_name.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

constexpr int64_t half_year_ms = 182LL * 24 * 3'600'000;

/// "PST": what clocks there show behind the hour when no summer time is on.
std::string standard_name(const time::zone& where, instant now) {
  const instant later{now.ms + half_year_ms};
  const instant at = where.dst_ms(now) == 0 ? now : later;
  return time::zone_short_name(where, at);
}

json entry(const std::string& id, const std::string& name) {
  return {{"timezoneDisplayName", name + " (" + id + ")"}, {"timezoneId", id}};
}

constexpr std::array<std::string_view, 12> date_members{
    "startTime",   "endTime",      "createdTime", "lastModTime", "lastModifiedTime",
    "nominalTime", "pauseTime",    "kickoffTime", "lastAction",  "nextMaterializedTime",
    "actualStart", "expectedStart"};

bool holds_date(const std::string& member) {
  return std::find(date_members.begin(), date_members.end(), member) != date_members.end();
}

/// The instant of "Fri, 02 Jan 2009 00:00:00 GMT".
std::optional<instant> date_read(const std::string& text) {
  static constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  char month[4] = "";
  time::civil at;
  int end = 0;
  const int read = std::sscanf(text.c_str(), "%*3s, %d %3s %d %d:%d:%d GMT%n", &at.day, month,
                               &at.year, &at.hour, &at.minute, &at.second, &end);
  const size_t which = months.find(month);
  if (read != 6 || static_cast<size_t>(end) != text.size() || which == std::string_view::npos)
    return std::nullopt;
  at.month = static_cast<int32_t>(which / 3) + 1;
  return instant{time::to_wall(at).ms};
}

std::string moved(const std::string& date, const time::zone& where) {
  const auto at = date_read(date);
  if (!at) return date;
  const auto out = time::format_pattern(*at, "EEE, dd MMM yyyy HH:mm:ss ", where);
  return out ? *out + time::zone_short_name(where, *at) : date;
}

void show_in(json& body, const time::zone& where) {
  if (body.is_array())
    for (json& item : body) show_in(item, where);
  if (!body.is_object()) return;
  for (auto& [name, value] : body.items()) {
    if (value.is_string() && holds_date(name))
      value = moved(value.get<std::string>(), where);
    else if (value.is_structured())
      show_in(value, where);
  }
}

}  // namespace

json timezones_json(instant now) {
  json out = json::array();
  for (const std::string& id : time::zone_file_names()) {
    if (id.rfind("Etc/GMT", 0) == 0) continue;
    const auto where = time::find_zone(id);
    if (where) out.push_back(entry(id, standard_name(*where, now)));
  }
  for (int hours = -12; hours <= 12; ++hours) {
    if (hours == 0) continue;
    char id[16];
    std::snprintf(id, sizeof id, "GMT%+03d:00", hours);
    out.push_back(entry(id, id));
  }
  return out;
}

void show_in_zone(json& body, std::string_view java_id) {
  const auto where = time::find_zone(java_id);
  if (where) show_in(body, *where);
}

}  // namespace foliot::http

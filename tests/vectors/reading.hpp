// The notations that several files of vectors share. What cannot be read throws: the runner then
// counts the vector as failed.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "time/calendar.hpp"
#include "time/datetime.hpp"
#include "time/frequency.hpp"
#include "time/zone.hpp"

namespace foliot::vectors {

using nlohmann::json;

/// The value, or an exception with the failure's text.
template <class T>
T must(result<T> made) {
  if (made) return std::move(*made);
  throw std::runtime_error(made.error().text());
}

inline instant utc(const std::string& text) {
  return must(time::parse_datetime(text, {}, dialect::oozie));
}
inline std::string shown(instant at) { return time::format_datetime(at, {}); }

inline time::zone zone_of(const json& of, const char* key = "timezone") {
  return must(time::find_zone(of.at(key).get<std::string>()));
}

/// "END_OF_MONTH"; what is no boundary is none, as in Oozie.
inline time::end_of flag_named(std::string_view text) {
  for (size_t i = 0; i < time::end_of_names.size(); ++i)
    if (time::end_of_names[i] == text) return static_cast<time::end_of>(i);
  return time::end_of::none;
}

/// `frequency`, `freq_timeunit`, `end_of_duration`. An end of a period counts its periods; an hour
/// has 60 minutes.
inline time::frequency frequency_of(const json& of) {
  time::frequency out;
  out.count = of.at("frequency").get<int32_t>();
  std::string unit = of.at("freq_timeunit").get<std::string>();
  out.flag = flag_named(of.value("end_of_duration", "NONE"));
  if (unit.starts_with("END_OF_")) unit = unit.substr(7);
  const auto known = time::unit_named(unit);
  if (!known) throw std::runtime_error("no unit " + unit);
  out.unit = *known;
  if (out.unit == time::time_unit::hour) {
    out.count *= 60;
    out.unit = time::time_unit::minute;
  }
  return out;
}

inline std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& each : items) out += (out.empty() ? "" : " ") + each;
  return out;
}

/// Empty when both are equal.
inline std::string compare(const std::string& expected, const std::string& found) {
  return expected == found ? "" : "expected '" + expected + "', found '" + found + "'";
}
inline std::string compare(const std::vector<std::string>& expected,
                           const std::vector<std::string>& found) {
  return compare(joined(expected), joined(found));
}
/// Empty when `good`.
inline std::string unless(bool good, std::string why) { return good ? std::string() : why; }

}  // namespace foliot::vectors

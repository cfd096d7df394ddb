#include "time/zone.hpp"

#include <date/tz.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <utility>
#include <vector>

#include "base/contract.hpp"
#include "time/digits.hpp"
#include "time/zone_names.hpp"

namespace foliot::time {
namespace {

// date's years are 16 bits; both ends leave room for offsets and one more step.
constexpr int64_t ms_limit = 884'500'000'000'000;  // about the year 30000

int64_t clamp(int64_t ms) { return std::clamp(ms, -ms_limit, ms_limit); }

date::sys_seconds to_sys(instant at) {
  return date::floor<std::chrono::seconds>(
      date::sys_time<std::chrono::milliseconds>{std::chrono::milliseconds{clamp(at.ms)}});
}

std::vector<std::string> known_names() {
  std::vector<std::string> names{"UTC", "GMT"};
  for (const date::time_zone& each : date::get_tzdb().zones) {
    if (is_java_name(each.name())) names.push_back(each.name());
  }
  return names;
}

failure unknown_zone(std::string_view java_id, const std::vector<std::string>& known) {
  failure error{errc::bad_input,
                "there is no time zone '" + std::string(java_id.substr(0, 100)) + "'", "E1003", "",
                "Use an id such as UTC, GMT+0530 or America/Los_Angeles"};
  const std::string near = nearest_name(java_id, known);
  if (!near.empty()) error.remedy = "Did you mean " + near + "?";
  return error;
}

}  // namespace

/// Either a zone of the database, which lives as long as the process, or a fixed offset.
struct zone::rules {
  std::string id;
  int64_t fixed_ms = 0;
  const date::time_zone* named = nullptr;
};

zone::zone() {
  static const auto utc = std::make_shared<const rules>(rules{"UTC", 0, nullptr});
  rules_ = utc;
}

zone::zone(std::shared_ptr<const rules> how) : rules_(std::move(how)) {}

zone zone::fixed(int32_t offset_minutes) {
  FOLIOT_ASSERT(offset_minutes > -1440 && offset_minutes < 1440, "an offset is below a day");
  const int32_t size = std::abs(offset_minutes);
  std::string id = offset_minutes < 0 ? "GMT-" : "GMT+";
  append_padded(id, size / 60, 2);
  id += ':';
  append_padded(id, size % 60, 2);
  return zone(std::make_shared<const rules>(
      rules{std::move(id), int64_t{offset_minutes} * ms_per_minute, nullptr}));
}

const std::string& zone::id() const { return rules_->id; }

int64_t zone::offset_ms(instant at) const {
  if (rules_->named == nullptr) return rules_->fixed_ms;
  return std::chrono::milliseconds(rules_->named->get_info(to_sys(at)).offset).count();
}

int32_t zone::offset_minutes(instant at) const {
  return static_cast<int32_t>(offset_ms(at) / ms_per_minute);
}

wall_time zone::to_wall(instant at) const { return wall_time{clamp(at.ms) + offset_ms(at)}; }

instant zone::to_instant(wall_time wall) const {
  if (rules_->named == nullptr) return instant{wall.ms - rules_->fixed_ms};
  const auto local = date::floor<std::chrono::seconds>(
      date::local_time<std::chrono::milliseconds>{std::chrono::milliseconds{clamp(wall.ms)}});
  const date::local_info info = rules_->named->get_info(local);
  // In a gap the offset before it moves the time forward; in an overlap the later instant, which is
  // standard time, counts (GregorianCalendar.computeTime).
  const auto offset =
      info.result == date::local_info::ambiguous ? info.second.offset : info.first.offset;
  return instant{clamp(wall.ms) - std::chrono::milliseconds(offset).count()};
}

result<zone> find_zone(std::string_view java_id) {
  if (java_id == "UTC") return zone();
  try {
    if (const auto offset = fixed_offset(java_id)) {
      return zone(std::make_shared<const zone::rules>(
          zone::rules{std::string(java_id), int64_t{*offset} * ms_per_minute, nullptr}));
    }
    const std::string tz_name(without_alias(java_id));
    const auto& zones = date::get_tzdb().zones;
    const auto found = std::find_if(zones.begin(), zones.end(), [&](const date::time_zone& each) {
      return each.name() == tz_name;
    });
    if (found == zones.end() || !is_java_name(tz_name)) {
      return unknown_zone(java_id, known_names());
    }
    found->get_info(date::sys_seconds{});  // reads the file now: later calls cannot fail
    return zone(std::make_shared<const zone::rules>(zone::rules{std::string(java_id), 0, &*found}));
  } catch (const std::exception& error) {
    return failure{errc::io, std::string("the time zone database cannot be read: ") + error.what(),
                   "E1003", "", "Install the package tzdata"};
  }
}

std::string zone_database() {
  std::ifstream file("/usr/share/zoneinfo/tzdata.zi");
  std::string hash;
  std::string word;
  std::string version;
  if (file >> hash >> word >> version && hash == "#" && word == "version") return version;
  return "unknown";
}

}  // namespace foliot::time

#include "time/zone.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/contract.hpp"
#include "time/digits.hpp"
#include "time/zone_files.hpp"
#include "time/zone_names.hpp"

namespace foliot::time {
namespace {

// Calendar results stay within the years -30000..30000; both ends leave room for offsets.
constexpr int64_t ms_limit = 884'600'000'000'000;

int64_t clamp(int64_t ms) { return std::clamp(ms, -ms_limit, ms_limit); }

int64_t to_seconds(int64_t ms) { return ms / ms_per_second - (ms % ms_per_second < 0 ? 1 : 0); }

failure unknown_zone(std::string_view java_id) {
  failure error{errc::bad_input,
                "there is no time zone '" + std::string(java_id.substr(0, 100)) + "'", "E1003", "",
                "Use an id such as UTC, GMT+0530 or America/Los_Angeles"};
  static const std::vector<std::string> known = zone_file_names();
  if (known.empty()) error.remedy = "Install the package tzdata";
  const std::string near = nearest_name(java_id, known);
  if (!near.empty()) error.remedy = "Did you mean " + near + "?";
  return error;
}

}  // namespace

/// Either the rules of a file, which live as long as the process, or a fixed offset.
struct zone::rules {
  std::string id;
  int64_t fixed_ms = 0;
  std::shared_ptr<const zone_rules> named;
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

bool zone::is_fixed() const { return rules_->named == nullptr; }

int64_t zone::offset_ms(instant at) const {
  if (is_fixed()) return rules_->fixed_ms;
  return rules_->named->at_utc(to_seconds(clamp(at.ms))).offset * ms_per_second;
}

int32_t zone::offset_minutes(instant at) const {
  return static_cast<int32_t>(offset_ms(at) / ms_per_minute);
}

int64_t zone::dst_ms(instant at) const {
  if (is_fixed()) return 0;
  return rules_->named->at_utc(to_seconds(clamp(at.ms))).dst * ms_per_second;
}

wall_time zone::to_wall(instant at) const { return wall_time{clamp(at.ms) + offset_ms(at)}; }

instant zone::to_instant(wall_time wall) const {
  if (is_fixed()) return instant{wall.ms - rules_->fixed_ms};
  const int64_t ms = clamp(wall.ms);
  return instant{ms - rules_->named->at_wall(to_seconds(ms)).offset * ms_per_second};
}

result<zone> find_zone(std::string_view java_id) {
  if (java_id == "UTC") return zone();
  if (const auto offset = fixed_offset(java_id)) {
    return zone(std::make_shared<const zone::rules>(
        zone::rules{std::string(java_id), int64_t{*offset} * ms_per_minute, nullptr}));
  }
  const std::string_view tz_name = without_alias(java_id);
  if (!is_java_name(tz_name)) return unknown_zone(java_id);
  auto found = zone_file(tz_name);
  if (found) {
    return zone(std::make_shared<const zone::rules>(
        zone::rules{std::string(java_id), 0, std::move(*found)}));
  }
  if (found.error().code == errc::not_found) return unknown_zone(java_id);
  return std::move(found).error();
}

}  // namespace foliot::time

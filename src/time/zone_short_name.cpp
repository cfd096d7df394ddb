#include "time/zone_short_name.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string_view>

#include "base/limits.hpp"
#include "time/java_zone_names.hpp"
#include "time/zone_files.hpp"
#include "time/zone_names.hpp"

namespace foliot::time {
namespace {

struct names {
  std::string standard;  ///< Empty: the offset is the name.
  std::string summer;
};

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

std::string take_letters(std::string_view& text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_letter);
  std::string out(text.begin(), end);
  text.remove_prefix(out.size());
  return out;
}

/// The last line of a zone's file is its newest rule: "PST8PDT,M3.2.0,M11.1.0".
names read_names(const std::string& tz_name) {
  const char* chosen = std::getenv("TZDIR");
  const std::string folder = chosen != nullptr && *chosen == '/' ? chosen : "/usr/share/zoneinfo";
  std::ifstream in(folder + "/" + tz_name, std::ios::binary);
  std::string bytes(limits::zone_file_bytes_max, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  if (bytes.empty() || bytes.back() != '\n') return {};
  bytes.pop_back();
  std::string_view rule = std::string_view(bytes).substr(bytes.rfind('\n') + 1);
  names out;
  out.standard = take_letters(rule);
  const auto* const offset_end = std::find_if(rule.begin(), rule.end(), is_letter);
  rule.remove_prefix(static_cast<size_t>(offset_end - rule.begin()));
  out.summer = take_letters(rule);
  return out;
}

const names& names_of(const std::string& tz_name) {
  static std::mutex guard;
  static std::map<std::string, names> known;
  const std::lock_guard lock(guard);
  const auto found = known.find(tz_name);
  if (found != known.end()) return found->second;
  return known.emplace(tz_name, read_names(tz_name)).first->second;
}

std::string by_offset(int32_t minutes) {
  if (minutes == 0) return "GMT";
  char text[16];
  const int32_t size = std::abs(minutes);
  std::snprintf(text, sizeof text, "GMT%c%02d:%02d", minutes < 0 ? '-' : '+', (size / 60) % 100,
                size % 60);
  return text;
}

}  // namespace

std::string zone_short_name(const zone& where, instant at) {
  if (const short_names java = java_short_names(where.id()); !java.standard.empty())
    return std::string(where.dst_ms(at) > 0 ? java.daylight : java.standard);
  const std::string tz_name(without_alias(where.id()));
  if (where.id().rfind("GMT", 0) == 0 || !zone_file(tz_name))
    return by_offset(where.offset_minutes(at));
  const names& known = names_of(tz_name);
  const bool summer = where.dst_ms(at) != 0 && !known.summer.empty();
  const std::string& name = summer ? known.summer : known.standard;
  return name.empty() ? by_offset(where.offset_minutes(at)) : name;
}

}  // namespace foliot::time

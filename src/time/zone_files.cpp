#include "time/zone_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "base/limits.hpp"
#include "time/zone.hpp"
#include "time/zone_names.hpp"

namespace foliot::time {
namespace {

/// $TZDIR, as for the C library, or the system's.
const std::string& folder() {
  static const std::string path = [] {
    const char* chosen = std::getenv("TZDIR");
    return std::string(chosen != nullptr && *chosen == '/' ? chosen : "/usr/share/zoneinfo") + "/";
  }();
  return path;
}

/// Letters, digits and _ + - in one to three parts: nothing that leads elsewhere.
bool safe_name(std::string_view name) {
  if (name.empty() || name.size() > 64 || name.front() == '/' || name.back() == '/') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '+' || c == '-' || c == '/';
  });
}

failure unreadable(std::string_view name) {
  return {errc::io, "the rules of the time zone '" + std::string(name) + "' cannot be read",
          "E1003", "", "Install the package tzdata"};
}

result<zone_rules> read_zone(std::string_view name) {
  const std::string path = folder() + std::string(name);
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) {
    return failure{errc::not_found, "there is no time zone '" + std::string(name) + "'", "E1003",
                   "", "Use an id such as America/Los_Angeles"};
  }
  std::ifstream in(path, std::ios::binary);
  std::string bytes(limits::zone_file_bytes_max + 1, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (in.bad() || in.gcount() <= 0) return unreadable(name);
  bytes.resize(static_cast<size_t>(in.gcount()));
  return zone_rules::parse(bytes);
}

}  // namespace

result<std::shared_ptr<const zone_rules>> zone_file(std::string_view tz_name) {
  using kept = std::shared_ptr<const zone_rules>;
  static std::mutex guard;
  static std::map<std::string, kept, std::less<>> known;
  if (!safe_name(tz_name)) {
    return failure{errc::not_found, "this is no name of a time zone", "E1003", "",
                   "Use an id such as America/Los_Angeles"};
  }
  const std::lock_guard lock(guard);
  if (const auto found = known.find(tz_name); found != known.end()) return found->second;
  auto rules = read_zone(tz_name);
  if (!rules) return std::move(rules).error();
  auto out = std::make_shared<const zone_rules>(std::move(*rules));
  known.emplace(tz_name, out);
  return kept(out);
}

std::vector<std::string> zone_file_names() {
  namespace fs = std::filesystem;
  std::vector<std::string> out;
  std::error_code problem;
  const fs::path root(folder());
  for (fs::recursive_directory_iterator at(root, problem), end; !problem && at != end;
       at.increment(problem)) {
    const std::string name = at->path().lexically_relative(root).generic_string();
    std::error_code ignored;
    if (at->is_directory(ignored)) {
      if (!is_java_name(name + "/")) at.disable_recursion_pending();
    } else if (is_java_name(name) && safe_name(name)) {
      out.push_back(name);
    }
  }
  if (out.empty()) return out;
  out.insert(out.end(), {"UTC", "GMT"});
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::string zone_database() {
  std::ifstream file(folder() + "tzdata.zi");
  std::string hash;
  std::string word;
  std::string version;
  if (file >> hash >> word >> version && hash == "#" && word == "version" && version.size() < 32)
    return version;
  return "unknown";
}

}  // namespace foliot::time

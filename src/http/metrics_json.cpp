#include "http/metrics_json.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace foliot::http {

using nlohmann::json;

namespace {

/// Whole numbers without a fraction, as clients expect them.
json number(const std::string& text) {
  const double value = std::strtod(text.c_str(), nullptr);
  constexpr double exact = 9.0e15;
  if (std::floor(value) == value && std::abs(value) < exact) return static_cast<int64_t>(value);
  return std::isfinite(value) ? json(value) : json(nullptr);
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

json metrics_json(const std::string& exposition) {
  json out{{"version", "3.0.0"}};
  for (const char* kind : {"gauges", "counters", "histograms", "meters", "timers"})
    out[kind] = json::object();
  std::map<std::string, std::string> types;
  std::istringstream lines(exposition);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("# TYPE ", 0) == 0) {
      const size_t blank = line.find(' ', 7);
      if (blank != std::string::npos) types[line.substr(7, blank - 7)] = line.substr(blank + 1);
      continue;
    }
    const size_t end = line.rfind(' ');
    if (line.empty() || line[0] == '#' || end == std::string::npos) continue;
    const std::string name = line.substr(0, end);
    const std::string family = name.substr(0, name.find('{'));
    const json value = number(line.substr(end + 1));
    const auto type = types.find(family);
    if (type != types.end() && type->second == "counter")
      out["counters"][name] = {{"count", value}};
    else if (type != types.end())
      out["gauges"][name] = {{"value", value}};
    else if (ends_with(family, "_count"))
      out["histograms"][family.substr(0, family.size() - 6) + name.substr(family.size())] = {
          {"count", value}};
  }
  return out;
}

}  // namespace foliot::http

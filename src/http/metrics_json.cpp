#include "http/metrics_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <vector>

namespace foliot::http {

using nlohmann::json;

namespace {

/// Whole numbers without a fraction, as clients expect them.
json number(double value) {
  constexpr double exact = 9.0e15;
  if (std::floor(value) == value && std::abs(value) < exact) return static_cast<int64_t>(value);
  return std::isfinite(value) ? json(value) : json(nullptr);
}

/// The values of one histogram, as far as its buckets tell.
struct histogram {
  struct bucket {
    double bound;     ///< No value in it is greater.
    double up_to_it;  ///< How many values are in it or in those before it.
  };
  double count = 0;
  double sum = 0;
  std::vector<bucket> buckets;

  /// The bounds between which the values of bucket `at` lie; the last has no upper one.
  std::pair<double, double> range(size_t at) const {
    const double low = at == 0 ? 0 : buckets[at - 1].bound;
    return {low, std::isfinite(buckets[at].bound) ? buckets[at].bound : low};
  }

  /// The first bucket that, with those before it, has so many values. There must be a bucket.
  size_t holding(double values) const {
    size_t at = 0;
    while (at + 1 < buckets.size() && buckets[at].up_to_it < values) ++at;
    return at;
  }

  double deviation(double mean) const {
    double squares = 0;
    double before = 0;
    for (size_t at = 0; at < buckets.size(); ++at) {
      const auto [low, high] = range(at);
      const double off = (low + high) / 2 - mean;
      squares += (buckets[at].up_to_it - before) * off * off;
      before = buckets[at].up_to_it;
    }
    return std::sqrt(std::max(0.0, squares) / count);
  }
};

json histogram_json(histogram from) {
  std::sort(from.buckets.begin(), from.buckets.end(),
            [](const auto& a, const auto& b) { return a.bound < b.bound; });
  json out{{"count", number(from.count)}};
  const bool empty = from.count <= 0 || from.buckets.empty();
  static constexpr std::array<std::pair<const char*, double>, 6> shares{
      {{"p50", 0.5}, {"p75", 0.75}, {"p95", 0.95}, {"p98", 0.98}, {"p99", 0.99}, {"p999", 0.999}}};
  for (const auto& [name, share] : shares)
    out[name] = empty ? json(0) : number(from.range(from.holding(share * from.count)).second);
  const double mean = empty ? 0 : from.sum / from.count;
  out["mean"] = number(mean);
  out["min"] = empty ? json(0) : number(from.range(from.holding(1)).first);
  out["max"] = empty ? json(0) : number(from.range(from.holding(from.count)).second);
  out["stddev"] = empty ? json(0) : number(from.deviation(mean));
  return out;
}

/// Takes the part of a histogram that the line of `name` and `value` tells, if it is one. `types`:
/// of the families by name.
void take(std::map<std::string, histogram>& all, const std::map<std::string, std::string>& types,
          const std::string& name, double value) {
  const std::string family = name.substr(0, name.find('{'));
  const size_t end = family.rfind('_');
  if (end == std::string::npos) return;
  const auto type = types.find(family.substr(0, end));
  if (type == types.end() || type->second != "histogram") return;
  const std::string part = family.substr(end + 1);
  std::string labels = name.substr(family.size());
  if (part == "bucket") {
    const size_t le = labels.rfind("le=\"");  // the last label
    if (le == std::string::npos) return;
    const double bound = std::strtod(labels.c_str() + le + 4, nullptr);
    const size_t from = le > 1 && labels[le - 1] == ',' ? le - 1 : le;
    labels.erase(from, labels.find('"', le + 4) + 1 - from);
    if (labels == "{}") labels.clear();
    all[type->first + labels].buckets.push_back({bound, value});
  } else if (part == "sum") {
    all[type->first + labels].sum = value;
  } else if (part == "count") {
    all[type->first + labels].count = value;
  }
}

}  // namespace

json metrics_json(const std::string& exposition) {
  json out{{"version", "3.0.0"}};
  for (const char* kind : {"gauges", "counters", "histograms", "meters", "timers"})
    out[kind] = json::object();
  std::map<std::string, std::string> types;
  std::map<std::string, histogram> histograms;
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
    const double value = std::strtod(line.c_str() + end + 1, nullptr);
    const auto type = types.find(name.substr(0, name.find('{')));
    if (type == types.end())
      take(histograms, types, name, value);
    else if (type->second == "counter")
      out["counters"][name] = {{"count", number(value)}};
    else
      out["gauges"][name] = {{"value", number(value)}};
  }
  for (auto& [name, values] : histograms)
    out["histograms"][name] = histogram_json(std::move(values));
  return out;
}

}  // namespace foliot::http

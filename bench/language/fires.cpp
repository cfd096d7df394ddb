// Next fires of cron expressions, beside Quartz.
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "bench/harness.hpp"
#include "bench/language/language.hpp"
#include "time/cron.hpp"
#include "time/zone.hpp"

namespace foliot::bench::language {
namespace {

constexpr int64_t start_ms = 1'767'571'200'000;  // 2026-01-05T00:00Z
constexpr int fires_each = 10;
constexpr int rounds = 2'000;

/// From every few minutes to every few years, and all special days.
constexpr std::array<std::string_view, 16> expressions{
    "*/5 * * * *",       "0 * * * *",      "10 9 * * *",   "0 10,13 * * MON-FRI",
    "0/20 9-17 * * 2-5", "30 22-2 * * *",  "0 0 1 * *",    "0 0 1 * MON",
    "15 18 L * *",       "1 2 L-3 * *",    "0 6 LW * *",   "0 6 15W * *",
    "0 0 * * 6L",        "0 12 * 1,7 2#1", "0 0 29 FEB *", "20-30 * 20 5-7 4,5"};
constexpr std::array<const char*, 2> zones{"UTC", "America/Los_Angeles"};

instant tenth(const time::cron& every, const time::zone& where) {
  instant at{start_ms};
  for (int n = 0; n < fires_each; ++n) at = every.next_after(at, where);
  return at;
}

/// The tenth fires, and what they should be.
bool same_fires(const std::vector<int64_t>& ours, const yardstick& beside) {
  if (beside.java.empty()) return true;
  if (ours == beside.fires) return true;
  for (size_t i = 0; i < ours.size() && i < beside.fires.size(); ++i)
    if (ours[i] != beside.fires[i])
      std::printf("  MISMATCH '%s': %lld, Quartz says %lld\n",
                  std::string(expressions[i % expressions.size()]).c_str(),
                  static_cast<long long>(ours[i]), static_cast<long long>(beside.fires[i]));
  return false;
}

/// An expression that never fires must not cost the years until the calendar's end.
void measure_never() {
  constexpr uint64_t count = 10'000;
  const double rate = rate_of(count, [] {
    for (uint64_t i = 0; i < count; ++i)
      if (time::cron::parse("0 0 30 FEB *").value().next_after(instant{start_ms}, {}) != never)
        std::printf("  it fires\n");
  });
  std::printf("  one that never fires, read and asked %8.2f us\n", 1e6 / rate);
}

}  // namespace

void ask_fires() {
  std::printf("rounds\tfires\t%d\n", rounds);
  for (const char* zone : zones)
    for (const std::string_view text : expressions)
      std::printf("fire\t%s\t%lld\t%s\n", zone, static_cast<long long>(start_ms),
                  std::string(text).c_str());
}

bool measure_fires(const yardstick& beside) {
  std::printf("language: next fires of %zu cron expressions%s%s\n", expressions.size(),
              beside.java.empty() ? "" : ", beside Quartz 2.3.2 on Java ", beside.java.c_str());
  std::vector<time::cron> all;
  for (const std::string_view text : expressions) all.push_back(time::cron::parse(text).value());
  std::vector<int64_t> found;
  for (const char* id : zones) {
    const time::zone where = time::find_zone(id).value();
    for (const time::cron& every : all) found.push_back(tenth(every, where).ms);
    int64_t sum = 0;  // so that nothing is optimised away
    const double rate = rate_of(rounds * all.size() * fires_each, [&] {
      for (int round = 0; round < rounds; ++round)
        for (const time::cron& every : all) sum += tenth(every, where).ms;
    });
    print_rate(std::string(id) + (sum == 0 ? ", none" : ""), rate, beside,
               "fires " + std::string(id));
  }
  measure_never();
  return same_fires(found, beside);
}

}  // namespace foliot::bench::language

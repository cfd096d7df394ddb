// Next fires of cron expressions per second, and what a coordinator's times cost.
//   bench_language_time              prints the figures
//   bench_language_time --questions  prints the expressions for Java's program, which measures
//   Quartz
//                                    (tests/oracle_java/run.sh --bench runs both)
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "model/coordinator.hpp"
#include "time/cron.hpp"
#include "time/datetime.hpp"
#include "time/zone.hpp"

namespace {

using namespace foliot;
using steady = std::chrono::steady_clock;

constexpr int64_t start_ms = 1'767'571'200'000;  // 2026-01-05T00:00Z

/// From every few minutes to every few years, and all special days.
constexpr std::array<std::string_view, 16> expressions{
    "*/5 * * * *",       "0 * * * *",      "10 9 * * *",   "0 10,13 * * MON-FRI",
    "0/20 9-17 * * 2-5", "30 22-2 * * *",  "0 0 1 * *",    "0 0 1 * MON",
    "15 18 L * *",       "1 2 L-3 * *",    "0 6 LW * *",   "0 6 15W * *",
    "0 0 * * 6L",        "0 12 * 1,7 2#1", "0 0 29 FEB *", "20-30 * 20 5-7 4,5"};

double seconds_since(steady::time_point from) {
  return std::chrono::duration<double>(steady::now() - from).count();
}

void measure_fires(const std::string& zone_id, double seconds) {
  const time::zone where = time::find_zone(zone_id).value();
  std::vector<time::cron> all;
  for (const std::string_view text : expressions) all.push_back(time::cron::parse(text).value());
  uint64_t count = 0;
  int64_t sum = 0;  // so that nothing is optimised away
  const auto from = steady::now();
  while (seconds_since(from) < seconds) {
    for (const time::cron& every : all) {
      instant at{start_ms};
      for (int n = 0; n < 10; ++n) at = every.next_after(at, where);
      sum += at.ms;
      count += 10;
    }
  }
  std::printf("Foliot, %s: %.0f next fires/s (%s)\n", zone_id.c_str(),
              static_cast<double>(count) / seconds_since(from), sum == 0 ? "none" : "checked");
}

void measure_job(const char* name, const std::string& expression, bool last_only) {
  model::coordinator_definition job;
  job.start = instant{start_ms};
  job.end = plus_ms(job.start, 365 * ms_per_day);
  job.zone = time::find_zone("America/Los_Angeles").value();
  if (expression.empty())
    job.every = time::frequency{5, time::time_unit::minute, time::end_of::none};
  else
    job.every = time::cron::parse(expression).value();
  const auto from = steady::now();
  size_t made = 0;
  if (last_only) {
    // A year of downtime: how many are due, and the last of them.
    const uint32_t due = model::total_actions(job);
    made = model::materialise(job, due - 1, never, 1).nominal.size();
  } else {
    model::high_water_mark mark(0);
    for (bool done = false; !done;) {
      const auto step = model::materialise(job, mark, never, 1'000);
      made += step.nominal.size();
      if (!step.nominal.empty())
        mark = {mark.actions + static_cast<uint32_t>(step.nominal.size()), step.nominal.back()};
      done = step.done;
    }
  }
  std::printf("%s: %zu nominal times in %.3f ms\n", name, made, seconds_since(from) * 1'000);
}

void measure_never() {
  const auto from = steady::now();
  constexpr int rounds = 1'000;
  int64_t sum = 0;
  for (int i = 0; i < rounds; ++i)
    sum += time::cron::parse("0 0 30 FEB *").value().next_after(instant{start_ms}, {}).ms & 1;
  std::printf("an expression that never fires, read and asked: %.2f us (%lld)\n",
              seconds_since(from) * 1e6 / rounds, static_cast<long long>(sum));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--questions") {
    for (const std::string_view text : expressions)
      std::printf("C\t%.*s\tUTC\t%lld\t10\n", static_cast<int>(text.size()), text.data(),
                  static_cast<long long>(start_ms));
    return 0;
  }
  measure_fires("UTC", 3);
  measure_fires("America/Los_Angeles", 1);
  measure_never();
  measure_job("a year of every 5 minutes", "", false);
  measure_job("a year of cron */5", "*/5 * * * *", false);
  measure_job("LAST_ONLY after a year of minutes", "* * * * *", true);
  return 0;
}

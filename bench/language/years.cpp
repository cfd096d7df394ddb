// Coordinators over a year: all actions of one with two inputs, and the last of one whose order is
// LAST_ONLY.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "base/limits.hpp"
#include "bench/harness.hpp"
#include "bench/language/language.hpp"
#include "model/action.hpp"
#include "model/coordinator.hpp"
#include "model/input_check.hpp"
#include "parse/definitions.hpp"
#include "time/datetime.hpp"

namespace foliot::bench::language {
namespace {

const char* const year_of_five_minutes = R"(
<coordinator-app name='retail' frequency='${coord:minutes(5)}' start='2026-01-01T00:00Z'
                 end='2027-01-01T00:00Z' timezone='America/Los_Angeles'
                 xmlns='uri:oozie:coordinator:0.4'>
  <datasets>
    <dataset name='clicks' frequency='${coord:minutes(5)}' initial-instance='2025-01-01T00:00Z'
             timezone='UTC'>
      <uri-template>file:///data/clicks/${YEAR}/${MONTH}/${DAY}/${HOUR}${MINUTE}</uri-template>
    </dataset>
    <dataset name='prices' frequency='${coord:days(1)}' initial-instance='2025-01-01T08:00Z'
             timezone='America/Los_Angeles'>
      <uri-template>file:///data/prices/${YEAR}-${MONTH}-${DAY}</uri-template>
      <done-flag>ready</done-flag>
    </dataset>
  </datasets>
  <input-events>
    <data-in name='now' dataset='clicks'><instance>${coord:current(0)}</instance></data-in>
    <data-in name='then' dataset='prices'><instance>${coord:current(-1)}</instance></data-in>
  </input-events>
  <action><workflow><app-path>/apps/retail</app-path></workflow></action>
</coordinator-app>)";

/// Every minute from `start` to the end of 2026, LAST_ONLY.
std::string every_minute(const char* frequency, const char* start) {
  return "<coordinator-app name='minutes' frequency='" + std::string(frequency) + "' start='" +
         start +
         "' end='2027-01-01T00:00Z' timezone='UTC' "
         "xmlns='uri:oozie:coordinator:0.4'><controls><execution>LAST_ONLY</execution></controls>"
         "<action><workflow><app-path>/apps/minutes</app-path></workflow></action>"
         "</coordinator-app>";
}

std::shared_ptr<const model::coordinator_definition> understood(std::string xml) {
  const parse::cached_definitions definitions{time::processing_zone{}};
  auto made =
      definitions.coordinator({entity_kind::coordinator, "/apps/bench", "", std::move(xml), {}});
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().sentence.c_str());
    std::exit(1);
  }
  return *made;
}

instant at(const char* text) { return time::parse_datetime(text, {}).value(); }

double ms_since(int64_t begin) { return static_cast<double>(now_ns() - begin) / 1e6; }

/// The most memory that this process ever had, KiB: what was used for a moment counts as well.
long peak_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
  return 0;
}

/// All steps of the coordinator, and what each action has to wait for.
bool measure_year() {
  const auto definition = understood(year_of_five_minutes);
  const instant now = at("2027-06-01T00:00Z");
  const model::coordinator_context context{{0, entity_kind::coordinator, 0, 1, 1}, *definition};
  model::action_identity identity{"0000001-270601000000000-oozie-C@1", "joe", {}, now};
  size_t actions = 0;
  size_t instances = 0;
  double step_ms = 0;
  const int64_t begin = now_ns();
  auto made = model::advance(context, {}, model::coordinator_events::created{}, now);
  while (made.accepted && !made.next.done) {
    const int64_t step = now_ns();
    made =
        model::advance(context, made.next,
                       model::coordinator_events::materialised{limits::materialise_step_max}, now);
    step_ms += ms_since(step);
    for (const auto& born : made.births) {
      identity.nominal = std::get<model::action_events::created>(born.event).nominal;
      const auto named = model::dependencies_of(*definition, identity);
      instances += named ? named->fixed.size() : 0;
    }
    actions += made.births.size();
  }
  const double all_ms = ms_since(begin);
  std::printf("language: a year of every 5 minutes with two inputs\n");
  std::printf("  %zu actions, %zu instances: %.0f ms, of which the actions %.1f ms (goal < 1000)\n",
              actions, instances, all_ms, step_ms);
  return actions == 105'120 && instances == 2 * actions;
}

struct downtime {
  uint32_t due = 0;
  bool right = false;  ///< The last is to be started, the one before it is passed over.
  double took_ms = 0;
  long memory_kib = 0;
};

/// What a downtime from `start` until the end of 2026 leaves to be done.
downtime look_back(const char* frequency, const char* start) {
  const auto definition = understood(every_minute(frequency, start));
  const instant now = at("2026-12-31T23:59Z");
  downtime out;
  const long memory = peak_kib();
  const int64_t begin = now_ns();
  out.due = model::total_actions(*definition);
  const auto last = model::materialise(*definition, out.due - 1, now, 1).nominal;
  const auto before = model::materialise(*definition, out.due - 2, now, 1).nominal;
  out.right = last.size() == 1 && before.size() == 1 &&
              !model::to_be_skipped(*definition, out.due, last[0], now) &&
              model::to_be_skipped(*definition, out.due - 1, before[0], plus_ms(now, 1));
  out.took_ms = ms_since(begin);
  out.memory_kib = peak_kib() - memory;
  return out;
}

bool measure_last_only(const char* frequency, const char* start, uint32_t expected) {
  const downtime found = look_back(frequency, start);
  std::printf("  %-12s %8u due, the last found: %.3f ms (goal <= 100), memory +%ld KiB (goal 0)\n",
              frequency, found.due, found.took_ms, found.memory_kib);
  return found.right && found.due == expected;
}

}  // namespace

bool measure_years() {
  std::printf("language: LAST_ONLY after a downtime, every minute of one year, of ten\n");
  constexpr uint32_t year = 365 * 1440;
  constexpr uint32_t decade = 10 * year + 2 * 1440;  // 2020 and 2024 have a day more
  bool right = true;
  for (const char* frequency : {"1", "* * * * *"}) {
    look_back(frequency, "2026-12-31T23:00Z");  // what the code itself takes, once
    right = measure_last_only(frequency, "2026-01-01T00:00Z", year) && right;
    right = measure_last_only(frequency, "2017-01-01T00:00Z", decade) && right;
  }
  right = measure_year() && right;
  if (!right) std::printf("  WRONG number of actions or instances\n");
  return right;
}

}  // namespace foliot::bench::language

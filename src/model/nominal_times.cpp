#include "model/nominal_times.hpp"

#include <algorithm>
#include <variant>

#include "time/cron.hpp"
#include "time/frequency.hpp"

namespace foliot::model {

namespace {

struct describer {
  std::string operator()(const time::frequency& every) const { return frequency_text(every); }
  std::string operator()(const time::cron& every) const { return "cron " + every.text(); }
};

}  // namespace

std::vector<numbered_time> nominal_times(const timetable& of, instant from, instant until,
                                         uint32_t limit, high_water_mark made) {
  const uint32_t passed = actions_before(of, from);
  const auto due = materialise(of, passed > made.actions ? high_water_mark(passed) : made,
                               plus_ms(until, -1), limit);
  uint64_t number = std::max(passed, made.actions);
  std::vector<numbered_time> out;
  out.reserve(due.nominal.size());
  for (const instant at : due.nominal) out.push_back({++number, at});
  return out;
}

uint64_t count_actions(const coordinator_definition& of) { return total_actions(of); }

std::string frequency_text(const time::frequency& every) {
  int64_t count = every.count;
  std::string unit(time::name(every.unit));
  for (char& c : unit) c = static_cast<char>(c - 'A' + 'a');
  if (every.unit == time::time_unit::minute && count % 60 == 0) {
    count /= 60;
    unit = "hour";
  }
  const std::string text =
      count == 1 ? "every " + unit : "every " + std::to_string(count) + " " + unit + "s";
  return every.flag == time::end_of::none ? text : text + ", at its end";
}

std::string schedule_text(const coordinator_definition& of) {
  return std::visit(describer{}, of.every);
}

}  // namespace foliot::model

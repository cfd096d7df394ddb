#include "tools/offline/nominal_times.hpp"

#include <algorithm>
#include <variant>

#include "time/cron.hpp"
#include "time/frequency.hpp"

namespace foliot::offline {

namespace {

using model::coordinator_definition;

/// The end of a job, which in a job of one moment (start = end, rulings 0.4) is behind its action.
instant end_of(const coordinator_definition& of) {
  return of.start == of.end ? instant{of.end.ms + ms_per_minute} : of.end;
}

class walk {
 public:
  walk(const coordinator_definition& of, instant from, instant until, uint32_t limit)
      : of_(of), from_(from), until_(std::min(until, end_of(of))), limit_(limit) {}

  std::vector<numbered_time> operator()(const time::frequency& every) const {
    std::vector<numbered_time> out;
    uint32_t number = time::count_before(every, of_.start, from_, of_.zone);
    while (out.size() < limit_) {
      const instant at = time::nominal_time(every, of_.start, ++number, of_.zone);
      if (at >= until_) break;
      out.push_back({number, at});
    }
    return out;
  }

  /// Ticks are read on the processing zone's clock and corrected by the job's zone; the correction
  /// looks at the tick before, so the walk begins where one is known.
  std::vector<numbered_time> operator()(const time::cron& every) const {
    const time::zone clock;
    std::vector<numbered_time> out;
    instant before{of_.start.ms - ms_per_minute};
    uint64_t number = 0;
    constexpr int64_t run_up_ms = 40 * ms_per_day;
    const instant near{from_.ms - run_up_ms};
    const instant known = near > of_.start ? every.next_after(near, clock) : never;
    // A tick well before `from`: all before it are counted, not visited.
    if (known < instant{from_.ms - 2 * ms_per_day}) {
      number = every.count_between(before, known, clock) + 1;
      before = known;
    }
    while (out.size() < limit_) {
      const instant tick = every.next_after(before, clock);
      if (tick == never || tick >= end_of(of_)) break;
      ++number;
      const instant at = time::dst_corrected(tick, before, of_.start, of_.zone);
      before = tick;
      if (tick.ms - ms_per_day >= until_.ms) break;
      if (at >= from_ && at < until_) out.push_back({number, at});
    }
    return out;
  }

 private:
  const coordinator_definition& of_;
  instant from_;
  instant until_;
  uint32_t limit_;
};

struct counter {
  const coordinator_definition& of;

  uint64_t operator()(const time::frequency& every) const {
    return time::count_before(every, of.start, end_of(of), of.zone);
  }
  uint64_t operator()(const time::cron& every) const {
    return every.count_between({of.start.ms - ms_per_minute}, end_of(of), {});
  }
};

struct describer {
  std::string operator()(const time::frequency& every) const { return frequency_text(every); }
  std::string operator()(const time::cron& every) const { return "cron " + every.text(); }
};

/// A coordinator's frequency is one of several kinds, a dataset's is always numeric.
template <class Visitor>
auto visit_schedule(const Visitor& visitor, const time::frequency& every) {
  return visitor(every);
}
template <class Visitor, class... Kinds>
auto visit_schedule(const Visitor& visitor, const std::variant<Kinds...>& every) {
  return std::visit(visitor, every);
}

}  // namespace

std::vector<numbered_time> nominal_times(const coordinator_definition& of, instant from,
                                         instant until, uint32_t limit) {
  return visit_schedule(walk(of, from, until, limit), of.every);
}

uint64_t count_actions(const coordinator_definition& of) {
  return visit_schedule(counter{of}, of.every);
}

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
  return visit_schedule(describer{}, of.every);
}

}  // namespace foliot::offline

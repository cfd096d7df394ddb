// How often a coordinator or dataset repeats, and the nominal times that follow (coordinator.md 3).
#pragma once

#include <cstdint>
#include <variant>

#include "base/instant.hpp"
#include "time/calendar.hpp"
#include "time/cron.hpp"
#include "time/zone.hpp"

namespace foliot::time {

/// A numeric frequency as Oozie keeps it: coord:hours(2) is 120 minutes, there is no hour here.
struct frequency {
  int32_t count = 1;  ///< > 0
  time_unit unit = time_unit::minute;
  end_of flag = end_of::none;

  friend bool operator==(const frequency&, const frequency&) = default;
};

/// When a coordinator's actions are due.
using schedule = std::variant<frequency, cron>;

/// The nominal time of action `number` (1, 2, ...) of a job that starts at `start`, in the job's
/// zone: add(move_to_end(start), (number - 1) * count). Rises strictly with the number until it is
/// `never`.
instant nominal_time(const frequency& every, instant start, uint32_t number, const zone& where);

/// How many nominal times lie before `end`: the number of the last action before it, 0 if none.
/// Takes a logarithmic number of calendar steps, however long the span (at most 2^32 - 1).
uint32_t count_before(const frequency& every, instant start, instant end, const zone& where);

}  // namespace foliot::time

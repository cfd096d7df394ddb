// Which instances of a dataset an action means: coord:current and its like (coordinator.md 4.2).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "time/frequency.hpp"
#include "time/zone.hpp"

namespace foliot::time {

/// The calendar of a dataset.
struct dataset_calendar {
  instant initial;  ///< `initial-instance` as written; endOf* frequencies move it.
  frequency every;
  zone where;  ///< The dataset's own zone.
};

/// The first instance: `initial` moved to its boundary.
instant first_instance(const dataset_calendar& of);

/// An instance and its index from the first (0).
struct instance_position {
  instant at;
  int64_t index = 0;
};

/// The instance in force at nominal time `nominal`; nothing before the first instance.
std::optional<instance_position> current_instance(const dataset_calendar& of, instant nominal);

/// coord:current(n) for n = `from`..`to`, newest first. Instances before the first one are left
/// out; empty when `nominal` lies before it. Steps add up from the oldest, as in Oozie, so that a
/// pinned month end stays pinned. Fails with bad_input E1010 when from > to and with too_large when
/// the range has more than limits::instances_per_event_max instances.
result<std::vector<instant>> current_range(const dataset_calendar& of, instant nominal,
                                           int64_t from, int64_t to);

/// coord:hoursInDay(n): the length in hours of the day that is n frequency units after the current
/// instance's time; -1 when `nominal` lies before the first instance.
int32_t hours_in_day(const dataset_calendar& of, instant nominal, int64_t n);

/// coord:daysInMonth(n): the length in days of that month; -1 before the first instance.
int32_t days_in_month(const dataset_calendar& of, instant nominal, int64_t n);

}  // namespace foliot::time

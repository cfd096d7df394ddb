// When the actions of a coordinator are due, from any time on. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/instant.hpp"
#include "model/definition.hpp"
#include "model/timetable.hpp"

namespace foliot::model {

struct numbered_time {
  uint64_t number = 0;  ///< Of the action, from 1.
  instant nominal;

  friend bool operator==(const numbered_time&, const numbered_time&) = default;
};

/// The actions of `of` after the mark `made` whose nominal time is not before `from`, is before
/// `until` and the job's end, at most `limit`, in their order.
std::vector<numbered_time> nominal_times(const timetable& of, instant from, instant until,
                                         uint32_t limit, high_water_mark made = 0);

/// How many actions `of` has in all.
uint64_t count_actions(const coordinator_definition& of);

/// "every 15 minutes", "every month, at its end", "cron 0 6 * * *"
std::string schedule_text(const coordinator_definition& of);
/// "every day"
std::string frequency_text(const time::frequency& every);

}  // namespace foliot::model

// When a coordinator's actions are due, which of them are made now, which are passed over: pure
// range functions over gaps of any length (architecture 5, coordinator.md 5.2, 5.5).
#pragma once

#include <cstdint>
#include <vector>

#include "base/instant.hpp"
#include "base/limits.hpp"
#include "model/definition.hpp"

namespace foliot::model {

/// A definition and the end that its job has: a change may have moved it. Refers to the definition.
struct timetable {
  const coordinator_definition& job;
  instant end;

  timetable(const coordinator_definition& definition)  // NOLINT: implicit
      : job(definition), end(definition.end) {}
  timetable(const coordinator_definition& definition, instant job_end)
      : job(definition), end(job_end) {}
};

/// How far a job has come: actions 1..`actions` exist. `last_nominal` is the nominal time of the
/// last of them, `never` when it is not at hand; it finds a cron's place without counting.
struct high_water_mark {
  uint32_t actions = 0;
  instant last_nominal = never;

  high_water_mark(uint32_t made, instant last = never)  // NOLINT: implicit
      : actions(made), last_nominal(last) {}
};

/// The nominal times after the mark `from`, that are not after `until` and before the job's end (of
/// a cron: whose ticks are before it), at most `limit`. `done` says that none is left after them at
/// all, `next` is the nominal time of the one that would follow (`never` when done).
struct materialisation {
  std::vector<instant> nominal;
  instant next = never;
  bool done = false;
};
materialisation materialise(const timetable& of, high_water_mark from, instant until,
                            uint32_t limit);

/// The nominal time that follows the mark, whether or not it is before the job's end; `never` when
/// there is none.
instant next_nominal(const timetable& of, high_water_mark from);

/// The nominal time of action `number` (1, 2, ...), whether or not it is before the job's end;
/// `hint` is one that may be of it. `never` when there is none.
instant nominal_numbered(const timetable& of, uint32_t number, instant hint = never);

/// How many actions the job has in all, at most 2^32 - 1.
uint32_t total_actions(const timetable& of);

/// How many actions have a nominal time before `bound` and before the job's end, at most 2^32 - 1.
uint32_t actions_before(const timetable& of, instant bound);

/// How many actions there are before the first one whose nominal time is `bound` or later, and
/// before the job's end. Of a cron that is not always `actions_before`: the end cuts its ticks as
/// they are written, a change of the clock may move the nominal time an hour away from them.
uint32_t named_before(const timetable& of, instant bound);

/// Actions are made when their nominal time is less than this ahead (Oozie:
/// materialization.window 3600 s, whose end is left out).
inline constexpr int64_t materialise_lookahead_ms = 3600 * ms_per_second;

/// The latest nominal time whose action may be made at `now`.
constexpr instant materialise_until(instant now) {
  return plus_ms(now, materialise_lookahead_ms - 1);
}
/// When the action of that nominal time may be made.
constexpr instant materialise_at(instant nominal) {
  return plus_ms(nominal, 1 - materialise_lookahead_ms);
}

/// An action of execution order NONE may start this long after its nominal time
/// (oozie.coord.execution.none.tolerance, 1 minute).
inline constexpr int64_t none_tolerance_ms = ms_per_minute;

/// What an execution order of LAST_ONLY or NONE says of action `number` with `nominal` at `now`:
/// whether it is to be skipped (coordinator.md 5.5).
bool to_be_skipped(const timetable& of, uint32_t number, instant nominal, instant now);

/// The first moment at which `to_be_skipped` is true; `never` when that cannot come.
instant skip_at(const timetable& of, uint32_t number, instant nominal);

/// A job of LAST_ONLY or NONE that has a whole window of the past to catch up with does so in one
/// step, whatever the throttle: most of it is skipped (coordinator.md 5.2). Whether it has.
bool catches_up(const timetable& of, high_water_mark from, instant now);

/// The last action from the mark on that is to be skipped at `now`, all those between as well;
/// the mark's own number when none is. Logarithmic, for a cron linear in the ticks passed over.
high_water_mark skipped_through(const timetable& of, high_water_mark from, instant now);

}  // namespace foliot::model

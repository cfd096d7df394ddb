// COORDINATOR job: turns its frequency into actions, one per nominal time (coordinator.md 5).
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/action.hpp"
#include "model/definition.hpp"
#include "model/status.hpp"
#include "model/step.hpp"
#include "model/summary.hpp"

namespace foliot::model {

struct coordinator_record {
  uint64_t version = 0;  ///< 0: not born.
  status state = status::none;
  instant created;
  instant modified;
  instant since;  ///< When `state` was entered.
  hash128 definition;
  std::string user;
  std::string name;
  std::string app_path;
  job_number bundle = 0;  ///< Parent, or 0.
  uint32_t actions = 0;   ///< High-water mark: actions 1..actions exist.
  instant last_nominal;   ///< Of action `actions`; meaningless while that is 0.
  bool done = false;      ///< Nothing is left to materialise.
  bool pending = false;   ///< Some action has an order unconfirmed.
  std::string error_code;
  std::string error;

  friend bool operator==(const coordinator_record&, const coordinator_record&) = default;
};

namespace coordinator_events {
struct created {
  hash128 definition;
  std::string user;
  std::string name;
  std::string app_path;
  job_number bundle = 0;
};
/// Time and room for `room` more actions (throttle less those WAITING, at least 1).
struct materialised {
  uint32_t room = 0;
};
struct children_changed {
  child_summary summary;
};
struct killed {};
}  // namespace coordinator_events

using coordinator_event =
    std::variant<coordinator_events::created, coordinator_events::materialised,
                 coordinator_events::children_changed, coordinator_events::killed>;

namespace coordinator_effects {
/// The next nominal time (less the lookahead) is not reached yet.
struct wake_at {
  instant at;
};
/// An action could be made now: the shell feeds `materialised` if there is room.
struct materialise {};
/// Every unfinished action gets a kill order.
struct kill_actions {};
struct ask_summary {};
/// The parent bundle shall know this status.
struct report {};
}  // namespace coordinator_effects

using coordinator_effect =
    std::variant<coordinator_effects::wake_at, coordinator_effects::materialise,
                 coordinator_effects::kill_actions, coordinator_effects::ask_summary,
                 coordinator_effects::report>;

struct coordinator_context {
  entity_id self;
  const coordinator_definition& definition;
};

using coordinator_step = step<coordinator_record, action_event>;

coordinator_step advance(const coordinator_context& context, const coordinator_record& record,
                         const coordinator_event& event, instant now);
std::vector<coordinator_effect> owed(const coordinator_context& context,
                                     const coordinator_record& record, instant now);

/// How far a job has come: actions 1..`actions` exist. `last_nominal` is the nominal time of the
/// last of them, `never` when it is not at hand; it finds a cron's place without counting.
struct high_water_mark {
  uint32_t actions = 0;
  instant last_nominal = never;

  high_water_mark(uint32_t made, instant last = never)  // NOLINT: implicit
      : actions(made), last_nominal(last) {}
};
inline high_water_mark mark_of(const coordinator_record& record) {
  return {record.actions, record.last_nominal};
}

/// Pure range function (architecture 5): the nominal times after the mark `from`, that are not
/// after `until` and before the job's end (of a cron: whose ticks are before it), at most `limit`.
/// `done` says that none is left after them at all, `next` is the nominal time of the one that
/// would follow (`never` when done).
struct materialisation {
  std::vector<instant> nominal;
  instant next = never;
  bool done = false;
};
materialisation materialise(const coordinator_definition& definition, high_water_mark from,
                            instant until, uint32_t limit);

/// The nominal time that follows the mark, whether or not it is before the job's end; `never` when
/// there is none.
instant next_nominal(const coordinator_definition& definition, high_water_mark from);

/// How many actions the job has in all, at most 2^32 - 1.
uint32_t total_actions(const coordinator_definition& definition);

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

/// Which of the READY actions start now (coordinator.md 5.5). `ready` maps action numbers to
/// nominal times, ascending; `busy` counts SUBMITTED and RUNNING ones and those granted a slot.
std::vector<uint32_t> choose_starts(const coordinator_definition& definition,
                                    const std::vector<uint32_t>& ready, uint32_t busy);

/// What an execution order of LAST_ONLY or NONE says of action `number` with `nominal` at `now`:
/// whether it is to be skipped (coordinator.md 5.5).
bool to_be_skipped(const coordinator_definition& definition, uint32_t number, instant nominal,
                   instant now);

/// The first moment at which `to_be_skipped` is true; `never` when that cannot come.
instant skip_at(const coordinator_definition& definition, uint32_t number, instant nominal);

}  // namespace foliot::model

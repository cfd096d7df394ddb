// COORDINATOR job: turns its frequency into actions, one per nominal time (coordinator.md 5).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/action.hpp"
#include "model/definition.hpp"
#include "model/orders.hpp"
#include "model/status.hpp"
#include "model/step.hpp"
#include "model/summary.hpp"
#include "model/timetable.hpp"

namespace foliot::model {

/// Actions first..through were made before an update: they keep the definition that they were made
/// by (coordinator.md 6.3).
struct former_definition {
  uint32_t first = 0;
  uint32_t through = 0;
  hash128 definition;

  friend bool operator==(const former_definition&, const former_definition&) = default;
};

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
  instant end_changed = never;       ///< Its end, where that is not the definition's any more.
  instant pause_at = never;          ///< No action of this nominal time or a later one is made.
  bool concurrency_changed = false;  ///< `concurrency` holds, not the definition's.
  int32_t concurrency = 0;
  /// How often its actions were told to be held or to go on: they obey each order once.
  uint32_t orders = 0;
  uint32_t reruns_obeyed = 0;  ///< Serial number of its bundle's newest rerun that it obeyed.
  std::vector<former_definition> former;  ///< Ascending, without overlaps.
  /// Actions that were purged, by the status that they had: they count as if they were there.
  std::vector<std::pair<status, uint32_t>> gone;

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
struct suspended {};
struct resumed {};
/// The pause time has come.
struct pause_reached {};
/// A change that was judged and found good. Of the actions, only 1..`keep` stay; UINT32_MAX: all.
struct changed {
  coordinator_change values;
  uint32_t keep = UINT32_MAX;
};
/// These actions, all of them at rest, start over. `ranges`: the ranges of SKIPPED actions, each
/// one record, that hold some of them.
struct rerun {
  std::vector<uint32_t> actions;
  std::vector<std::pair<uint32_t, uint32_t>> ranges;
  rerun_options options;
  uint32_t serial = 0;   ///< As in orders::rerun.
  bool at_once = false;  ///< Their workflows run again without waiting for data or a slot.
  configuration given;   ///< Properties for them.
};
/// These actions, all of them at rest, do not count any more.
struct actions_ignored {
  std::vector<uint32_t> actions;
};
/// Another definition for the actions to come; those that exist keep theirs.
struct updated {
  hash128 definition;
  std::string app_path;
};
/// The same where both definitions have the same concurrency: one that was changed stays.
struct updated_but_concurrency {
  updated what;
};
/// These actions were purged, all of them at rest: records `first`..`last` of each pair, with those
/// workflows below them.
struct pruned {
  std::vector<std::pair<uint32_t, uint32_t>> actions;
  std::vector<job_number> workflows;
  std::vector<std::pair<status, uint32_t>> counts;  ///< How many of them had which status.
};
}  // namespace coordinator_events

using coordinator_event = std::variant<
    coordinator_events::created, coordinator_events::materialised,
    coordinator_events::children_changed, coordinator_events::killed, coordinator_events::suspended,
    coordinator_events::resumed, coordinator_events::pause_reached, coordinator_events::changed,
    coordinator_events::rerun, coordinator_events::actions_ignored, coordinator_events::updated,
    coordinator_events::pruned, coordinator_events::updated_but_concurrency>;

namespace coordinator_effects {
/// The next nominal time (less the lookahead) is not reached yet.
struct wake_at {
  instant at;
};
/// An action could be made now: the shell feeds `materialised` if there is room.
struct materialise {};
/// Every unfinished action gets a kill order.
struct kill_actions {};
/// Every unfinished action that has not obeyed order `serial` is held, or goes on.
struct order_actions {
  uint32_t serial = 0;
  bool hold = false;
};
/// The pause time is over: the shell feeds `pause_reached`.
struct pause {};
struct ask_summary {};
/// The parent bundle shall know this status.
struct report {};
}  // namespace coordinator_effects

using coordinator_effect =
    std::variant<coordinator_effects::wake_at, coordinator_effects::materialise,
                 coordinator_effects::kill_actions, coordinator_effects::order_actions,
                 coordinator_effects::pause, coordinator_effects::ask_summary,
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

inline high_water_mark mark_of(const coordinator_record& record) {
  return {record.actions, record.last_nominal};
}

/// Adds the purged actions of `record` to counters of those that are there.
void count_gone(const coordinator_record& record, child_counts& counts);

/// When its actions are due, as the job stands.
inline timetable timetable_of(const coordinator_definition& definition,
                              const coordinator_record& record) {
  return {definition, record.end_changed == never ? definition.end : record.end_changed};
}
/// How many of its actions may run at once, as the job stands; negative: any number.
inline int32_t concurrency_of(const coordinator_definition& definition,
                              const coordinator_record& record) {
  return record.concurrency_changed ? record.concurrency : definition.concurrency;
}

/// How many more actions may be made at `now`, when `waiting` are WAITING: throttle less those; all
/// that a LAST_ONLY or NONE job has to catch up with, at most `batch` (coordinator.md 5.2).
uint32_t room_for(const coordinator_context& context, const coordinator_record& record,
                  uint32_t waiting, uint32_t batch, instant now);

}  // namespace foliot::model

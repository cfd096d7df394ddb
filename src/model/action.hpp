// Coordinator ACTION: waits for its inputs, then for a slot, then for its workflow (coordinator.md
// 5.3, 5.4). A waiting one is small: everything that can be derived from (definition, number) is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/dialect.hpp"
#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"
#include "model/orders.hpp"
#include "model/status.hpp"
#include "model/step.hpp"
#include "model/timetable.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

struct action_error {
  std::string code;
  std::string message;

  friend bool operator==(const action_error&, const action_error&) = default;
};

/// By name of an input event or of a part of the input logic: what coord:dataIn gives, joined by
/// commas.
using resolved_inputs = std::map<std::string, std::string, std::less<>>;

/// What few actions have.
struct action_extra {
  /// SKIPPED together with all actions up to this number, in this one record; 0: alone.
  uint32_t through = 0;
  instant actual = never;  ///< Its inputs are named as of this time, not of `created`.
  bool cleaning = false;   ///< A rerun deletes its outputs before anything else.
  /// From READY until its workflow is born: what depended on which data was there.
  resolved_inputs resolved;
  /// A rerun lets this workflow of the run before go on, instead of a new one; 0: none.
  job_number again = 0;
  configuration given;  ///< Properties for that.

  friend bool operator==(const action_extra&, const action_extra&) = default;
};

struct action_record {
  uint64_t version = 0;         ///< 0: not born.
  status state = status::none;  ///< none with a version: taken away again.
  bool pending = false;         ///< An order was passed on to the workflow and is not confirmed.
  bool held = false;            ///< The job is suspended: it does not move, and its workflow rests.
  uint32_t obeyed = 0;          ///< The last of its coordinator's orders that it obeyed.
  instant nominal;
  instant created;  ///< Oozie's "actual time".
  instant modified;
  job_number workflow = 0;                    ///< Chosen when the action is SUBMITTED.
  std::shared_ptr<const action_error> error;  ///< Of FAILED and of a failed workflow.
  std::shared_ptr<const action_extra> extra;  ///< Null: as a default one.
};

/// How many actions the record stands for: more than one of a SKIPPED range.
inline uint32_t actions_in(const action_record& record, uint32_t number) {
  return record.extra && record.extra->through > number ? record.extra->through - number + 1 : 1;
}
/// The record of action `number` out of that of a range: with its own nominal time.
action_record out_of_range(const action_record& range, uint32_t number, const timetable& plan);

/// coord:actualTime(): when its inputs were last named.
inline instant actual_time(const action_record& record) {
  return record.extra && record.extra->actual != never ? record.extra->actual : record.created;
}

bool operator==(const action_record& a, const action_record& b);

namespace action_events {
/// Materialised by its coordinator, which has given `orders` orders so far.
struct created {
  instant nominal;
  uint32_t orders = 0;
};
/// All its inputs are there.
struct inputs_found {
  resolved_inputs resolved;  ///< Of latest, future and input logic; else empty.
};
/// nominal time + timeout is over (coordinator.md 5.4).
struct timed_out {};
/// LAST_ONLY or NONE passed it over.
struct skipped {};
/// A slot was given and the workflow application is sound; its record is born with this step.
struct submitted {
  job_number workflow = 0;
  workflow_events::created birth;
};
/// The workflow application was refused.
struct start_refused {
  std::string code;
  std::string sentence;
};
/// The workflow's record of this status is on disk.
struct workflow_changed {
  status state = status::none;
  std::string error_code;
  std::string error;
};
struct killed {};
/// The coordinator was suspended or resumed: its order `serial`.
struct ordered {
  uint32_t serial = 0;
  bool hold = false;
};
/// The coordinator's time does not reach it any more.
struct retired {};
/// Ended, and to start over. `orders` as in `created`.
struct rerun {
  rerun_options options;
  uint32_t orders = 0;
  bool at_once = false;  ///< Its workflow runs again without waiting for data or a slot.
  configuration given;   ///< Properties for that.
};
/// The workflow of the run before runs again; its record changes with this step.
struct workflow_rerun {
  workflow_events::rerun event;
};
/// SKIPPED without ever having waited, with all actions up to `through`.
struct passed_over {
  instant nominal;
  uint32_t through = 0;
};
/// The SKIPPED range ends here from now on.
struct cut_short {
  uint32_t through = 0;
};
struct ignored {};
/// The outputs of the run before are gone.
struct outputs_cleaned {};
}  // namespace action_events

using action_event =
    std::variant<action_events::created, action_events::inputs_found, action_events::timed_out,
                 action_events::skipped, action_events::submitted, action_events::start_refused,
                 action_events::workflow_changed, action_events::killed, action_events::ordered,
                 action_events::retired, action_events::rerun, action_events::passed_over,
                 action_events::cut_short, action_events::ignored, action_events::outputs_cleaned,
                 action_events::workflow_rerun>;

namespace action_effects {
/// Wake at that time: the nominal time lies ahead, or the time-out.
struct wake_at {
  instant at;
};
/// Tell me when the inputs are there. Without inputs: at once (from the nominal time on).
struct watch_inputs {};
/// Its workflow shall be told so.
struct order_workflow {
  enum class verb : uint8_t { kill, suspend, resume } what = verb::kill;
};
/// The outputs of the run before shall go; then `outputs_cleaned` is fed.
struct clean_outputs {};
/// Its workflow shall run again at once; then `workflow_rerun` is fed.
struct rerun_workflow {};
/// The outputs are there now: datasets that others wait for.
struct announce_outputs {};
/// The coordinator shall know this status; READY asks for a slot thereby.
struct report {};
}  // namespace action_effects

using action_effect = std::variant<action_effects::wake_at, action_effects::watch_inputs,
                                   action_effects::order_workflow, action_effects::clean_outputs,
                                   action_effects::rerun_workflow, action_effects::announce_outputs,
                                   action_effects::report>;

struct action_context {
  entity_id self;
  const coordinator_definition& definition;
  instant job_end;  ///< As the job stands; only `owed` asks for it.
};

using action_step = step<action_record, workflow_event>;

action_step advance(const action_context& context, const action_record& record,
                    const action_event& event, instant now);
std::vector<action_effect> owed(const action_context& context, const action_record& record,
                                instant now);

// -- what is derived from (definition, number) ---------------------------------------------------

/// Who the action is, for expressions (coord:user(), coord:actionId(), ...).
struct action_identity {
  std::string action_id;  ///< Wire id.
  std::string user;
  instant nominal;
  instant created;
  /// How expressions are read: as the coordinator was (rulings).
  dialect reading = dialect::lenient;
  instant born = never;  ///< What the waits of input logic count from; `never`: `created`.
  /// What coord:latest looks back from; nothing: `created` (latest-el.use-current-time).
  std::optional<instant> latest_from = std::nullopt;
};

/// The instances of one input or output event, in Oozie's order (newest first), without done-flag.
/// Fails with unsupported where latest or future are open (model/dataset_instances.hpp resolves
/// them).
result<std::vector<std::string>> instance_uris(const coordinator_definition& definition,
                                               const data_event& event,
                                               const action_identity& identity);

/// What exists once the action has SUCCEEDED: output URIs with done-flags, for those who wait.
result<std::vector<std::string>> output_uris(const coordinator_definition& definition,
                                             const action_identity& identity);

/// The outputs that go before a rerun: URIs of those that no data-out tells to keep, without what
/// cannot be named, which was never written (coordinator.md 6.2).
std::vector<std::string> outputs_to_clean(const coordinator_definition& definition,
                                          const action_identity& identity);

/// The configuration of the action's workflow beyond the coordinator's own: the evaluated
/// <configuration> and oozie.wf.application.path (coordinator.md 5.5). `resolved`: what
/// coord:dataIn gives for its names; for other events the calendar tells. Fails as instance_uris,
/// and with Oozie's code where an expression cannot be evaluated.
result<configuration> workflow_configuration(const coordinator_definition& definition,
                                             const action_identity& identity,
                                             const resolved_inputs& resolved = {});

/// When a WAITING action with that nominal and creation time is given up; `never` without time-out.
/// Oozie: floor((now - max(nominal, created)) / 1 min) > timeout (CoordActionInputCheckXCommand).
instant timeout_at(const coordinator_definition& definition, instant nominal, instant created);

}  // namespace foliot::model

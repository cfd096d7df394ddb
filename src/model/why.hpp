// Why is it not running? What an entity waits for, since when, what will wake it and what a person
// can do. Pure: whoever asks gathers the facts first.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/action.hpp"
#include "model/bundle.hpp"
#include "model/coordinator.hpp"
#include "model/reader.hpp"
#include "model/start_governor.hpp"
#include "model/status.hpp"
#include "model/summary.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

enum class reason_kind : uint8_t {
  quarantine,  ///< A rule was broken; only a kill moves it.
  held,        ///< Suspended, not started yet, or a lost run that waits for a person.
  parent,      ///< Its coordinator is suspended.
  paused,      ///< A pause time.
  clock,       ///< A time that lies ahead.
  throttle,    ///< Enough actions are WAITING.
  input,       ///< Data.
  cleanup,     ///< The outputs of the run before are being deleted.
  slot,        ///< Enough actions run.
  run,         ///< A run, or the workflow of an action.
  children,    ///< What is below it.
  loading,     ///< A coordinator's application is being read.
  unanswered,  ///< "order": an order is not confirmed.
  retry,       ///< Of a bundle that ended with errors, or of a node.
  governor,    ///< The limit of starts.
  space,       ///< Safe mode: the disk has too little free space.
  fact,        ///< An answer of the outside.
  step         ///< Nothing but the engine's own next step.
};

/// "input", "slot", ...: stable, for programs.
std::string_view name(reason_kind kind);

/// What can be done about a reason, apart from a kill and a rerun.
enum class remedy_kind : uint8_t {
  none,              ///< Nothing but to wait.
  ask,               ///< Ask the same of one of `holders`.
  create,            ///< Make what `uris` name.
  start,             ///< Start `target`.
  resume,            ///< Resume `target`.
  reset_pause,       ///< Take away the pause time of `target`.
  raise_concurrency  ///< Change the concurrency of `target` to `number`.
};

/// "create", "raise-concurrency", ...: stable, for programs.
std::string_view name(remedy_kind kind);

/// One thing that is waited for. An action waits for all that is named; of a job's reasons each may
/// move it, but for one that holds it (held, paused).
struct reason {
  reason_kind kind = reason_kind::step;
  std::string what{};   ///< Sentence part: "waits for file:///data/raw/20260105T0005/_SUCCESS".
  instant since{};      ///< Since when, as far as the records tell.
  std::string wakes{};  ///< What ends it: "its creation".
  /// What a person can do; empty where there is nothing to be done. A command that it names stands
  /// at its end, with ID for the wire id of `target`: "Resume the job: foliot resume ID".
  std::string remedy{};
  // The same for programs.
  remedy_kind act = remedy_kind::none;
  entity_id target{};                ///< Whom the order of the remedy goes to.
  std::vector<entity_id> holders{};  ///< Who takes the slots, what is below it; the first of many.
  std::vector<std::string> uris{};   ///< What is missing, or may end the wait by its coming.
  std::string node{};                ///< Of a run.
  int32_t number = 0;                ///< The concurrency that suffices.
  instant until = never;             ///< When the clock ends it.
  instant otherwise = never;         ///< When the clock gives it up: time-out, or passed over.

  friend bool operator==(const reason&, const reason&) = default;
};

/// Most reasons of one kind that are listed one by one; the rest is counted in one more.
inline constexpr size_t reasons_listed_max = 20;

struct bundle_facts {
  /// Status of each member's coordinator, by position in `members`; none where it is not known.
  std::vector<status> members;
  std::string recovery_id;  ///< Wire id of the workflow that runs before its retry, if it has one.
  std::optional<quarantine_note> quarantine;
};

struct coordinator_facts {
  child_counts actions;
  /// Numbers of the first unfinished actions, reasons_listed_max at most, and of those WAITING.
  std::vector<uint32_t> unfinished{};
  std::vector<uint32_t> waiting{};
  std::optional<quarantine_note> quarantine;
  bool safe_mode = false;  ///< Too little free space on the disk for new work.
};

struct dependency_fact {
  std::string uri;  ///< With done-flag, as dependencies_of gives it.
  bool exists = false;
};

struct action_facts {
  std::vector<dependency_fact> dependencies;  ///< Of a WAITING action, in document order.
  std::string dependencies_error;             ///< Why they cannot be named; else empty.
  std::string open;  ///< "${coord:latest(0)}", "its input logic": not told by the calendar.
  std::vector<std::string> open_absent{};  ///< Whose coming may end the wait for that.
  std::string open_why;        ///< What is missing of that; empty: nothing, or nobody looked yet.
  instant open_again = never;  ///< When time alone may change that.
  std::vector<uint32_t> slot_holders;   ///< Numbers of the SUBMITTED and RUNNING siblings.
  std::vector<uint32_t> ready;          ///< Numbers of the READY ones, itself included.
  status coordinator = status::none;    ///< Of the parent.
  int32_t concurrency = 1;              ///< Of the parent; negative: any number.
  std::optional<start_place> governor;  ///< Its place in the queue of starts, if it stands there.
  std::string workflow_id;              ///< Wire id of its workflow, when it has one.
  std::optional<quarantine_note> quarantine;
};

struct job_below {
  entity_id job;
  std::string id;               ///< Wire id.
  status state = status::none;  ///< None: it is not made yet.
};

/// A run that was ordered and waits because as many programs run on this host as may.
struct run_place {
  uint32_t slots = 0;  ///< So many may run at a time.
  size_t before = 0;   ///< So many are started before it.
};

struct workflow_facts {
  std::optional<quarantine_note> quarantine;
  std::vector<job_below> below{};            ///< The jobs that its nodes wait for.
  std::map<node_index, run_place> places{};  ///< Of its nodes that wait for one.
  /// Those of its nodes before which oozie.suspend.on.nodes suspends the job.
  std::vector<node_index> suspend_points{};
};

/// Why the entity is not finished. At least one reason for every entity that is born and not
/// terminal; a terminal one has reasons only while an order is unconfirmed, a run is open, a retry
/// is to come or it is quarantined.
std::vector<reason> why(const bundle_context& context, const bundle_record& record,
                        const bundle_facts& facts, instant now);
std::vector<reason> why(const coordinator_context& context, const coordinator_record& record,
                        const coordinator_facts& facts, instant now);
std::vector<reason> why(const action_context& context, const action_record& record,
                        const action_facts& facts, instant now);
std::vector<reason> why(const workflow_definition& definition, const workflow_record& record,
                        const workflow_facts& facts, const entity_id& self = {});

}  // namespace foliot::model

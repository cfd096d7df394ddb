// Why is it not running? What an entity waits for, since when, what will wake it and what a person
// can do. Pure: whoever asks gathers the facts first.
#pragma once

#include <cstdint>
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

/// One thing that is waited for. `kind` is a stable id for programs: "input", "slot", "clock",
/// "throttle", "run", "fact", "children", "loading", "held", "paused", "retry", "parent", "order",
/// "step", "quarantine", "governor".
struct reason {
  std::string kind;
  std::string what;    ///< Sentence part: "waits for file:///data/raw/20260105T0005/_SUCCESS".
  instant since;       ///< Since when, as far as the records tell.
  std::string wakes;   ///< What ends it: "its creation".
  std::string remedy;  ///< What a person can do; empty where there is nothing to be done.

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
  std::optional<quarantine_note> quarantine;
};

struct dependency_fact {
  std::string uri;  ///< With done-flag, as dependencies_of gives it.
  bool exists = false;
};

struct action_facts {
  std::vector<dependency_fact> dependencies;  ///< Of a WAITING action, in document order.
  std::string dependencies_error;             ///< Why they cannot be named; else empty.
  std::string open;      ///< "${coord:latest(0)}", "its input logic": not told by the calendar.
  std::string open_why;  ///< What is missing of that; empty: nothing, or nobody looked yet.
  instant open_again = never;           ///< When time alone may change that.
  std::vector<uint32_t> slot_holders;   ///< Numbers of the SUBMITTED and RUNNING siblings.
  std::vector<uint32_t> ready;          ///< Numbers of the READY ones, itself included.
  status coordinator = status::none;    ///< Of the parent.
  int32_t concurrency = 1;              ///< Of the parent; negative: any number.
  std::optional<start_place> governor;  ///< Its place in the queue of starts, if it stands there.
  std::string workflow_id;              ///< Wire id of its workflow, when it has one.
  std::optional<quarantine_note> quarantine;
};

struct workflow_facts {
  std::optional<quarantine_note> quarantine;
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
                        const workflow_facts& facts);

}  // namespace foliot::model

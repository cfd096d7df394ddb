// Whether an action's inputs are there, over a table of facts (coordinator.md 5.4, 8).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "el/evaluate.hpp"
#include "el/facts.hpp"
#include "model/action.hpp"
#include "model/definition.hpp"

namespace foliot::model {

/// All that is needed is there. By name of an input event, and of a named part of the input logic:
/// the URIs for coord:dataIn, without done-flags. An event that the input logic names has those of
/// its instances that count.
struct inputs_found {
  std::map<std::string, std::vector<std::string>, std::less<>> uris;
  std::set<std::string, std::less<>> by_calendar;  ///< Names whose URIs the calendar tells again.
};

/// Something is missing.
struct inputs_missing {
  /// As Oozie shows it: what is not there, in order, joined by '#', behind "!!" what depends on the
  /// data: "hdfs://a/_SUCCESS#hdfs://b/_SUCCESS!!${coord:latest(0)}". Empty with input logic.
  std::string dependencies;
  std::string why;             ///< One sentence for people.
  instant look_again = never;  ///< When time alone may change the answer: a `wait` is over.
  /// What was looked at and whose coming may change the answer, each once, the likeliest first.
  std::vector<el::probe> absent;
};

/// Found, missing, or facts that are to be asked first; a failure ends the action.
using input_state = std::variant<inputs_found, inputs_missing, el::needs, failure>;

/// What is known before any fact.
enum class fixed_inputs : uint8_t {
  unknown,
  there  ///< All that the calendar tells is known to be there: dependencies_of were waited for.
};

/// Checks the inputs at `now`. Without input logic every event is needed: what the calendar tells
/// is looked at in document order up to the first that is missing, then latest and future. With it,
/// it decides, and latest and future are resolved once all else allows it. Asks as many facts
/// together as are known already, from limits::probes_at_once_max to limits::inputs_at_once_max, so
/// that rounds are few and a near answer is cheap; a fact that was false stays so until it is
/// dropped or replaced. Fails as instances_of and evaluate(input_logic).
input_state check_inputs(const coordinator_definition& definition, const action_identity& identity,
                         const el::facts& known, instant now,
                         fixed_inputs fixed = fixed_inputs::unknown);

/// What an action waits for, as far as it is named before anybody looks.
struct named_dependencies {
  /// URIs with done-flags, in document order, each once; empty with input logic.
  std::vector<std::string> fixed;
  bool open = false;      ///< Input logic, latest or future: check_inputs tells the rest.
  std::string open_text;  ///< "${coord:latest(0)}#${coord:future(0, 2)}", as Oozie lists them.
};

/// Fails as instances_of.
result<named_dependencies> dependencies_of(const coordinator_definition& definition,
                                           const action_identity& identity);

/// What has to be kept of `found` for the workflow's configuration. Fails with too_large beyond
/// limits::resolved_inputs_bytes_max.
result<resolved_inputs> to_keep(const inputs_found& found);

}  // namespace foliot::model

// Whether an action's inputs are there, over a table of facts (coordinator.md 5.4, 8).
#pragma once

#include <map>
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
};

/// Something is missing.
struct inputs_missing {
  /// As Oozie shows it: what is not there, in order, joined by '#', behind "!!" what depends on the
  /// data: "hdfs://a/_SUCCESS#hdfs://b/_SUCCESS!!${coord:latest(0)}". Empty with input logic.
  std::string dependencies;
  std::string why;             ///< One sentence for people.
  instant look_again = never;  ///< When time alone may change the answer: a `wait` is over.
};

/// Found, missing, or facts that are to be asked first; a failure ends the action.
using input_state = std::variant<inputs_found, inputs_missing, el::needs, failure>;

/// Checks the inputs at `now`. Without input logic every event is needed: what the calendar tells
/// is looked at in document order up to the first that is missing, then latest and future. With it,
/// it decides, and latest and future are resolved once all else allows it. Asks at most
/// limits::probes_at_once_max facts together; a fact that was false stays so until it is dropped.
/// Fails as instances_of and evaluate(input_logic).
input_state check_inputs(const coordinator_definition& definition, const action_identity& identity,
                         const el::facts& known, instant now);

/// As workflow_configuration (model/action.hpp), with the inputs that were found.
result<configuration> workflow_configuration(const coordinator_definition& definition,
                                             const action_identity& identity,
                                             const inputs_found& inputs);

}  // namespace foliot::model

// What a waiting action of a coordinator misses, as Oozie tells it (rest.md 7,
// missing-dependencies).
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "model/action.hpp"
#include "model/definition.hpp"

namespace foliot::http {

/// What one input event misses: URIs with done-flags, and "${coord:latest(0)} -> TEMPLATE".
struct event_gap {
  std::string event;
  std::vector<std::string> missing;
};

struct missing_inputs {
  std::string text;             ///< The member missingDependencies of an action.
  std::vector<event_gap> gaps;  ///< Events that miss something, in the definition's order.
  std::optional<std::string> blocked_on;  ///< Nothing with input logic: no single one blocks.
};

/// Looks at the inputs that the calendar names, up to the first that is missing: Oozie does not
/// look further, and takes the rest for missing. With input logic it looks at all. Fails as
/// model::instances_of.
result<missing_inputs> find_missing(const model::coordinator_definition& definition,
                                    const model::action_identity& identity,
                                    const std::function<bool(const std::string& uri)>& exists);

/// {"id", "blockedOn", "dataSets": [{"dataSet", "missingDependencies"}]} of action `number`.
nlohmann::json missing_json(uint32_t number, const missing_inputs& missing);

}  // namespace foliot::http

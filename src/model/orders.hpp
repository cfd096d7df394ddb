// What users may order of a job, as values (rest.md 8).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/status.hpp"

namespace foliot::model {

struct definition_text;

/// Some actions of a coordinator, by number or by nominal time. Both ends of a range belong to it.
struct action_scope {
  std::vector<std::pair<uint32_t, uint32_t>> numbers;
  std::vector<std::pair<instant, instant>> times;

  friend bool operator==(const action_scope&, const action_scope&) = default;
};

/// What a change makes different; absent members stay (coordinator.md 6.1).
struct coordinator_change {
  std::optional<instant> end;
  std::optional<int32_t> concurrency;
  std::optional<instant> pause;  ///< `never`: no pause time any more.
  std::optional<status> state;   ///< RUNNING or IGNORED.

  friend bool operator==(const coordinator_change&, const coordinator_change&) = default;
};

/// How a rerun treats the actions that it selects (coordinator.md 6.2).
struct rerun_options {
  bool refresh = false;    ///< Inputs are named anew, as of now.
  bool nocleanup = false;  ///< Outputs stay.
  bool failed = false;     ///< The old workflow goes on from its failed nodes; outputs stay.
  /// A bundle's retry: where more are selected than one order may rerun, those that ended badly.
  bool errors_if_many = false;

  friend bool operator==(const rerun_options&, const rerun_options&) = default;
};

namespace orders {
struct start {};
struct suspend {};
struct resume {};
struct kill {};
/// Of a coordinator: only these actions.
struct kill_actions {
  action_scope scope;
};
struct ignore_actions {
  action_scope scope;
};
struct change {
  coordinator_change values;
};
/// Of a coordinator.
struct rerun {
  action_scope scope;
  rerun_options options;
  uint32_t serial = 0;  ///< Of its bundle's order, which it obeys once; 0: of a user.
};
/// Of a coordinator: its actions to come follow `text`. `from`: the definition that it had when the
/// two were compared.
struct update {
  std::shared_ptr<const definition_text> text;
  hash128 from;
};
/// Of a workflow: it runs again, with these properties besides its own (model/workflow_rerun.hpp).
struct rerun_workflow {
  std::map<std::string, std::string, std::less<>> given;
};
/// Of a coordinator: the same of `workflow`, which belongs to its action `action`.
struct rerun_child {
  uint32_t action = 0;
  job_number workflow = 0;
  std::map<std::string, std::string, std::less<>> given;
};
/// Of a bundle: what `change` says, each key at most once (bundle.md 6).
struct change_bundle {
  std::string values;
};
/// Of a bundle: the coordinators called so (none: all), their actions of these times (none: all).
struct rerun_bundle {
  std::vector<std::string> coordinators;
  action_scope times;
  rerun_options options;
};
}  // namespace orders

using order = std::variant<orders::start, orders::suspend, orders::resume, orders::kill,
                           orders::kill_actions, orders::ignore_actions, orders::change,
                           orders::rerun, orders::update, orders::change_bundle,
                           orders::rerun_bundle, orders::rerun_workflow, orders::rerun_child>;

/// "suspend", "rerun", ...: for messages and the audit.
std::string_view order_name(const order& what);

/// Whether the order can mean something for a job that has ended.
bool may_revive(const order& what);

/// What the orderer learns when the order's effect is on disk.
struct order_reply {
  std::vector<entity_id> actions;  ///< Of a coordinator, those that were selected.
  std::string note;                ///< Why nothing was done, when so; else empty.
};

}  // namespace foliot::model

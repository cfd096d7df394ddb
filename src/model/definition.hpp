// What users wrote, understood: the immutable values that parse/ makes and the machines read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dialect.hpp"
#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/limits.hpp"
#include "el/parser.hpp"
#include "model/action_body.hpp"
#include "model/input_logic.hpp"
#include "time/frequency.hpp"
#include "time/zone.hpp"

namespace foliot::model {

/// Job properties, resolved. Sorted, so that equal configurations have equal bytes.
using configuration = std::map<std::string, std::string, std::less<>>;

/// The property by which a job says how it is read: "oozie" or "default" (rulings.md).
inline constexpr std::string_view compat_property = "foliot.compat";

/// How a job with that configuration is read: its property `foliot.compat`, else `otherwise`.
dialect reading_of(const configuration& conf, dialect otherwise = dialect::lenient);

/// Fails with bad_input, E0302, when `foliot.compat` is there and is neither of its two values.
result<void> check_compat(const configuration& conf);

/// What is stored of an application, once per tree and hash: enough to understand it again. A
/// workflow that a coordinator starts is stored without configuration: that is derived from the
/// coordinator's and the action's (`workflow_origin`).
struct definition_text {
  entity_kind kind = entity_kind::none;
  std::string app_path;  ///< Of the file that was read, as the user gave it.
  std::string name;      ///< Coordinators of a bundle: the name the bundle gives it; else empty.
  std::string xml;
  configuration conf;

  friend bool operator==(const definition_text&, const definition_text&) = default;
};

// -- bundle -----------------------------------------------------------------------------------

struct bundle_child {
  std::string name;
  std::string app_path;
  bool critical = false;
  bool enabled = true;
  configuration conf;  ///< Of <coordinator><configuration>, EL evaluated.
};

struct bundle_definition {
  std::string name;
  std::optional<instant> kick_off;
  std::vector<bundle_child> coordinators;  ///< In document order, names unique.
  configuration conf;                      ///< Job properties with defaults and parameters.
};

// -- coordinator ------------------------------------------------------------------------------

enum class execution_order : uint8_t { fifo, lifo, last_only, none };

/// Which file says that an instance is there (coordinator.md 1.3).
struct done_flag {
  /// Text appended to the URI after '/'; empty: the directory itself.
  std::string file = "_SUCCESS";
};

struct dataset {
  std::string name;
  time::frequency every;
  instant initial;
  time::zone zone;
  std::string uri_template;  ///< Only ${YEAR} ${MONTH} ${DAY} ${HOUR} ${MINUTE} are left to expand.
  done_flag done;
};

/// One input or output event. Inputs: either `instances` or `range_start` and `range_end`.
struct data_event {
  std::string name;
  uint16_t dataset = 0;  ///< Index into coordinator_definition::datasets.
  std::vector<el::expression> instances;
  std::optional<el::expression> range_start;
  std::optional<el::expression> range_end;
  bool keep = false;  ///< Of outputs: nocleanup, a rerun does not delete them.
};

/// Why no action of a coordinator can be made, where Oozie accepts the application all the same and
/// lets the job fail (coordinator.md, found later).
struct definition_flaw {
  std::string code;
  std::string sentence;
};

struct coordinator_definition {
  std::string name;
  time::schedule every;
  instant start;
  instant end;
  time::zone zone;
  time::zone clock;  ///< The processing zone, on whose clock a cron frequency is read.
  int32_t timeout_minutes = limits::timeout_minutes_default;
  int32_t concurrency = limits::concurrency_default;  ///< Negative: unlimited.
  int32_t throttle = limits::throttle_default;
  execution_order order = execution_order::fifo;
  std::vector<dataset> datasets;
  std::vector<data_event> inputs;
  std::optional<input_logic> logic;  ///< Absent: every input event is needed.
  std::vector<data_event> outputs;
  std::string workflow_path;  ///< app-path, resolved.
  std::vector<std::pair<std::string, el::expression>> workflow_conf;
  std::optional<service_level> sla;
  configuration conf;
  std::optional<definition_flaw> flaw;  ///< Only as read by `dialect::oozie`.
};

// -- workflow ---------------------------------------------------------------------------------

/// On disk inside node states. Never renumber.
enum class node_kind : uint8_t { start, end, kill, decision, fork, join, action };

using node_index = uint16_t;
inline constexpr node_index no_node = 0xFFFF;

struct decision_case {
  el::expression predicate;
  node_index to = no_node;
};

/// A `shell` action as written; every text may hold EL (workflow.md 6, shell).
struct shell_body {
  el::expression exec;
  std::vector<el::expression> arguments;
  std::vector<el::expression> environment;  ///< "K=V"
  std::vector<el::expression> files;        ///< "path" or "path#link", relative to the app path.
  std::vector<std::pair<std::string, el::expression>> conf;
  bool capture_output = false;
  std::vector<prepare_step> prepare;  ///< Before each start.
};

/// One operation of an `fs` action as written. `kind` is the element's name: "delete", "mkdir",
/// "move", "chmod", "chgrp", "touchz", "setrep".
struct fs_step {
  std::string kind;
  el::expression path;  ///< Of move: the source.
  el::expression target;
  el::expression permissions;
  el::expression group;
  bool recursive = false;
  bool directories = true;
  bool skip_trash = false;
};

struct fs_body {
  std::optional<el::expression> name_node;
  std::vector<fs_step> steps;
};

struct workflow_node {
  std::string name;
  node_kind kind = node_kind::action;
  uint32_t line = 0;                 ///< In the definition, for messages; from 1.
  uint32_t column = 0;               ///< Characters, from 1.
  node_index to = no_node;           ///< start, join, action (ok).
  node_index error_to = no_node;     ///< action.
  std::vector<node_index> paths;     ///< fork.
  std::vector<decision_case> cases;  ///< decision; the default is `to`.
  el::expression message;            ///< kill.
  std::string type;  ///< action: "shell", "fs", ...; control nodes: Oozie's ":FORK:" etc.
  std::shared_ptr<const shell_body> shell;
  std::shared_ptr<const fs_body> fs;
  /// action: the body of any type but fs. A shell action has both.
  std::shared_ptr<const action_body> body;
  retry_rule retry;                      ///< action.
  std::vector<std::string> credentials;  ///< action: names in workflow_definition::credentials.
  std::optional<service_level> sla;      ///< action.
};

struct workflow_definition {
  el::expression name;               ///< Evaluated when a job is created.
  std::string app_path;              ///< Of the application's directory, without trailing '/'.
  std::vector<workflow_node> nodes;  ///< In document order; exactly one start and one end.
  node_index start = no_node;
  std::vector<std::pair<std::string, std::string>> parameter_defaults;
  std::vector<std::string> parameters_required;
  std::vector<credential> credentials;
  std::optional<service_level> sla;

  /// The node called `name`, or `no_node`.
  node_index find(std::string_view name) const;
};

}  // namespace foliot::model

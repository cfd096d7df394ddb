// WORKFLOW job: walks its graph; its nodes are values inside it (workflow.md 4).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "el/facts.hpp"
#include "model/definition.hpp"
#include "model/node_list.hpp"
#include "model/node_state.hpp"
#include "model/status.hpp"
#include "model/step.hpp"

namespace foliot::model {

struct workflow_record {
  uint64_t version = 0;  ///< 0: not born.
  status state = status::none;
  instant created;
  instant started;
  instant ended;
  instant modified;
  instant since;  ///< When `state` was entered.
  hash128 definition;
  hash128 conf_base;   ///< Definition whose configuration is the base; zero: none.
  configuration conf;  ///< Beyond the base; wins over it.
  std::string user;
  std::string name;
  std::string app_path;
  entity_id parent;  ///< Coordinator action, bundle, workflow, or none.
  uint32_t run = 0;  ///< Grows with reruns.
  node_list nodes;   ///< Visited ones, in the order of their first visit.
  std::vector<std::pair<el::probe, el::value>> facts;  ///< Answers that evaluation waits for.
  std::vector<el::probe> questions;                    ///< Probes not answered yet.
  std::string error_code;
  std::string error;
  uint32_t error_line = 0;  ///< Reserved for places in the definition; 0: none.
  node_index last_error_node = no_node;
  /// Of the run before, not reached in this one yet: then they are passed without being run.
  node_list kept;
  uint16_t first_attempt = 1;  ///< Of this run's nodes: names of runs never come twice.

  friend bool operator==(const workflow_record&, const workflow_record&) = default;
};

/// A node that keeps its result in a rerun. The definition may be another one by then.
struct kept_node {
  node_index before = no_node;  ///< In the definition of the run before.
  node_index now = no_node;     ///< In that of the next run.
  node_index to = no_node;      ///< Of a decision: where it led, in that of the next run.

  friend bool operator==(const kept_node&, const kept_node&) = default;
};

namespace workflow_events {
/// Born, and started at once. `lost_rule` is foliot.on.lost: 0 rerun, 1 hold, 2 fail.
struct created {
  hash128 definition;
  hash128 conf_base;
  configuration conf;
  std::string user;
  std::string name;
  std::string app_path;
  entity_id parent;
  bool held = false;  ///< Submitted without being run: stays PREP until `started`.
};
/// A held job is to run now.
struct started {};
/// The answers to questions of the record.
struct facts_found {
  std::vector<std::pair<el::probe, el::value>> facts;
};
struct run_started {
  node_index node = no_node;
  uint16_t attempt = 0;
  int64_t external_id = 0;
};
/// On disk. Never renumber.
enum class run_end : uint8_t { ended = 1, failed = 2, killed = 3, not_started = 4, lost = 5 };
struct run_ended {
  node_index node = no_node;
  uint16_t attempt = 0;
  run_end outcome = run_end::ended;
  int32_t exit_code = 0;   ///< Of `ended`: 0 is OK, anything else an ERROR.
  std::string output;      ///< Captured, when asked for.
  std::string error_code;  ///< Of `failed`: Oozie's code, for example "FS006".
  std::string message;
};
struct suspended {};
struct resumed {};
struct killed {};
/// Ended everywhere, and judged good to run again (model/workflow_rerun.hpp).
struct rerun {
  hash128 definition;
  hash128 conf_base;
  configuration conf;
  std::string name;
  std::string app_path;
  std::vector<kept_node> kept;
};
/// The time of a retry has come.
struct retry_due {};
/// What is to be done before the program starts is done, or was not possible.
struct prepared {
  node_index node = no_node;
  uint16_t attempt = 0;
  std::string message;  ///< What failed; empty: nothing.
};
/// The application of a sub-workflow was read: the job below gets that number, then is made.
struct child_named {
  node_index node = no_node;
  uint16_t attempt = 0;
  job_number child = 0;
};
/// The job below cannot be made.
struct child_refused {
  node_index node = no_node;
  uint16_t attempt = 0;
  std::string error_code;
  std::string message;
};
/// The job below has ended, and that is on disk.
struct child_ended {
  job_number child = 0;
  status state = status::none;
  std::string error_code;
  std::string message;
};
}  // namespace workflow_events

using workflow_event =
    std::variant<workflow_events::created, workflow_events::facts_found,
                 workflow_events::run_started, workflow_events::run_ended,
                 workflow_events::suspended, workflow_events::resumed, workflow_events::killed,
                 workflow_events::started, workflow_events::rerun, workflow_events::retry_due,
                 workflow_events::prepared, workflow_events::child_named,
                 workflow_events::child_refused, workflow_events::child_ended>;

namespace workflow_effects {
/// Start (or find again) the run of that node: `run_name(...)` with the node's plan.
struct run {
  node_index node = no_node;
};
/// Do what has to be done before that node's run; then `prepared` is fed.
struct prepare {
  node_index node = no_node;
};
/// Do the file operations of that node; `again`: an earlier try may have been interrupted.
struct run_fs {
  node_index node = no_node;
};
/// Make (or find again) the workflow below, with the node's plan.
struct run_child {
  node_index node = no_node;
};
/// End what is under way under that node's name: a run, or the workflow below.
struct kill_run {
  node_index node = no_node;
};
/// Answer these.
struct ask_facts {
  std::vector<el::probe> probes;
};
/// The outcome is durable here: the run's claim and result may go.
struct forget_run {
  node_index node = no_node;
};
/// A retry is due then: the shell feeds `retry_due`.
struct wake_at {
  instant at;
};
/// The parent shall know this status.
struct report {};
}  // namespace workflow_effects

using workflow_effect =
    std::variant<workflow_effects::run, workflow_effects::run_fs, workflow_effects::kill_run,
                 workflow_effects::ask_facts, workflow_effects::forget_run,
                 workflow_effects::prepare, workflow_effects::wake_at, workflow_effects::report,
                 workflow_effects::run_child>;

/// What foliot.on.lost says (rulings, seed 002).
enum class lost_rule : uint8_t { rerun, hold, fail };
inline constexpr std::string_view lost_rule_property = "foliot.on.lost";
/// The rule that a configuration sets; `rerun` where it sets none or one that does not exist.
lost_rule lost_rule_of(const configuration& conf);

struct workflow_context {
  entity_id self;
  std::string id;  ///< Wire id: wf:id().
  const workflow_definition& definition;
  const configuration& conf;  ///< Base and own, merged.
  lost_rule on_lost = lost_rule::rerun;
};

using workflow_step = step<workflow_record, no_child>;

workflow_step advance(const workflow_context& context, const workflow_record& record,
                      const workflow_event& event, instant now);
std::vector<workflow_effect> owed(const workflow_context& context, const workflow_record& record,
                                  instant now);

/// The name of a run, chosen beforehand and derivable from the record: "<wire
/// id>@<node>.<attempt>".
std::string run_name(const workflow_context& context, const node_state& node);

/// The node state for `node`, of this run or kept of the one before; or null.
const node_state* find_node(const workflow_record& record, node_index node);

/// Whether no outside run is under way any more: a terminal workflow may then be released.
bool all_closed(const workflow_record& record);

/// The base's configuration overlaid with the workflow's own.
configuration merged(const configuration& base, const configuration& own);

}  // namespace foliot::model

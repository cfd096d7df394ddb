// What a simulated world is asked to run: the facts behind the XML, from which the checkers compute
// what must happen without asking the code under test.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/runtime.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/definition.hpp"
#include "model/token_bucket.hpp"
#include "model/workflow.hpp"
#include "tests/sim/graphs.hpp"

namespace foliot::sim {

/// "2026-01-05T00:10Z", and the same without punctuation: "20260105T0010".
std::string date_text(instant at);
std::string date_digits(instant at);

struct dataset_spec {
  std::string name;
  int64_t every_minutes = 5;
  instant initial;
  std::optional<std::string> flag;  ///< Nothing: the default _SUCCESS. Empty: the directory itself.

  /// The instance's directory, and what tells that it is there.
  std::string path_of(instant instance) const;
  std::string ready_of(instant instance) const;
  /// The newest instance that is not after `nominal`, moved by `offset` instances.
  std::optional<instant> instance(instant nominal, int offset) const;
};

/// coord:current(from) to coord:current(to); coord:latest(-from); coord:future(from, to).
struct input_spec {
  enum class kind { current, latest, future } what = kind::current;
  size_t dataset = 0;
  int from = 0;
  int to = 0;
};

/// "M1,M2 H1-H2 * * *": in all hours between, at these minutes.
struct cron_spec {
  std::vector<int> minutes;
  int first_hour = 0;
  int last_hour = 23;

  std::string text() const;
  bool fires(instant minute) const;
};

struct coordinator_spec {
  std::string name;
  int64_t every_minutes = 5;
  instant start;
  instant end;
  int32_t timeout_written = 120;  ///< -1 means the most that there is.
  int32_t timeout_minutes = 120;
  int32_t concurrency = 1;
  int32_t throttle = 12;
  model::execution_order order = model::execution_order::fifo;
  std::optional<cron_spec> cron;  ///< Instead of `every_minutes`.
  std::vector<input_spec> inputs;
  bool any_input = false;        ///< One of them suffices: input logic.
  std::optional<size_t> output;  ///< A dataset.
  size_t workflow = 0;
  bool missing = false;  ///< Its file is not there.
  bool critical = false;

  uint32_t total() const { return total_until(end); }
  /// The same, had it that end.
  uint32_t total_until(instant other_end) const;
  /// Meaningless for a cron beyond some days after its start.
  instant nominal(uint32_t number) const;
  /// The last moment at which the execution order lets that action start; `never`: at any time.
  instant skip_from(uint32_t number) const;

 private:
  mutable std::vector<instant> ticks_;  ///< Of a cron, as far as they were asked for.
};

struct workflow_spec {
  std::string name;
  bool makes_output = true;  ///< Whenever it succeeds.
  int level = 0;             ///< Only below workflows of a lower one; 0: of none.
  graph_spec graph;
};

struct app_spec {
  entity_kind kind = entity_kind::bundle;
  std::string name;
  std::vector<size_t> coordinators;  ///< Of a bundle, or the one of a coordinator job.
  size_t workflow = 0;               ///< Of a workflow job.
  instant submit_at;
  bool run = true;  ///< A workflow that is not run waits for its start order.
  uint32_t retries_max = 0;
  bool retry_keeps_outputs = false;
  bool pause_on_error = false;
  model::start_rate starts;  ///< Its own limit.
  model::lost_rule on_lost = model::lost_rule::rerun;
  retry_spec retry;                  ///< Of actions that do not say themselves.
  uint32_t start_tries = 3;          ///< After a start that failed for a passing reason.
  std::set<std::string> suspend_on;  ///< Nodes before which a workflow is suspended; "*": all.
  std::string conf_xml;
};

/// What the world itself makes: a path and when.
struct arrival {
  instant at;
  std::string path;
};

struct population {
  std::vector<dataset_spec> datasets;
  std::vector<coordinator_spec> coordinators;
  std::vector<workflow_spec> workflows;
  std::vector<app_spec> apps;
  std::vector<arrival> arrivals;
  model::start_rate starts;  ///< The limit of all starts.
  actors::purge_settings purge;

  const coordinator_spec* coordinator_named(const std::string& name) const;
  const workflow_spec* workflow_named(const std::string& name) const;
  const app_spec* app_named(const std::string& name) const;
  /// Every path that must exist before that action may start, as the calendar tells.
  std::vector<std::string> inputs_of(const coordinator_spec& coordinator, instant nominal) const;
  /// Whether what the action of these times needs is `there`, whatever kind of input it is.
  bool inputs_suffice(const coordinator_spec& coordinator, instant nominal, instant actual,
                      const std::function<bool(const std::string&)>& there) const;
  /// What exists when it has SUCCEEDED; empty: nothing is promised.
  std::string output_of(const coordinator_spec& coordinator, instant nominal) const;
};

}  // namespace foliot::sim

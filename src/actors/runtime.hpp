// What the wiring gives to every actor: ports, settings, the other actors. One per process (or per
// simulated process).
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "actors/hadoop_conf.hpp"
#include "actors/load_meter.hpp"
#include "actors/protocols.hpp"
#include "base/clock.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/kv_store.hpp"
#include "base/limits.hpp"
#include "base/log.hpp"
#include "exec/file_port.hpp"
#include "exec/run_port.hpp"
#include "exec/watch_port.hpp"
#include "model/notification.hpp"
#include "model/reader.hpp"
#include "model/run_user.hpp"
#include "model/start_governor.hpp"
#include "model/start_pace.hpp"
#include "model/status.hpp"
#include "model/workflow.hpp"
#include "parse/submission.hpp"

namespace foliot::actors {

/// The world, injected. All outlive the actor system.
struct port_set {
  const wall_clock& clock;
  id_source& ids;
  kv_store& store;
  exec::file_port& files;
  exec::run_port& runs;
  exec::watch_port& watches;
  log_sink& log;
  const model::reader& reader;
  const model::definitions& definitions;
};

/// When jobs are old, and how they go (docs/purge.md). Ages count from a job's last change.
struct purge_settings {
  int64_t pause_ms = 0;  ///< Least time between two purges; 0: only by hand.
  int64_t workflow_ms = 30 * ms_per_day;
  int64_t coordinator_ms = 7 * ms_per_day;
  int64_t bundle_ms = 7 * ms_per_day;
  bool old_actions = false;  ///< Also what ended `workflow_ms` ago below living coordinators.
  uint32_t trees_per_step = limits::purge_trees_per_step_default;
  int64_t rest_ms = 0;  ///< After a step that took something away: commits of others come first.
  int64_t rest_by_hand_ms = 0;  ///< The same where somebody waits for the end.
  /// Runs of which something is left on this host; those of jobs that are gone are erased once,
  /// after a start.
  std::function<std::vector<std::string>()> runs_on_disk = [] {
    return std::vector<std::string>();
  };
};

/// Where the programs stand that actions run for a user.
struct host_programs {
  std::map<std::string, std::string, std::less<>> tools;  ///< "spark-submit" -> its path.
  std::string helper = "foliot-action";                   ///< Foliot's own.
  std::string helper_settings;  ///< File of what the operator tells it; empty: its defaults.
};

struct engine_settings {
  uint16_t partition = 0;
  uint32_t epoch = 0;          ///< Fencing token: taken by opening the data directory.
  uint64_t last_sequence = 0;  ///< Of the journal, at the start.
  wire_ids ids;
  std::string tz_version;
  model::lost_rule on_lost = model::lost_rule::rerun;  ///< Default of foliot.on.lost.
  /// Default of oozie.action.max.output.data, bytes.
  uint32_t output_bytes = limits::output_data_bytes_max;
  /// Default of oozie.wf.subworkflow.classpath.inheritance.
  bool inherits_libraries = false;
  std::string system_libraries;  ///< Where the sharelib is; empty: there is none.
  /// Whether a workflow with a parent may be rerun by itself (oozie.wf.rerun.disablechild).
  bool rerun_of_children = true;
  parse::options parsing;
  model::start_rate starts;  ///< Of all actions together.
  /// coord:latest looks back from the time of the look, not from when the action was made
  /// (oozie.service.ELService.latest-el.use-current-time).
  bool latest_from_now = false;
  /// Where hadoop:conf looks: "host:port" or "*" to a directory.
  hadoop_clusters hadoop_conf;
  /// Called once, from the committer, when a write failed: no effect follows any more. The process
  /// ends with code 74.
  std::function<void(const failure&)> on_write_error;
  /// Whether the free space is below the reserve: new submissions and materialisation are refused.
  std::function<bool()> safe_mode = [] { return false; };
  host_programs programs;
  model::run_users users;  ///< As whom programs run.
  /// Calls of notices, several at a time: the status that was answered. Empty: nobody is told.
  std::function<result<int>(const model::notice&)> call_out;
  purge_settings purge;
  /// Simulator only: a step to break on purpose.
  std::function<bool(const entity_id&, const model::any_event&)> poison;
};

/// Figures for /metrics and the benches; written by the actors, read by anybody.
struct engine_counters {
  std::array<std::atomic<uint64_t>, 5> steps{};  ///< Accepted ones, by entity kind.
  std::atomic<uint64_t> refused_steps{0};
  std::atomic<uint64_t> commits{0};
  std::atomic<uint64_t> groups{0};
  std::atomic<uint64_t> quarantined{0};
  std::atomic<uint64_t> runs_ordered{0};
  std::array<std::atomic<uint64_t>, 5> runs_ended{};  ///< By exec::run_outcome.
  std::array<std::atomic<int64_t>, 5> live{};         ///< By entity kind.
  /// Of coordinators that live, by status; as STATUS-TRANSITION counts them.
  std::array<std::atomic<int64_t>, model::status_count> actions{};
  std::atomic<uint64_t> purged_trees{0};
  std::atomic<uint64_t> purged_actions{0};  ///< Of living coordinators too.
  std::atomic<uint64_t> purged_bytes{0};
  std::atomic<uint64_t> notices_waiting{0};  ///< With those that wait for another try.
  std::atomic<uint64_t> notices_sent{0};
  std::atomic<uint64_t> notices_failed{0};   ///< Given up.
  std::atomic<uint64_t> notices_dropped{0};  ///< Too many waited.
};

/// Definitions known to be on disk, so that a text is written once per tree.
class stored_definitions {
 public:
  bool has(job_number root, const hash128& hash) const {
    const std::lock_guard lock(mutex_);
    return known_.contains({root, hash});
  }
  size_t size() const {
    const std::lock_guard lock(mutex_);
    return known_.size();
  }
  /// The tree rests: nothing of it will be born any more.
  void forget(job_number root) {
    const std::lock_guard lock(mutex_);
    known_.erase(known_.lower_bound({root, hash128{}}), known_.lower_bound({root + 1, hash128{}}));
  }
  void add(job_number root, const hash128& hash) {
    const std::lock_guard lock(mutex_);
    known_.insert({root, hash});
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::pair<job_number, hash128>> known_;
};

/// A value that one changes and others look at.
template <class Value>
class guarded {
 public:
  template <class Change>
  auto change(Change&& what) {
    const std::lock_guard lock(mutex_);
    return what(value_);
  }
  template <class Look>
  auto look(Look&& at) const {
    const std::lock_guard lock(mutex_);
    return at(value_);
  }

 private:
  mutable std::mutex mutex_;
  Value value_;
};

/// The queue of starts: changed by its actor, its limit by who may change settings; looked at by
/// those who tell people of it.
using start_queue = guarded<model::start_governor>;

/// The actors that every entity talks to.
struct crew {
  committer_actor committer;
  transition_actor transition;
  alarm_actor alarm;
  registry_actor registry;
  executor_actor executor;
  file_worker_actor file_worker;
  loader_actor loader;
  bulk_actor bulk;
  governor_actor governor;
  purger_actor purger;
  notifier_actor notifier;
};

struct runtime {
  port_set ports;
  engine_settings settings;
  engine_counters counters;
  stored_definitions stored;
  std::set<entity_id> quarantined_before;  ///< By earlier processes; complete before any spawn.
  crew staff;
  start_queue starts = {};
  guarded<model::start_pace> pace = {};  ///< Of actions; added to as they start and end.
  load_meter load = {};
};

}  // namespace foliot::actors

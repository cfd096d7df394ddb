// One life of the engine: the real actors on CAF's test scheduler, with ports that end with it.
#pragma once

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "actors/gate.hpp"
#include "actors/runtime.hpp"
#include "actors/staff.hpp"
#include "base/kv_store.hpp"
#include "parse/definitions.hpp"
#include "rehearsal/memory_store.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_runs.hpp"
#include "rehearsal/virtual_time.hpp"
#include "rehearsal/virtual_watches.hpp"
#include "store/epochs.hpp"
#include "store/job_counts.hpp"
#include "store/store_reader.hpp"

namespace foliot::rehearsal {

/// Job numbers of one epoch.
class counter_ids final : public id_source {
 public:
  uint32_t next() override { return next_++; }

 private:
  uint32_t next_ = 0;
};

/// One engine's access to the store; shows what is on disk, and ends with the engine.
class store_client final : public store_in_front {
 public:
  explicit store_client(memory_store& store) : store_in_front(store), store_(store) {}

  /// Called with every batch that is on disk from now on, in order.
  std::function<void(const kv_batch&)> on_synced;

  void disconnect() { connected_ = false; }
  /// The batch whose write failed, if one did: a disk may keep it all the same.
  const kv_batch& failed() const { return failed_; }
  /// Written and not synced, in order.
  const std::vector<kv_batch>& unsynced() const { return unsynced_; }

  result<void> write(const kv_batch& batch, bool sync) override;

 private:
  memory_store& store_;
  bool connected_ = true;
  std::vector<kv_batch> unsynced_;
  kv_batch failed_;
};

/// What all lives share.
struct surroundings {
  virtual_time& time;
  memory_store& store;
  virtual_files& files;
  virtual_machine& machine;
};

/// What the simulator decides for a life.
struct life_hooks {
  std::function<void(const kv_batch&)> on_synced;
  std::function<void(const wire_ids&)> on_ids;
  std::function<bool(const entity_id&, const model::any_event&)> poison;
  std::function<bool()> safe_mode;
  model::lost_rule on_lost = model::lost_rule::rerun;
  bool steady_watches = false;    ///< No event of a file is lost until the next rescan.
  model::start_rate starts = {};  ///< The limit of all starts.
  actors::purge_settings purge = {};
  std::function<result<int>(const model::notice&)> call_out = {};  ///< Empty: nobody is called.
  model::run_users users = {};                                     ///< As whom programs run.
};

class life {
 public:
  /// Takes the next epoch, spawns everybody and asks for recovery. `problem` says what went wrong.
  life(const surroundings& world, chance luck, life_hooks hooks);
  /// Ends everybody without a last word: nothing of it reaches the world any more.
  ~life();
  life(const life&) = delete;
  life& operator=(const life&) = delete;

  bool has_job() const { return !scheduler().jobs.empty(); }
  /// Lets one actor take one message: which one is the seed's choice.
  void run_one(chance& luck);
  /// The same, but the committer gets no turn, as while its fsync takes long; false when nobody
  /// else has a message.
  bool run_one_but_committer(chance& luck);
  /// When the next timer of an actor is due; `never` without any.
  instant next_timer() const;
  /// Time has come to `now`: timers that are due fire.
  void time_passed();

  bool recovered() const { return recovered_; }
  bool write_failed() const { return write_failed_; }
  const std::string& problem() const { return problem_; }
  actors::gate& gate() { return *gate_; }
  const model::reader& reader() const { return *reader_; }
  const model::definitions& definitions() const { return definitions_; }
  const actors::engine_counters& counters() const { return runtime_->counters; }
  uint64_t groups() const { return runtime_->counters.groups; }
  uint64_t quarantined() const { return runtime_->counters.quarantined; }
  const kv_batch& failed_batch() const { return store_.failed(); }
  const std::vector<kv_batch>& unsynced_batches() const { return store_.unsynced(); }

  // For the checkers.
  /// The queue of starts, as HTTP sees it.
  const actors::start_queue& starts() const { return runtime_->starts; }
  bool alarm_set(const entity_id& id) const;
  /// Whether time would only bring the next purge: nothing else was asked of the alarm, and no
  /// other timer runs.
  bool only_the_purge_waits() const;
  bool watches_for(const entity_id& id) const;
  /// Whether its inputs are being looked at for the first time.
  bool looking_for(const entity_id& id) const;
  bool watches(const std::string& path) const { return watches_.watches(path); }
  /// Deadlines that the alarm keeps, those that were cancelled included.
  size_t deadlines() const;
  /// Timers of actors that are still to fire.
  size_t timers() const { return scheduler().clock().schedule().size(); }
  /// Whether the counters of lists say what the store holds; nobody writes meanwhile.
  bool counts_jobs_right() const;
  /// Definitions that the engine remembers to be on disk.
  size_t stored_definitions() const { return runtime_->stored.size(); }

 private:
  caf::scheduler::test_coordinator& scheduler() const;
  void spawn(life_hooks hooks, const store::epoch_taken& epoch);

  surroundings world_;
  store_client store_;
  store::counted_store counted_{store_};
  file_client files_;
  run_client runs_;
  watch_client watches_;
  counter_ids ids_;
  parse::cached_definitions definitions_{time::processing_zone{}};
  std::unique_ptr<store::store_reader> reader_;
  std::unique_ptr<caf::actor_system_config> config_;
  std::unique_ptr<caf::actor_system> system_;
  std::unique_ptr<actors::runtime> runtime_;
  actors::engine_actor engine_;
  std::unique_ptr<actors::gate> gate_;
  bool recovered_ = false;
  bool write_failed_ = false;
  std::string problem_;
};

}  // namespace foliot::rehearsal

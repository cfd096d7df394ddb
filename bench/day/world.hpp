// A whole engine in virtual time over a real database: the actors on CAF's test scheduler in one
// thread, RocksDB with its fsyncs, programs that end when their time is over.
#pragma once

#include <array>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/harness.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_time.hpp"

namespace foliot::bench {

/// Programs of 10, 20 or 30 seconds of virtual time that succeed.
class virtual_runs final : public exec::run_port {
 public:
  explicit virtual_runs(rehearsal::virtual_time& time) : time_(time) {}

  void deliver_to(sink news) override { news_ = std::move(news); }
  void start(exec::run_spec spec) override;
  void kill(const std::string&) override {}
  void forget(const std::string&) override { ++forgotten; }
  void erase(const std::string&) override { ++erased; }

  std::function<void(const exec::run_spec&)> on_start;
  uint64_t started = 0;
  uint64_t forgotten = 0;
  uint64_t erased = 0;

 private:
  rehearsal::virtual_time& time_;
  sink news_;
};

/// Passes everything on, and counts the batches.
class counting_store final : public store_in_front {
 public:
  using store_in_front::store_in_front;
  result<void> write(const kv_batch& batch, bool sync) override {
    ++groups;
    const int64_t begin = now_ns();
    result<void> done = behind().write(batch, sync);
    write_ns += now_ns() - begin;
    return done;
  }
  uint64_t groups = 0;
  int64_t write_ns = 0;
};

/// What one kind of event takes of the journal.
struct journal_share {
  uint64_t rows = 0;
  uint64_t bytes = 0;  ///< Of keys and values.
};

class day_world {
 public:
  day_world(const std::string& directory, instant begin, actors::purge_settings purge);
  ~day_world();

  void submit(const std::string& property, const std::string& path);
  /// Time goes on to `end`; everything that falls due on the way happens.
  void pass_to(instant end);
  http::purged purge_now();
  /// Bytes of keys and values, by table.
  std::array<uint64_t, static_cast<size_t>(table::count_)> account() const;
  /// Rows and bytes of the journal, by name of the event; those of snapshots by "snapshot of KIND".
  std::map<std::string, journal_share> journal_shares() const;

  rehearsal::virtual_time time;
  rehearsal::virtual_files files{time};
  virtual_runs runs{time};
  /// When (a real clock) the virtual clock came to a minute; for those of the last hour or so.
  std::map<int64_t, int64_t> reached;
  const actors::engine_counters& counters() const { return rt_->counters; }
  const counting_store& store() const { return *store_; }

 private:
  caf::scheduler::test_coordinator& scheduler() const;
  void settle();
  instant next_timer() const;
  void move_to(instant at);

  std::unique_ptr<store::rocks_store> database_;
  std::unique_ptr<counting_store> store_;
  server::counter_ids ids_;
  std::unique_ptr<store::store_reader> reader_;
  parse::cached_definitions definitions_{time::processing_zone{}};
  rehearsal::file_client file_port_{files};
  told_watches watches_;
  std::unique_ptr<actors::runtime> rt_;
  caf::actor_system_config config_;
  std::unique_ptr<caf::actor_system> system_;
  actors::engine_actor boss_;
  std::unique_ptr<actors::gate> commands_;
};

}  // namespace foliot::bench

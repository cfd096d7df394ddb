// What the benches share: a real engine (RocksDB, real files) without HTTP and without launchers,
// in a directory of its own, and a recorder of what was written.
#pragma once

#include <atomic>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "actors/gate.hpp"
#include "actors/runtime.hpp"
#include "base/kv_store.hpp"
#include "bench/scratch.hpp"
#include "exec/local_files.hpp"
#include "exec/run_port.hpp"
#include "exec/watch_port.hpp"
#include "parse/definitions.hpp"
#include "server/clocks.hpp"
#include "server/counter_ids.hpp"
#include "store/rocks_store.hpp"
#include "store/store_reader.hpp"

namespace foliot::bench {

/// Passes everything on; keeps the batches, so that the raw store can be given exactly the same.
class recording_store final : public store_in_front {
 public:
  using store_in_front::store_in_front;

  result<void> write(const kv_batch& batch, bool sync) override;

  bool keep = false;  ///< Whether batches are kept.
  std::vector<kv_batch> batches;
  std::atomic<uint64_t> writes{0};
  std::atomic<int64_t> write_ns{0};
};

/// Runs that end at once, or when told; started and ended in one call from a thread of its own.
class instant_runs final : public exec::run_port {
 public:
  void deliver_to(sink news) override { news_ = std::move(news); }
  void start(exec::run_spec spec) override;
  void kill(const std::string& name) override;
  void forget(const std::string&) override {}

  std::atomic<uint64_t> started{0};
  std::function<void(const exec::run_spec&)> on_start;  ///< Set before the first run.

 private:
  sink news_;
};

/// Paths that appear when `appear` says so; nothing is looked up.
class told_watches final : public exec::watch_port {
 public:
  void deliver_to(sink ready) override { ready_ = std::move(ready); }
  void watch(uint64_t token, const std::string& path) override;
  void unwatch(uint64_t token) override;
  size_t size() const;
  /// The token of `path`, 0 when nobody watches it.
  uint64_t token_of(const std::string& path) const;
  void appear(uint64_t token) {
    unwatch(token);
    ready_(token);
  }

 private:
  sink ready_;
  mutable std::mutex mutex_;
  std::map<std::string, uint64_t> tokens_;
  std::map<uint64_t, std::string> paths_;
};

/// The actors over real storage.
class engine_under_test {
 public:
  engine_under_test(const std::string& directory, exec::run_port& runs, exec::watch_port& watches,
                    bool keep_batches);
  ~engine_under_test();

  /// Submits the application at `path` and waits until it is durable. Ends the program on failure.
  std::string submit(const std::string& property, const std::string& path);
  void recover();
  actors::runtime& rt() { return *rt_; }
  const actors::runtime& rt() const { return *rt_; }
  actors::gate& commands() { return *commands_; }
  recording_store& recorder() { return *recorder_; }

 private:
  std::unique_ptr<store::rocks_store> database_;
  std::unique_ptr<recording_store> recorder_;
  server::system_clock_source clock_;
  server::counter_ids ids_;
  std::unique_ptr<store::store_reader> reader_;
  parse::cached_definitions definitions_{time::processing_zone{}};
  exec::local_files files_{"/tmp"};
  std::unique_ptr<actors::runtime> rt_;
  caf::actor_system_config config_;
  std::unique_ptr<caf::actor_system> system_;
  actors::engine_actor boss_;
  std::unique_ptr<actors::gate> commands_;
};

/// Waits, without load, until `done()`; ends the program with a sentence after `limit_s` seconds.
void wait_until(const std::function<bool()>& done, int limit_s, const char* what);

/// Resident memory of this process, bytes.
uint64_t resident_bytes();

}  // namespace foliot::bench

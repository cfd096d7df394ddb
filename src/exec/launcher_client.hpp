// The real run_port: a launcher process per run, found again by name after a crash.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/log.hpp"
#include "base/result.hpp"
#include "exec/run_as_way.hpp"
#include "exec/run_port.hpp"

namespace foliot::exec {

class launcher_loop;

struct launcher_options {
  std::string data_directory;  ///< Absolute; `runs`, `work` and `logs` are made below it (0700).
  std::string
      launcher_program;  ///< Absolute path of foliot-launcher; foliot-unpack lies beside it.
  uint32_t slots = limits::run_slots_default;  ///< Runs at the same time; the others wait, FIFO.
  uint32_t retry_ms = 250;  ///< First pause after a launcher failed; doubles up to 64 times that.
  run_limits bounds;        ///< Of each run, whatever its spec says.
  /// Where control groups of runs are made (exec/run_groups.hpp); empty: nowhere.
  std::string group_root;
  run_as_way way;  ///< Set: runs of other users can be started (exec/run_as_way.hpp).
  log_sink* log = &null_log();
};

/// Who waits for a place, for people who ask.
struct run_queue {
  uint32_t slots = 0;
  bool waits = false;  ///< The run that was asked for.
  size_t before = 0;   ///< So many are started before it.
};

/// One thread with epoll; calls only put a request in its queue. It decides nothing about a run: it
/// starts launchers and reads what they wrote. Nothing is scanned when it is made, and when it goes
/// the runs go on: a later one finds them by name.
///
/// - exit file: told. Claim locked: the holder is followed. Else a launcher is started, which finds
///   out what an earlier one left (never ran: starts it; lives: follows it; else lost).
/// - a launcher that fails or dies without an exit file is followed by another, after a pause. When
///   the host has refused one limits::start_refusals_max times in a row and the run has surely not
///   been started, it is told as not started, with the last sentence.
class launcher_client final : public run_port {
 public:
  /// Fails with errc::io when directories or kernel objects cannot be made, with errc::bad_input
  /// when there is no launcher program.
  static result<std::unique_ptr<launcher_client>> open(launcher_options options);
  /// The runs that have files below `runs` or `work` of that directory; each once, in no order.
  /// What cannot be read counts as empty.
  static std::vector<std::string> names_on_disk(const std::string& data_directory);
  /// The runs whose standard output or error is kept there; ascending, each once.
  static std::vector<std::string> outputs_on_disk(const std::string& data_directory);
  ~launcher_client() override;

  void deliver_to(sink news) override;
  void start(run_spec spec) override;
  void kill(const std::string& name) override;
  void forget(const std::string& name) override;
  void erase(const std::string& name) override;

  /// From now on so many runs at the same time, at least one: when they are fewer than run, those
  /// go on and no other is started until enough have ended. From any thread.
  void set_slots(uint32_t slots);
  uint32_t slots() const;
  /// Runs that wait for a place; from any thread.
  size_t waiting() const;

  /// Whether `name` waits for a place; from any thread.
  run_queue queued(const std::string& name) const;

 private:
  explicit launcher_client(std::unique_ptr<launcher_loop> made);

  std::unique_ptr<launcher_loop> loop_;
};

}  // namespace foliot::exec

// What the engine counts, for Prometheus.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/ids.hpp"

namespace foliot::server {

/// How a run of an action's program ended; names are label values, in the
/// order of exec::run_outcome.
inline constexpr std::array<std::string_view, 5> run_outcomes{"exited", "signalled", "killed",
                                                              "not_started", "lost"};

/// Thread-safe; every function costs a few atomic operations.
class metrics {
 public:
  metrics();
  ~metrics();

  /// `steps` steps of entities of `kind` became durable.
  void transitions(entity_kind kind, uint64_t steps);
  /// One group of steps was written, its fsync took so long.
  void committed(uint64_t steps, uint64_t bytes, int64_t fsync_ns);
  /// The number of live actors of `kind` changed by `change`.
  void live(entity_kind kind, int64_t change);
  /// Quarantined entities, all in all.
  void quarantined(uint64_t count);
  /// Whether new work is refused for want of room.
  void safe_mode(bool on);
  void run_started();
  /// `outcome`: one of `run_outcomes`.
  void run_ended(std::string_view outcome);
  /// Calls of users' URLs: those that were answered well, given up, and not made for want of room.
  void notices(uint64_t sent, uint64_t failed, uint64_t dropped);
  void why_unanswered();
  void http_request(int status);
  /// Recovery was done after so long.
  void recovered(int64_t ns, uint64_t entities);

  /// The text exposition format 0.0.4.
  std::string text() const;

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace foliot::server

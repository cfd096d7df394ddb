// Brings the actors' counters into the metrics, at each scrape.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>

#include "actors/runtime.hpp"
#include "server/metrics.hpp"

namespace foliot::server {

class metrics_feed {
 public:
  metrics_feed(const actors::engine_counters& from, metrics& to) : from_(from), to_(to) {}

  /// Adds what was counted since the last call. Thread-safe.
  void refresh();

 private:
  const actors::engine_counters& from_;
  metrics& to_;
  std::mutex mutex_;
  std::array<uint64_t, 5> steps_{};
  std::array<int64_t, 5> live_{};
  uint64_t runs_ = 0;
  std::array<uint64_t, 3> notices_{};
  std::array<uint64_t, run_outcomes.size()> ended_{};
};

}  // namespace foliot::server

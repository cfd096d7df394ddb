// Counters of job numbers within this epoch.
#pragma once

#include <atomic>

#include "base/clock.hpp"

namespace foliot::server {

/// 0, 1, 2, ...; thread-safe. The epoch, taken when the data directory is opened, makes them
/// unique.
class counter_ids final : public id_source {
 public:
  uint32_t next() override { return next_.fetch_add(1); }

 private:
  std::atomic<uint32_t> next_{0};
};

}  // namespace foliot::server

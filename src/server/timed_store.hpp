// A store that reports how long each group commit took; everything else is passed through.
#pragma once

#include <functional>

#include "base/clock.hpp"
#include "base/kv_store.hpp"

namespace foliot::server {

class timed_store final : public store_in_front {
 public:
  /// Told after each successful write.
  struct written {
    const kv_batch& batch;
    size_t steps = 0;  ///< Journal entries in it.
    size_t bytes = 0;  ///< Of keys and values.
    int64_t ns = 0;    ///< What it took.
    bool synced = false;
  };
  using observer = std::function<void(const written&)>;

  timed_store(kv_store& inner, const monotonic_clock& clock, observer tell)
      : store_in_front(inner), clock_(clock), tell_(std::move(tell)) {}

  result<void> write(const kv_batch& batch, bool sync) override {
    const int64_t begin = clock_.now_ns();
    result<void> done = behind().write(batch, sync);
    if (!done) return done;
    const int64_t took = clock_.now_ns() - begin;
    size_t bytes = 0;
    size_t steps = 0;
    for (const kv_view change : batch) {
      bytes += change.key.size() + (change.value ? change.value->size() : 0);
      if (change.where == table::journal && change.value) ++steps;
    }
    tell_({batch, steps, bytes, took, sync});
    return done;
  }

 private:
  const monotonic_clock& clock_;
  observer tell_;
};

}  // namespace foliot::server

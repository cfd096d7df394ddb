#include "server/metrics_feed.hpp"

namespace foliot::server {

void metrics_feed::refresh() {
  const std::lock_guard lock(mutex_);
  for (size_t kind = 1; kind < steps_.size(); ++kind) {
    const uint64_t steps = from_.steps[kind].load();
    to_.transitions(static_cast<entity_kind>(kind), steps - steps_[kind]);
    steps_[kind] = steps;
    const int64_t live = from_.live[kind].load();
    to_.live(static_cast<entity_kind>(kind), live - live_[kind]);
    live_[kind] = live;
  }
  to_.quarantined(from_.quarantined.load());
  const std::array<uint64_t, 3> notices{from_.notices_sent.load(), from_.notices_failed.load(),
                                        from_.notices_dropped.load()};
  to_.notices(notices[0] - notices_[0], notices[1] - notices_[1], notices[2] - notices_[2]);
  notices_ = notices;
  for (const uint64_t runs = from_.runs_ordered.load(); runs_ < runs; ++runs_) to_.run_started();
  for (size_t outcome = 0; outcome < ended_.size(); ++outcome)
    for (const uint64_t ended = from_.runs_ended[outcome].load(); ended_[outcome] < ended;
         ++ended_[outcome])
      to_.run_ended(run_outcomes[outcome]);
}

}  // namespace foliot::server

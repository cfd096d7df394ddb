// The clock of a simulated world and the queue of what is going to happen in it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/clock.hpp"
#include "base/instant.hpp"

namespace foliot::rehearsal {

/// Stands still until it is moved. Events of the same time happen in the order of their asking.
class virtual_time final : public wall_clock {
 public:
  explicit virtual_time(instant start) : now_(start) {}

  instant now() const override { return now_; }
  /// Moves forward to `at`; an earlier time changes nothing.
  void move_to(instant at) {
    if (at > now_) now_ = at;
  }
  /// `what` happens at `when`, or now where that lies in the past.
  void at(instant when, std::function<void()> what) {
    events_.emplace(std::pair{when < now_ ? now_ : when, ++last_}, std::move(what));
  }
  void after_ms(int64_t ms, std::function<void()> what) { at(plus_ms(now_, ms), std::move(what)); }
  std::optional<instant> next_event() const {
    if (events_.empty()) return std::nullopt;
    return events_.begin()->first.first;
  }
  /// Lets the first event that is due happen; false when none is.
  bool happen() {
    if (events_.empty() || events_.begin()->first.first > now_) return false;
    const auto what = std::move(events_.begin()->second);
    events_.erase(events_.begin());
    what();
    return true;
  }

 private:
  instant now_;
  uint64_t last_ = 0;
  std::map<std::pair<instant, uint64_t>, std::function<void()>> events_;
};

}  // namespace foliot::rehearsal

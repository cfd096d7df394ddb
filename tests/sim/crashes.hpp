// When the engine crashes: at boundaries between two messages, mostly just after a group commit,
// often while it recovers, sometimes by a write that fails.
#pragma once

#include <cstdint>

#include "base/instant.hpp"
#include "rehearsal/chance.hpp"

namespace foliot::sim {

class crash_plan {
 public:
  enum class kind { none, now, failing_write };

  explicit crash_plan(rehearsal::chance luck) : luck_(luck) { left_ = luck_.between(0, 12); }

  void life_begins() {
    steps_ = 0;
    // Every third life is struck while it recovers.
    soon_ = luck_.hits(33) ? luck_.between(1, 120) : -1;
  }

  /// `committed`: that step closed a group. After a failed write the engine may go on a little, and
  /// nothing must come of it.
  kind after_step(bool committed, bool write_failed) {
    ++steps_;
    if (write_failed) return luck_.once_in(10) ? kind::now : kind::none;
    if (left_ == 0 || failing_) return kind::none;
    const bool strikes = steps_ == soon_ || luck_.once_in(committed ? 30 : 2'000);
    if (!strikes) return kind::none;
    if (luck_.hits(70)) return kind::now;
    failing_ = true;
    ghost_ = luck_.hits(50);
    return kind::failing_write;
  }

  void life_ends() {
    if (left_ > 0) --left_;
    failing_ = false;
    ghost_ = false;
  }

  /// Whether a write was made to fail in this life, and whether its batch stays on disk.
  bool write_failing() const { return failing_; }
  bool ghost() const { return ghost_; }

  int64_t down_ms() {
    switch (luck_.below(4)) {
      case 0: return 0;
      case 1: return luck_.between(1, 2'000);
      case 2: return luck_.between(1, 10 * ms_per_minute);
      default: return luck_.hits(60) ? luck_.between(1, 5 * ms_per_hour) : luck_.between(1, 60'000);
    }
  }

 private:
  rehearsal::chance luck_;
  int64_t left_ = 0;
  int64_t steps_ = 0;
  int64_t soon_ = -1;
  bool failing_ = false;
  bool ghost_ = false;
};

}  // namespace foliot::sim

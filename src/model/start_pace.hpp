// How fast actions start and end, and how late they start: the last minute, sliding. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/instant.hpp"

namespace foliot::model {

/// What the figures are about, seconds.
inline constexpr int64_t pace_window_seconds = 60;
/// Starts whose lateness is kept, the newest: as many as one core starts in some seconds.
inline constexpr size_t late_starts_kept = 4'096;

/// Events of the last minute, by seconds.
class recent_count {
 public:
  void add(uint64_t events, instant now);
  uint64_t within(instant now) const;

 private:
  struct second {
    int64_t at = -1;
    uint64_t events = 0;
  };
  std::array<second, pace_window_seconds> seconds_{};
};

class start_pace {
 public:
  /// An action started at `now`. `nominal`: its time; `ready`: since when it has had all that it
  /// waits for, but for slot and governor.
  void started(instant nominal, instant ready, instant now);
  /// So many actions that had started have ended.
  void ended(uint64_t actions, instant now) { ended_.add(actions, now); }

  struct picture {
    uint64_t started = 0;  ///< In the window.
    uint64_t ended = 0;
    std::vector<uint64_t> behind_nominal;  ///< Milliseconds, of the newest starts in the window.
    std::vector<uint64_t> behind_ready;
  };
  picture look(instant now) const;

 private:
  struct late_start {
    instant at;
    uint64_t behind_nominal = 0;
    uint64_t behind_ready = 0;
  };

  recent_count started_;
  recent_count ended_;
  std::vector<late_start> late_;  ///< A ring.
  size_t next_ = 0;
};

}  // namespace foliot::model

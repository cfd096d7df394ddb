// How busy entities are: a sample of the messages that they take, and how many wait behind each.
// Costs those who take them next to nothing, and never walks them. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"

namespace foliot::actors {

/// One message in so many is looked at; prime, so that no rhythm of messages hides from it.
inline constexpr uint32_t mail_sampled_every = 17;
/// Threads that count by themselves; further ones share.
inline constexpr size_t mail_counters = 16;
/// Samples that each of them keeps, the newest.
inline constexpr size_t mail_samples_kept = 256;
/// Older samples say nothing about now.
inline constexpr int64_t mail_window_ms = 60'000;
/// Busiest entities that are told.
inline constexpr size_t busiest_told = 10;

struct mail_sample {
  entity_id who;
  uint32_t waiting = 0;  ///< Messages behind the one that it took.
  instant at;
};

/// What a window's samples tell.
struct load_picture {
  struct kind {
    uint64_t taken = 0;             ///< Messages since the start; those of two that collide once.
    std::vector<uint64_t> waiting;  ///< Behind those that were looked at.
  };
  struct busy {
    entity_id who;
    uint64_t samples = 0;
    uint64_t most_waiting = 0;
    instant last;
  };
  std::array<kind, 5> kinds;  ///< By entity_kind.
  std::vector<busy> busiest;  ///< Those of most samples first, then of most that waited.
  uint64_t samples = 0;
};

/// Adds `samples` of the window that ends at `now` to `out`, and finds the busiest. Pure.
void summarise(const std::vector<mail_sample>& samples, instant now, load_picture& out);

class load_meter {
 public:
  /// `who` takes a message; `waiting` counts those behind it, and is called for few of them only.
  template <class Waiting>
  void took(const entity_id& who, const wall_clock& clock, Waiting&& waiting) {
    counter& mine = counters_[own_counter()];
    // Not locked together: what two threads that share a counter do at once may count once.
    auto& taken = mine.taken[static_cast<size_t>(who.kind)];
    taken.store(taken.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const uint32_t turn = mine.turn.load(std::memory_order_relaxed) + 1;
    mine.turn.store(turn % mail_sampled_every, std::memory_order_relaxed);
    if (turn < mail_sampled_every) return;
    keep(mine, {who, static_cast<uint32_t>(waiting()), clock.now()});
  }

  load_picture look(instant now) const;

 private:
  struct alignas(64) counter {  // a cache line of its own: nobody waits for another's
    std::array<std::atomic<uint64_t>, 5> taken{};
    std::atomic<uint32_t> turn{0};
    mutable std::mutex mutex;
    std::vector<mail_sample> kept;  ///< A ring.
    size_t next = 0;
  };

  static size_t own_counter();
  static void keep(counter& into, const mail_sample& sample);

  std::array<counter, mail_counters> counters_;
};

}  // namespace foliot::actors

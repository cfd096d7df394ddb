// Chance from a seed: the same numbers on every machine (the standard distributions differ).
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace foliot::rehearsal {

/// splitmix64. Cheap to copy; a copy goes on from the same place.
class chance {
 public:
  explicit chance(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  /// 0 to `bound` - 1; `bound` is at least 1.
  uint64_t below(uint64_t bound) { return next() % bound; }
  /// `low` to `high`, both included.
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(static_cast<uint64_t>(high - low + 1)));
  }
  /// True in `percent` of 100 cases.
  bool hits(uint64_t percent) { return below(100) < percent; }
  /// True once in `n` cases on average.
  bool once_in(uint64_t n) { return below(n) == 0; }
  template <class List>
  auto& pick(List& list) {
    return list[static_cast<size_t>(below(std::size(list)))];
  }
  /// Another source that does not depend on how much of this one is used later.
  chance fork() { return chance(next()); }

 private:
  uint64_t state_;
};

}  // namespace foliot::rehearsal

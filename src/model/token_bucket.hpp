// A token bucket as a value: so many at once, then so many a minute. Time is passed in.
#pragma once

#include <compare>
#include <cstdint>

#include "base/instant.hpp"

namespace foliot::model {

/// How fast actions may start.
struct start_rate {
  uint32_t per_minute = 0;  ///< 0: as fast as they come.
  uint32_t burst = 0;       ///< Most at once; 0: what ten seconds bring, at least one.

  bool limited() const { return per_minute != 0; }
  uint32_t at_once() const;

  friend constexpr auto operator<=>(const start_rate&, const start_rate&) = default;
};

/// Full at first. In any span of t milliseconds at most at_once + t * per_minute / 60000 tokens are
/// taken, as long as time does not go back; when it does, nothing is gained or lost by it.
class token_bucket {
 public:
  /// `rate` must be limited.
  token_bucket(start_rate rate, instant now);

  /// Takes a token; false when there is none.
  bool take(instant now);
  bool has_one(instant now) const { return ready_at(1, now) <= now; }
  bool full(instant now) const;
  /// Whole tokens that could be taken now.
  uint32_t at_hand(instant now) const;
  /// When the last of the next `count` (1, 2, ...) could be taken, if each is taken as it comes.
  instant ready_at(uint64_t count, instant now) const;

  /// Another rate from now on: tokens that are there stay, as many as there is room for.
  void change(start_rate rate, instant now);

  const start_rate& rate() const { return rate_; }

 private:
  int64_t level_at(instant now) const;

  start_rate rate_;
  int64_t level_;  ///< In 60,000ths of a token: `per_minute` of them come in a millisecond.
  instant at_;     ///< Of `level_`.
};

}  // namespace foliot::model

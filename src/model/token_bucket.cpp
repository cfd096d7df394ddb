#include "model/token_bucket.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace foliot::model {

namespace {

constexpr int64_t token = ms_per_minute;

int64_t capacity(const start_rate& rate) { return int64_t{rate.at_once()} * token; }

}  // namespace

uint32_t start_rate::at_once() const {
  constexpr uint32_t parts_of_a_minute = 6;
  return burst != 0 ? burst : std::max<uint32_t>(1, per_minute / parts_of_a_minute);
}

token_bucket::token_bucket(start_rate rate, instant now)
    : rate_(rate), level_(capacity(rate)), at_(now) {
  FOLIOT_ASSERT(rate.limited(), "a bucket has a rate");
}

int64_t token_bucket::level_at(instant now) const {
  if (now <= at_) return level_;
  const int64_t missing = capacity(rate_) - level_;
  const int64_t gone = now.ms - at_.ms;
  if (gone > missing / rate_.per_minute) return capacity(rate_);
  return level_ + gone * rate_.per_minute;
}

bool token_bucket::take(instant now) {
  level_ = level_at(now);
  at_ = now;  // a clock that was set back shall not stop the bucket until it has caught up
  if (level_ < token) return false;
  level_ -= token;
  return true;
}

void token_bucket::change(start_rate rate, instant now) {
  FOLIOT_ASSERT(rate.limited(), "a bucket has a rate");
  level_ = std::min(level_at(now), capacity(rate));
  at_ = now;
  rate_ = rate;
}

bool token_bucket::full(instant now) const { return level_at(now) == capacity(rate_); }

uint32_t token_bucket::at_hand(instant now) const {
  return static_cast<uint32_t>(level_at(now) / token);
}

instant token_bucket::ready_at(uint64_t count, instant now) const {
  constexpr uint64_t far = 1ULL << 40;  // 35,000 years at one a minute overflow nothing
  const int64_t missing = static_cast<int64_t>(std::min(count, far)) * token - level_at(now);
  if (missing <= 0) return now;
  return plus_ms(now, (missing + rate_.per_minute - 1) / rate_.per_minute);
}

}  // namespace foliot::model

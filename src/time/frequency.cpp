#include "time/frequency.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace foliot::time {
namespace {

/// The nominal time of `number` when `first` is that of 1.
instant nth(const frequency& every, instant first, uint32_t number, const zone& where) {
  return add(first, int64_t{number - 1} * every.count, every.unit, where);
}

}  // namespace

instant nominal_time(const frequency& every, instant start, uint32_t number, const zone& where) {
  FOLIOT_ASSERT(number >= 1, "actions are counted from 1");
  FOLIOT_ASSERT(every.count > 0, "a frequency is above 0");
  return nth(every, move_to_end(start, every.flag, where), number, where);
}

uint32_t count_before(const frequency& every, instant start, instant end, const zone& where) {
  FOLIOT_ASSERT(every.count > 0, "a frequency is above 0");
  const instant first = move_to_end(start, every.flag, where);
  if (first >= end) return 0;
  // Invariant: nominal(low) < end <= nominal(high), or high is the end of the numbers.
  uint32_t low = 1;
  uint64_t high = 2;
  while (high <= UINT32_MAX && nth(every, first, static_cast<uint32_t>(high), where) < end) {
    low = static_cast<uint32_t>(high);
    high *= 2;
  }
  high = std::min<uint64_t>(high, uint64_t{UINT32_MAX} + 1);
  while (high - low > 1) {
    const auto middle = static_cast<uint32_t>(low + (high - low) / 2);
    if (nth(every, first, middle, where) < end) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace foliot::time

#include "model/roster.hpp"

#include <algorithm>

namespace foliot::model {

namespace {

bool is_busy(status s) { return s == status::submitted || s == status::running; }

}  // namespace

void roster::count(const entry& e, int by) {
  const auto step = static_cast<uint32_t>(by);
  if (e.state == status::waiting) waiting_ += step;
  if (is_busy(e.state) || e.granted) busy_ += step;
}

void roster::report(uint32_t number, uint64_t version, status state) {
  entry& e = entries_[number];
  if (version <= e.version && e.state != status::none) return;
  count(e, -1);
  e.version = version;
  e.state = state;
  e.granted = false;
  count(e, +1);
  if (state == status::ready)
    ready_.insert(number);
  else
    ready_.erase(number);
}

void roster::release(uint32_t number) {
  const auto found = entries_.find(number);
  if (found == entries_.end()) return;
  count(found->second, -1);
  entries_.erase(found);
  ready_.erase(number);
}

std::vector<uint32_t> choose_starts(execution_order order, int32_t concurrency,
                                    const std::vector<uint32_t>& ready, uint32_t busy) {
  size_t free = ready.size();
  if (concurrency >= 0) {
    const auto slots = static_cast<uint32_t>(concurrency);
    free = busy >= slots ? 0 : std::min(free, static_cast<size_t>(slots - busy));
  }
  const auto count = static_cast<std::ptrdiff_t>(free);
  if (order == execution_order::fifo)
    return std::vector<uint32_t>(ready.begin(), ready.begin() + count);
  return std::vector<uint32_t>(ready.rbegin(), ready.rbegin() + count);
}

std::vector<uint32_t> roster::grant(execution_order order, int32_t concurrency) {
  const bool bounded = concurrency >= 0;
  if (bounded && busy_ >= static_cast<uint32_t>(concurrency)) return {};
  // Only the end of the queue that the order looks at: a long queue must not cost its length.
  const size_t candidates =
      bounded ? std::min(ready_.size(), static_cast<size_t>(concurrency) - busy_) : ready_.size();
  std::vector<uint32_t> numbers;
  numbers.reserve(candidates);
  if (order == execution_order::fifo) {
    for (auto at = ready_.begin(); numbers.size() < candidates; ++at) numbers.push_back(*at);
  } else {
    for (auto at = ready_.rbegin(); numbers.size() < candidates; ++at) numbers.push_back(*at);
    std::reverse(numbers.begin(), numbers.end());
  }
  std::vector<uint32_t> chosen = choose_starts(order, concurrency, numbers, busy_);
  for (uint32_t number : chosen) {
    entry& e = entries_[number];
    e.granted = true;
    ++busy_;
    ready_.erase(number);
  }
  return chosen;
}

status roster::state_of(uint32_t number) const {
  const auto found = entries_.find(number);
  return found == entries_.end() ? status::none : found->second.state;
}

bool roster::may_vanish(uint32_t number) const {
  const auto found = entries_.find(number);
  if (found == entries_.end() || found->second.granted) return false;
  return found->second.state == status::waiting || found->second.state == status::ready;
}

std::vector<uint32_t> roster::unfinished() const {
  std::vector<uint32_t> out;
  for (const auto& [number, e] : entries_)
    if (!is_terminal(e.state)) out.push_back(number);
  return out;
}

}  // namespace foliot::model

#include "model/roster.hpp"

#include <algorithm>

#include "model/coordinator.hpp"

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

std::vector<uint32_t> roster::grant(const coordinator_definition& definition) {
  const bool bounded = definition.concurrency >= 0;
  if (bounded && busy_ >= static_cast<uint32_t>(definition.concurrency)) return {};
  // Only the end of the queue that the order looks at: a long queue must not cost its length.
  const size_t candidates =
      bounded ? std::min(ready_.size(), definition.concurrency - size_t{busy_}) : ready_.size();
  std::vector<uint32_t> numbers;
  numbers.reserve(candidates);
  if (definition.order == execution_order::fifo) {
    for (auto at = ready_.begin(); numbers.size() < candidates; ++at) numbers.push_back(*at);
  } else {
    for (auto at = ready_.rbegin(); numbers.size() < candidates; ++at) numbers.push_back(*at);
    std::reverse(numbers.begin(), numbers.end());
  }
  std::vector<uint32_t> chosen = choose_starts(definition, numbers, busy_);
  for (uint32_t number : chosen) {
    entry& e = entries_[number];
    e.granted = true;
    ++busy_;
    ready_.erase(number);
  }
  return chosen;
}

uint32_t roster::room(const coordinator_definition& definition) const {
  const auto throttle = static_cast<uint32_t>(definition.throttle);
  return waiting_ >= throttle ? 0 : throttle - waiting_;
}

std::vector<uint32_t> roster::unfinished() const {
  std::vector<uint32_t> out;
  for (const auto& [number, e] : entries_)
    if (!is_terminal(e.state)) out.push_back(number);
  return out;
}

}  // namespace foliot::model

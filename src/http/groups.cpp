#include "http/groups.hpp"

#include <iterator>
#include <utility>

namespace foliot::http {

namespace {

/// Of the time that a list is believed, the part for an empty one: a user just made is soon known.
constexpr int64_t emptiness_divisor = 10;

}  // namespace

remembered_lists::remembered_lists(ask_fn ask, clock_fn clock, int64_t remember_ms, size_t most)
    : ask_(std::move(ask)), clock_(std::move(clock)), remember_ms_(remember_ms), most_(most) {}

std::vector<std::string> remembered_lists::of(const std::string& name) {
  const int64_t now = clock_();
  {
    const std::scoped_lock guard(lock_);
    const auto found = by_name_.find(name);
    if (found != by_name_.end() && now < found->second->until) {
      newest_first_.splice(newest_first_.begin(), newest_first_, found->second);
      return found->second->told;
    }
  }
  // Asked without the lock: a slow directory keeps only those waiting who need it.
  std::vector<std::string> told = ask_(name);
  const int64_t life = told.empty() ? remember_ms_ / emptiness_divisor : remember_ms_;
  keep({name, told, now + life});
  return told;
}

size_t remembered_lists::size() const {
  const std::scoped_lock guard(lock_);
  return newest_first_.size();
}

void remembered_lists::keep(entry fresh) {
  const std::scoped_lock guard(lock_);
  const auto before = by_name_.find(fresh.name);
  if (before != by_name_.end()) {
    newest_first_.erase(before->second);
    by_name_.erase(before);
  }
  newest_first_.push_front(std::move(fresh));
  by_name_[newest_first_.front().name] = newest_first_.begin();
  if (newest_first_.size() <= most_) return;
  by_name_.erase(newest_first_.back().name);
  newest_first_.pop_back();
}

}  // namespace foliot::http

#include "rehearsal/memory_store.hpp"

#include <iterator>
#include <utility>

namespace foliot::rehearsal {

namespace {

/// Rows copied under the lock at a time; visitors run without it.
constexpr size_t rows_at_once = 64;

failure write_failure() {
  return {errc::io, "the database cannot be used: injected write error", "", "",
          "Look at the disk's free space, mount options and health, then start again"};
}

}  // namespace

void memory_store::apply(const kv_view& change) {
  rows_of& rows = tables_[static_cast<size_t>(change.where)];
  if (!change.range_end.empty())
    rows.erase(rows.lower_bound(change.key), rows.lower_bound(change.range_end));
  else if (change.value)
    // A journal grows at its end.
    rows.insert_or_assign(rows.end(), std::string(change.key), std::string(*change.value));
  else if (const auto old = rows.find(change.key); old != rows.end())
    rows.erase(old);
}

result<void> memory_store::write(const kv_batch& batch, bool sync) {
  const std::lock_guard hold(mutex_);
  if (latched_) return *latched_;
  if (std::exchange(fail_next_, false)) {
    if (remains_ == remains::everything) ghost_ = batch;
    latched_ = write_failure();
    return *latched_;
  }
  ++writes_;
  for (const kv_view change : batch) {
    if (!sync) {
      const rows_of& rows = tables_[static_cast<size_t>(change.where)];
      if (!change.range_end.empty()) {
        for (auto at = rows.lower_bound(change.key);
             at != rows.end() && at->first < change.range_end; ++at)
          undo_.push_back({change.where, at->first, at->second});
        apply(change);
        continue;
      }
      const auto old = rows.find(change.key);
      undo_.push_back({change.where, std::string(change.key),
                       old == rows.end() ? std::nullopt : std::optional(old->second)});
    }
    apply(change);
  }
  if (sync) {
    ++syncs_;
    undo_.clear();  // a sync covers all that was written before it
  }
  return {};
}

result<std::optional<std::string>> memory_store::get(table where, std::string_view key) const {
  const std::lock_guard hold(mutex_);
  const rows_of& rows = tables_[static_cast<size_t>(where)];
  const auto found = rows.find(key);
  if (found == rows.end()) return std::optional<std::string>();
  return std::optional<std::string>(found->second);
}

result<void> memory_store::scan(table where, std::string_view from, std::string_view to,
                                const visitor& visit) const {
  std::string next(from);
  bool inclusive = true;
  while (true) {
    std::vector<std::pair<std::string, std::string>> some;
    {
      const std::lock_guard hold(mutex_);
      const rows_of& rows = tables_[static_cast<size_t>(where)];
      auto at = inclusive ? rows.lower_bound(next) : rows.upper_bound(next);
      for (; at != rows.end() && some.size() < rows_at_once; ++at) {
        if (!to.empty() && at->first >= to) break;
        some.emplace_back(*at);
      }
    }
    for (const auto& [key, value] : some)
      if (!visit(key, value)) return {};
    if (some.size() < rows_at_once) return {};
    next = some.back().first;
    inclusive = false;
  }
}

result<void> memory_store::scan_back(table where, std::string_view from, std::string_view to,
                                     const visitor& visit) const {
  std::string next(to);
  bool at_end = to.empty();
  while (true) {
    std::vector<std::pair<std::string, std::string>> some;
    {
      const std::lock_guard hold(mutex_);
      const rows_of& rows = tables_[static_cast<size_t>(where)];
      auto at = at_end ? rows.end() : rows.lower_bound(next);
      while (at != rows.begin() && some.size() < rows_at_once) {
        --at;
        if (at->first < from) break;
        some.emplace_back(*at);
      }
    }
    for (const auto& [key, value] : some)
      if (!visit(key, value)) return {};
    if (some.size() < rows_at_once) return {};
    next = some.back().first;
    at_end = false;
  }
}

void memory_store::crash() {
  const std::lock_guard hold(mutex_);
  // A log is written in order: where a batch has survived, so have those before it.
  if (ghost_) {
    for (const kv_view change : *ghost_) apply(change);
  } else {
    for (auto change = undo_.rbegin(); change != undo_.rend(); ++change)
      apply({change->where, change->key, change->value});
  }
  undo_.clear();
  ghost_.reset();
  latched_.reset();
  fail_next_ = false;
}

void memory_store::fail_next_write(remains after_crash) {
  const std::lock_guard hold(mutex_);
  fail_next_ = true;
  remains_ = after_crash;
}

uint64_t memory_store::writes() const {
  const std::lock_guard hold(mutex_);
  return writes_;
}
uint64_t memory_store::syncs() const {
  const std::lock_guard hold(mutex_);
  return syncs_;
}
size_t memory_store::unsynced() const {
  const std::lock_guard hold(mutex_);
  return undo_.size();
}
size_t memory_store::rows(table where) const {
  const std::lock_guard hold(mutex_);
  return tables_[static_cast<size_t>(where)].size();
}

}  // namespace foliot::rehearsal

#include "store/job_counts.hpp"

#include <utility>

#include "store/codec.hpp"

namespace foliot::store {

namespace {

/// In the order of `job_counts::tables_`.
constexpr std::array counted_tables{table::by_status, table::by_user, table::by_name};
constexpr size_t status_slot = 0;

/// What an entry of a map costs besides the bytes of its key.
constexpr size_t entry_overhead = 96;

constexpr size_t age_bytes = 16;

/// Users or names that are shown: commits wait while they are, a millisecond for so many.
constexpr size_t shown_max = 10'000;

}  // namespace

std::optional<size_t> job_counts::slot_of(table where) {
  for (size_t i = 0; i < counted_tables.size(); ++i)
    if (counted_tables[i] == where) return i;
  return std::nullopt;
}

void job_counts::forget(counted& what) const {
  what.known = false;
  what.bytes = 0;
  what.rows.clear();
}

void job_counts::add(counted& to, std::string_view prefix) {
  if (!to.known) return;
  const auto found = to.rows.find(prefix);
  if (found != to.rows.end()) {
    ++found->second;
    return;
  }
  to.bytes += prefix.size() + entry_overhead;
  if (to.bytes > bytes_max_) return forget(to);
  to.rows.emplace(prefix, 1);
}

void job_counts::take(counted& from, std::string_view prefix) {
  if (!from.known) return;
  const auto found = from.rows.find(prefix);
  // A row that was not there was deleted: better to count by reading than to tell a wrong number.
  if (found == from.rows.end()) return forget(from);
  if (--found->second > 0) return;
  from.bytes -= prefix.size() + entry_overhead;
  from.rows.erase(found);
}

result<void> job_counts::fill(const kv_store& store) {
  const std::lock_guard hold(mutex_);
  for (size_t slot = 0; slot < counted_tables.size(); ++slot) {
    counted& to = tables_[slot];
    to = {};
    std::string prefix;
    uint64_t rows = 0;
    bool readable = true;
    const auto close = [&] {
      if (rows == 0) return;
      add(to, prefix);
      if (to.known) to.rows.find(prefix)->second += rows - 1;
    };
    const auto scanned =
        store.scan(counted_tables[slot], "", "", [&](std::string_view key, std::string_view) {
          readable = key.size() > age_bytes;
          if (!readable) return false;
          const std::string_view begin = before_age(key);
          if (rows > 0 && begin == prefix) return ++rows, true;
          close();
          prefix = begin;
          rows = 1;
          return to.known;
        });
    if (!scanned) return scanned.error();
    if (!readable) return corrupt("a key of an index cannot be read");
    if (to.known) close();
  }
  return {};
}

void job_counts::before(const kv_batch& batch) {
  const std::lock_guard hold(mutex_);
  for (const kv_view change : batch) {
    const auto slot = slot_of(change.where);
    if (slot && change.value) add(tables_[*slot], before_age(change.key));
  }
}

void job_counts::after(const kv_batch& batch) {
  const std::lock_guard hold(mutex_);
  for (const kv_view change : batch) {
    const auto slot = slot_of(change.where);
    if (!slot || change.value) continue;
    if (change.range_end.empty())
      take(tables_[*slot], before_age(change.key));
    else
      forget(tables_[*slot]);  // nobody deletes ranges of an index
  }
}

std::optional<uint64_t> job_counts::of(table where, std::string_view prefix) const {
  const auto slot = slot_of(where);
  if (!slot) return std::nullopt;
  const std::lock_guard hold(mutex_);
  const counted& from = tables_[*slot];
  if (!from.known) return std::nullopt;
  const auto found = from.rows.find(prefix);
  return found == from.rows.end() ? 0 : found->second;
}

std::optional<uint64_t> job_counts::of(entity_kind kind, uint16_t partition) const {
  const std::string prefix = by_created_prefix(partition, kind);
  const std::lock_guard hold(mutex_);
  const counted& from = tables_[status_slot];
  if (!from.known) return std::nullopt;
  uint64_t out = 0;
  for (auto at = from.rows.lower_bound(prefix);
       at != from.rows.end() && at->first.starts_with(prefix); ++at)
    out += at->second;
  return out;
}

bool job_counts::each(
    table where, entity_kind kind,
    const std::function<void(const std::string& text, const std::string& prefix)>& show) const {
  const auto slot = slot_of(where);
  if (!slot) return false;
  const std::lock_guard hold(mutex_);
  const counted& from = tables_[*slot];
  if (!from.known || from.rows.size() > shown_max) return false;
  for (const auto& [prefix, rows] : from.rows) {
    const auto parsed =
        where == table::by_user ? parse_by_user_prefix(prefix) : parse_by_name_prefix(prefix);
    if (parsed && parsed->kind == kind) show(parsed->text, prefix);
  }
  return true;
}

bool operator==(const job_counts& left, const job_counts& right) {
  if (&left == &right) return true;
  const std::scoped_lock hold(left.mutex_, right.mutex_);
  return left.tables_ == right.tables_;
}

result<void> counted_store::write(const kv_batch& batch, bool sync) {
  counts_.before(batch);
  auto written = behind().write(batch, sync);
  // After a failure nothing is written any more (kv_store): births that were counted do not matter.
  if (!written) return written;
  counts_.after(batch);
  definitions_.after(batch);
  return written;
}

}  // namespace foliot::store

// How many jobs each list has, without reading the list: totals of answers (docs/storage.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "store/keys.hpp"
#include "store/named_definitions.hpp"

namespace foliot::store {

/// Memory for the counters of one table, bytes. Users and names come from outside, so their number
/// has no bound: 16 MiB hold about 100,000 of them. Beyond that the table is not counted any more
/// until the next start, and its lists are counted by reading them.
inline constexpr size_t counter_bytes_max = 16 << 20;

/// The number of rows below each beginning of keys of by_status, by_user and by_name: by (kind,
/// status), (user, kind) and (kind, name). Every job has one row in each of the three, so the jobs
/// of a kind are those of all its statuses. Thread-safe.
class job_counts {
 public:
  explicit job_counts(size_t bytes_max = counter_bytes_max) : bytes_max_(bytes_max) {}

  /// Counts what `store` holds: one pass over the keys of three tables. Before anything is written
  /// meanwhile. Fails as the store does, and with errc::corrupt.
  result<void> fill(const kv_store& store);

  /// `batch` will be written: its births count from now on, so that no reader sees more rows than
  /// are counted.
  void before(const kv_batch& batch);
  /// It was written: what it deletes counts no more.
  void after(const kv_batch& batch);

  /// Rows whose keys begin with `prefix`, which is one of the beginnings above; a moment later it
  /// may be another number. Nothing where the table is not counted any more.
  std::optional<uint64_t> of(table where, std::string_view prefix) const;
  /// All jobs of that kind.
  std::optional<uint64_t> of(entity_kind kind, uint16_t partition = partition_default) const;
  /// Whether both count the same tables and found the same.
  friend bool operator==(const job_counts& left, const job_counts& right);
  /// Shows the users (by_user) or names (by_name) of jobs of `kind`, each with the beginning of its
  /// keys. False where the table is not counted any more, or has too many of them to be shown.
  bool each(
      table where, entity_kind kind,
      const std::function<void(const std::string& text, const std::string& prefix)>& show) const;

 private:
  struct counted {
    bool known = true;
    size_t bytes = 0;
    std::map<std::string, uint64_t, std::less<>> rows;

    friend bool operator==(const counted&, const counted&) = default;
  };
  static constexpr size_t table_count = 3;

  static std::optional<size_t> slot_of(table where);
  void add(counted& to, std::string_view prefix);
  void take(counted& from, std::string_view prefix);
  void forget(counted& what) const;

  size_t bytes_max_;
  mutable std::mutex mutex_;
  std::array<counted, table_count> tables_;
};

/// Keeps what lists know without reading: the counters of the store behind it, and which
/// definitions its coordinators name.
class counted_store final : public store_in_front {
 public:
  /// `behind` outlives this; nobody else writes to it.
  explicit counted_store(kv_store& behind, size_t bytes_max = counter_bytes_max)
      : store_in_front(behind), counts_(bytes_max) {}

  /// Counts what is there. Before the first write, and once.
  result<void> fill() { return counts_.fill(behind()); }
  const job_counts& counts() const { return counts_; }
  named_definitions& definitions() { return definitions_; }

  result<void> write(const kv_batch& batch, bool sync) override;

 private:
  job_counts counts_;
  named_definitions definitions_;
};

}  // namespace foliot::store

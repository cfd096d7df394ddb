// A kv_store in memory that keeps synced and unsynced writes apart (crash tests, simulator).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/kv_store.hpp"
#include "base/result.hpp"

namespace foliot::rehearsal {

/// Deterministic and thread-safe. Visitors may read and write the store.
class memory_store final : public kv_store {
 public:
  /// What a failing write leaves on disk: a real disk may keep a batch whose sync failed.
  enum class remains { nothing, everything };

  result<void> write(const kv_batch& batch, bool sync) override;
  result<std::optional<std::string>> get(table where, std::string_view key) const override;
  result<void> scan(table where, std::string_view from, std::string_view to,
                    const visitor& visit) const override;
  result<void> scan_back(table where, std::string_view from, std::string_view to,
                         const visitor& visit) const override;

  /// Power fails and the store is opened again: what was not synced is forgotten, the latch of a
  /// write error is released.
  void crash();
  /// The next write fails with errc::io, and all after it until `crash`. With `everything` its
  /// batch is there after the crash all the same, and what was not synced before it.
  void fail_next_write(remains after_crash = remains::nothing);

  uint64_t writes() const;  ///< Batches written.
  uint64_t syncs() const;   ///< Of these with sync.
  size_t unsynced() const;  ///< Changes that a crash would forget.
  size_t rows(table where) const;

 private:
  using rows_of = std::map<std::string, std::string, std::less<>>;

  void apply(const kv_view& change);

  mutable std::mutex mutex_;
  std::array<rows_of, static_cast<size_t>(table::count_)> tables_;
  std::vector<kv_change> undo_;  ///< What stood there before each unsynced change.
  std::optional<failure> latched_;
  std::optional<kv_batch> ghost_;  ///< Appears at the next crash.
  bool fail_next_ = false;
  remains remains_ = remains::nothing;
  uint64_t writes_ = 0;
  uint64_t syncs_ = 0;
};

}  // namespace foliot::rehearsal

// The port to durable storage: ordered tables of bytes, written in atomic batches.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace foliot {

/// On disk (one RocksDB column family each). Never renumber, never reuse; retire with a comment.
enum class table : uint8_t {
  meta = 0,        ///< Format version, epochs.
  record = 1,      ///< The newest record of every entity.
  journal = 2,     ///< Every step ever taken.
  definition = 3,  ///< Texts of applications, once per tree and hash.
  by_id = 4,       ///< Job number -> key of its record.
  by_status = 5,   ///< (kind, status, created, job).
  by_user = 6,     ///< (user, kind, created, job).
  by_created = 7,  ///< (kind, created, job).
  quarantine = 8,  ///< Entities that are not stepped any more, and why.
  by_parent =
      9,  ///< (parent job, child job): coordinators of a bundle, workflows of a coordinator.
  count_
};

/// One change: a value to put, or nothing to delete the key.
struct kv_change {
  table where = table::meta;
  std::string key;
  std::optional<std::string> value;
};

/// All changes of one batch become visible and durable together or not at all.
using kv_batch = std::vector<kv_change>;

/// Reads see the last written batch, synced or not. Thread-safe. Implementations: RocksDB
/// (store/rocks_store.hpp) and one in memory that forgets what was not synced (tests/fakes).
class kv_store {
 public:
  /// Called for each pair in key order; false stops the scan.
  using visitor = std::function<bool(std::string_view key, std::string_view value)>;

  virtual ~kv_store() = default;

  /// Writes `batch` atomically; with `sync` it is on disk when this returns. Fails with errc::io;
  /// after a failure nothing of the batch is visible and every further write fails as well.
  virtual result<void> write(const kv_batch& batch, bool sync) = 0;

  /// The value at `key`, nothing when absent. Fails with errc::io or errc::corrupt.
  virtual result<std::optional<std::string>> get(table where, std::string_view key) const = 0;

  /// Visits all pairs with from <= key < to in order; an empty `to` means "to the end".
  virtual result<void> scan(table where, std::string_view from, std::string_view to,
                            const visitor& visit) const = 0;

  /// As `scan`, from the largest key below `to` downwards to `from`.
  virtual result<void> scan_back(table where, std::string_view from, std::string_view to,
                                 const visitor& visit) const = 0;
};

}  // namespace foliot

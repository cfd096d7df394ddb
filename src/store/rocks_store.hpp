// The real store: RocksDB, one column family per table.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/kv_store.hpp"
#include "base/result.hpp"

namespace foliot::store {

struct rocks_options {
  /// Whether a missing database is made; else errc::not_found.
  bool create = true;
  /// Whether blocks that are read stay in the cache: for who goes over all of it and has nothing
  /// else in memory. An engine leaves that to the kernel.
  bool keep_blocks = false;
};

/// Thread-safe. One engine per directory: the lock is held until destruction.
class rocks_store final : public kv_store {
 public:
  /// Opens the database in `dir`, which is made with mode 0700 when it is missing (its parent must
  /// exist). Failures say what to do: errc::forbidden (directory without permission), errc::locked
  /// (another engine), errc::corrupt, errc::too_new, errc::not_found, errc::io (anything else that
  /// the operating system refuses).
  static result<std::unique_ptr<rocks_store>> open(const std::string& dir,
                                                   const rocks_options& options = {});

  /// Opens the database in `dir` for reading, as far as it is written now, without its lock: an
  /// engine may run on it, is not disturbed, and what it writes later is not seen. Nothing in `dir`
  /// is changed. `scratch`: an existing directory for RocksDB's own notes; once this is
  /// open it may be deleted. Every write fails.
  /// Blocks that are read stay in the cache. Failures as of `open`, without errc::locked.
  static result<std::unique_ptr<rocks_store>> open_beside(const std::string& dir,
                                                          const std::string& scratch);

  /// What was written before the damage of a log, for which `open` refuses a database: for reading
  /// alone, as `open_beside`. An engine never goes on with that, since what stood behind the damage
  /// was acknowledged. Fails as `open_beside` does, and with errc::not_found where no log is
  /// damaged.
  struct before_damage;
  static result<before_damage> open_before_damage(const std::string& dir);

  ~rocks_store() override;

  result<void> write(const kv_batch& batch, bool sync) override;
  result<std::optional<std::string>> get(table where, std::string_view key) const override;
  result<void> scan(table where, std::string_view from, std::string_view to,
                    const visitor& visit) const override;
  result<void> scan_back(table where, std::string_view from, std::string_view to,
                         const visitor& visit) const override;

  /// Bytes on disk of `where`, as far as they have left the memory table: for measurements.
  uint64_t bytes_on_disk(table where) const;
  /// Moves everything in memory to sorted files: for measurements and small copies.
  result<void> settle();

 private:
  struct parts;
  explicit rocks_store(std::unique_ptr<parts> all);

  std::unique_ptr<parts> all_;
};

struct rocks_store::before_damage {
  std::unique_ptr<rocks_store> store;
  std::string log;  ///< RocksDB's words: which file, and what is wrong with it.
};

}  // namespace foliot::store

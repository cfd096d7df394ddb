// What RocksDB says of damaged logs while it opens a database. Only for this folder.
#pragma once

#include <rocksdb/env.h>

#include <cstdarg>
#include <mutex>
#include <string>

namespace foliot::store {

/// Takes the place of RocksDB's own file of notes. Thread-safe.
class log_notes final : public rocksdb::Logger {
 public:
  /// Warnings are all that is looked at.
  log_notes() : Logger(rocksdb::InfoLogLevel::WARN_LEVEL) {}

  using Logger::Logv;
  void Logv(const char* format, va_list values) override;

  /// The first sentence that names a log and how many of its bytes are not read; empty: none does.
  std::string first() const;

 private:
  mutable std::mutex mutex_;
  std::string first_;
};

}  // namespace foliot::store

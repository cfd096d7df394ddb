// How much room is left on disk: what safe mode is decided by.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace foliot::exec {

/// The port to free space. Real: disk_space; fakes in tests.
class space_port {
 public:
  virtual ~space_port() = default;

  /// Bytes that may still be written by an ordinary user. Fails with errc::io.
  virtual result<uint64_t> bytes_free() const = 0;
};

/// Of the file system that holds `directory` (statvfs).
class disk_space final : public space_port {
 public:
  explicit disk_space(std::string directory);
  result<uint64_t> bytes_free() const override;

 private:
  std::string directory_;
};

}  // namespace foliot::exec

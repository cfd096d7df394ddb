// The directory of a database before anybody opens it: what is in it, and refusals that say what to
// do.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace foliot::store {

/// The refusal of `what` for want of permission.
failure forbidden(const std::string& what);

/// The refusal where somebody holds the lock of the database in `dir`, naming the process.
/// `this_process`: it is this one.
failure locked(const std::string& dir, bool this_process);

/// Makes `dir` with mode 0700 where it is missing and `create` is set. Fails with errc::not_found,
/// errc::forbidden or errc::io.
result<void> prepare_directory(const std::string& dir, bool create);

/// Whether `dir` may be read. Fails with errc::not_found, errc::forbidden or errc::io.
result<void> check_readable(const std::string& dir);

struct directory_content {
  bool current = false;  ///< CURRENT: there is a database.
  bool data = false;     ///< Tables or logs: there was a database.
  bool log = false;      ///< A log, which every opened database has.
  uint64_t log_bytes = 0;
};
/// Of a directory that cannot be read: nothing.
directory_content look_into(const std::string& dir);

/// Fails with errc::io where the file system of `dir` has no room to open a database whose logs
/// have `log_bytes`.
result<void> check_space(const std::string& dir, uint64_t log_bytes);

}  // namespace foliot::store

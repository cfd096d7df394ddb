// Files that foliot-run-as trusts only after a look: opened without following links, judged by
// what was opened and not by its name.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

#include "base/result.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// Whether the file or directory `path` and each directory above it are root's and can be replaced
/// or written by nobody else. Fails with errc::forbidden, errc::not_found or errc::io; the sentence
/// names the part that is not.
result<void> belongs_to_root(const std::string& path);

/// The directory of `owner` at the absolute `path`, which has no links in it. Fails with
/// errc::forbidden where somebody else can write it, with errc::io.
result<unique_fd> open_directory(const std::string& path, uid_t owner);
/// The same of `name` in the directory `in`.
result<unique_fd> open_directory(int in, const std::string& name, uid_t owner);

/// All of the plain file `name` of `owner` in the directory `in`, or at an absolute path where `in`
/// is AT_FDCWD. Fails with errc::forbidden where somebody else can write it, errc::too_large,
/// errc::not_found, errc::io.
result<std::string> read_file_of(int in, const std::string& name, uid_t owner, size_t bytes_max);

}  // namespace foliot::exec

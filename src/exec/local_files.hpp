// The real file_port, for `file:` paths and absolute paths of this host.
#pragma once

#include <string>

#include "base/limits.hpp"
#include "exec/file_port.hpp"

namespace foliot::exec {

/// What chmod's `permissions` mean: three octal digits or ten characters such as "-rwxr-x--t".
/// Fails with FS010. Pure.
result<uint32_t> parse_permissions(const std::string& text);

/// Thread-safe: it keeps nothing between calls. Another scheme than `file:` fails with
/// errc::unsupported; a missing permission with FS014 and errc::forbidden.
///
/// As in Oozie's FsActionExecutor: globs in delete, the source of a move, chmod and chgrp; deleting
/// what is missing and making what exists are fine; chmod and chgrp touch a directory's direct
/// children when `directories` is set and everything below with `recursive` as well. Symbolic links
/// found on the way down are left alone. setrep does nothing on `file:`.
class local_files final : public file_port {
 public:
  /// `home`: absolute; a deletion without skip_trash moves to `<home>/.Trash/Current/<path>`.
  /// `glob_max`: most matches of a glob (FS013).
  explicit local_files(std::string home, size_t glob_max = limits::fs_glob_max);

  result<file_facts> look(const std::string& path) const override;
  result<int64_t> directory_size(const std::string& path) const override;
  result<std::string> read(const std::string& path, uint64_t bytes_max) const override;
  result<void> perform(const file_operation& operation, bool again) override;

 private:
  result<void> remove(const file_operation& operation, bool again) const;
  result<void> move_to_trash(const std::string& path, bool again, const stop_flag* stop) const;
  result<void> move(const file_operation& operation, bool again) const;
  result<void> change(const file_operation& operation) const;

  std::string home_;
  size_t glob_max_;
};

}  // namespace foliot::exec

// chmod and chgrp on a tree.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/result.hpp"
#include "exec/file_port.hpp"

namespace foliot::exec {

/// What is to be changed, and how far down.
struct file_change {
  std::optional<mode_t> mode;
  std::optional<gid_t> group;
  bool children = true;             ///< The direct children of a directory too.
  bool recursive = false;           ///< All below; only with `children`.
  const stop_flag* stop = nullptr;  ///< The operation's: it must outlive this.
};

/// Reads permissions (FS010) or looks the group up (errc::bad_input).
result<file_change> plan_change(const file_operation& operation);

/// Changes `path` after what is below it. Fails with FS014 or "Exception".
result<void> apply_change(const file_change& change, const std::string& path);

/// The failure of a system call: FS014 and errc::forbidden for a missing permission, else `oozie`
/// and errc::io. `error` is an errno.
failure refused(int error, const char* oozie, const std::string& what);

}  // namespace foliot::exec

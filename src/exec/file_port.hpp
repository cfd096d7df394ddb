// The port to file systems. Real: exec/local_files.hpp; fake: src/rehearsal. Calls block: only
// detached actors and start-up code make them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "exec/file_tree.hpp"

namespace foliot::exec {

struct file_facts {
  bool exists = false;
  bool is_directory = false;
  int64_t size = -1;        ///< Bytes; -1 when missing.
  int64_t modified_ms = 0;  ///< Since 1970, of the content.
  int64_t changed_ms = 0;   ///< Of content, owner, mode or links: nobody can set it back.
  uint64_t inode = 0;
};

/// One operation of an `fs` action, its texts evaluated (workflow.md 8, FsActionExecutor).
struct file_operation {
  enum class kind : uint8_t { remove, mkdir, move, chmod, chgrp, touchz, setrep };

  kind what = kind::remove;
  std::string path;         ///< Source of `move`. "file:///x", "file:/x" or an absolute path.
  std::string target;       ///< Of `move`.
  std::string permissions;  ///< Of `chmod`: "-rwxrw-rw-" or octal "755".
  std::string group;        ///< Of `chgrp`.
  bool recursive = false;   ///< Of `chmod`, `chgrp`.
  bool directories = true;  ///< dir-files: apply to files inside directories too.
  bool skip_trash = false;
  /// None, or what is looked at between one file and the next: set, the operation ends early and
  /// fails. A move whose copy has its name is finished all the same.
  std::shared_ptr<const stop_flag> stop = {};
};

class file_port {
 public:
  virtual ~file_port() = default;

  /// What is known of `path`; a missing one is a fact, no failure.
  virtual result<file_facts> look(const std::string& path) const = 0;
  /// Bytes of the files directly in directory `path`, without those below its directories; -1 when
  /// there is none (workflow.md, fs:dirSize).
  virtual result<int64_t> directory_size(const std::string& path) const = 0;
  /// The whole content of a file of at most `bytes_max` bytes. Fails with errc::not_found,
  /// errc::too_large, errc::forbidden or errc::io; the failure names the path.
  virtual result<std::string> read(const std::string& path, uint64_t bytes_max) const = 0;
  /// Does one operation. `again` says that a crash may have interrupted an earlier try of the same
  /// one: what was done then is no error now (FsActionExecutor's recovery). Failures carry Oozie's
  /// code (FS001 to FS014).
  virtual result<void> perform(const file_operation& operation, bool again) = 0;
};

}  // namespace foliot::exec

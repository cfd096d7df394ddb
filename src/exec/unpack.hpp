// Unpacking an archive that nobody vouches for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/run_limits.hpp"

namespace foliot::exec {

struct unpack_bounds {
  uint64_t bytes = limits::archive_bytes_max;  ///< Of all files; none may be longer by holes.
  uint64_t entries = limits::archive_entries_max;
  size_t depth = limits::archive_depth_max;
};

/// What was unpacked.
struct unpacked_sum {
  uint64_t bytes = 0;
  uint64_t entries = 0;
};

/// Unpacks `archive` (tar, tar.gz, zip or jar, known by its content) into the existing `directory`,
/// which becomes the working directory of this process. Owners, set-id bits, extended attributes
/// and access lists are not taken over; what is unpacked can be read and deleted by its owner.
///
/// Fails with errc::bad_input for what is no regular file, for a damaged or encrypted archive, for
/// an entry outside the directory ('..', absolute), for a symbolic link that is absolute, has '..'
/// elsewhere than in front or more of them than it lies deep, for a hard link to anything but a
/// file unpacked before, and for devices, pipes and sockets; with errc::too_large above `bounds`,
/// with errc::io where there is no space for it. What was unpacked until then stays.
result<unpacked_sum> unpack(const std::string& archive, const std::string& directory,
                            const unpack_bounds& bounds = {});

/// The path of an entry without "." and doubled '/'; empty for the directory itself. Fails with
/// errc::bad_input for a path that is absolute or has "..", with errc::too_large for one too deep.
result<std::string> entry_path(std::string_view written, size_t depth_max);

/// Whether a symbolic link at `path` (an entry_path) may lead to `target`: relative, ".." only in
/// front and at most as many as `path` has directories above it. As no entry is written through a
/// link, such links cannot leave the directory together either.
bool link_stays(std::string_view path, std::string_view target);

}  // namespace foliot::exec

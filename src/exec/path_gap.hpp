// Where a path ends to exist: what has to be watched until it comes into being.
#pragma once

#include <string>
#include <vector>

namespace foliot::exec {

/// A directory (its real path, free of symbolic links) and a name in it.
struct place_in_directory {
  std::string directory;
  std::string name;

  friend bool operator==(const place_in_directory&, const place_in_directory&) = default;
};

struct path_gap {
  enum class kind : uint8_t {
    none,     ///< The path exists.
    missing,  ///< `places.back()` is what has to come next.
    hidden    ///< It cannot be told: no permission, or too many symbolic links.
  };
  kind what = kind::hidden;
  /// Every symbolic link on the way (it may be made to point elsewhere), then the missing name. For
  /// a dangling link the missing name is that of its target.
  std::vector<place_in_directory> places;

  friend bool operator==(const path_gap&, const path_gap&) = default;
};

/// Walks `path` (absolute) from the root, through symbolic links, until something is missing.
path_gap find_gap(const std::string& path);

}  // namespace foliot::exec

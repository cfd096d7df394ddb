// The paths of `fs` operations as text: Oozie's rules for schemes and authorities. Pure.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"

namespace foliot::exec {

/// A path taken apart as Hadoop's Path does: nothing is decoded.
struct path_parts {
  std::optional<std::string> scheme;     ///< "hdfs"; nothing in "/a" and "a".
  std::optional<std::string> authority;  ///< "host:8020"; nothing where there is none or "".
  std::string path;                      ///< "/a/b", "a".

  bool absolute() const { return path.starts_with('/'); }
};

/// Takes `text` apart after cutting blanks at both ends. Never fails.
path_parts split_path(const std::string& text);

/// FsActionExecutor.validatePath: with `with_scheme` a scheme is needed (FS001) and has to make
/// sense (E0904), without it there must be none (FS002).
result<void> validate_path(const std::string& path, bool with_scheme);

/// FsActionExecutor.resolveToFullPath: a path without scheme or authority gets those of
/// `name_node` and must be absolute then (FS011); others are validated.
result<std::string> resolve_full_path(const std::optional<std::string>& name_node,
                                      const std::string& path, bool with_scheme);

/// FsActionExecutor.validateSameNN: the target of a move has the source's scheme and authority or
/// none of its own (FS007).
result<void> validate_same_nn(const std::string& source, const std::string& target);

/// As foliot::local_path, but it says what is wrong: the absolute local path of a `file:` path or
/// of a path without scheme, without "." , ".." and doubled slashes. Fails with errc::unsupported
/// for another scheme, E0904 for a host in a file: path, FS011 for a relative one.
result<std::string> checked_local_path(const std::string& text);

}  // namespace foliot::exec

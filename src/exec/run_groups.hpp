// Where the engine lets control groups (cgroup v2) of runs be made.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace foliot::exec {

/// The directory of the control group that this process is in, from the texts of
/// /proc/self/mounts and /proc/self/cgroup; empty where no cgroup v2 is mounted or it lies
/// elsewhere.
std::string own_group(std::string_view mounts, std::string_view cgroups);

/// What can be used below a root of groups.
struct group_root {
  std::string path;         ///< Empty: no groups.
  std::string controllers;  ///< Of "memory pids cpu": those that keep limits there.
};

/// Makes `path` (its parent must be a control group that was delegated to this user) the root of
/// the groups of runs: hands on the controllers memory, pids and cpu as far as the parent has them
/// and may give them, and removes groups of earlier runs that are empty and whose launcher is gone.
/// Fails with errc::io where no group can be made there.
result<group_root> open_group_root(const std::string& path);

/// As `setting` says: "off": none; "auto": "foliot-runs" below this process's own group, none where
/// that cannot be; a path: that, or a failure (errc::io).
result<group_root> find_group_root(const std::string& setting);

/// What the log says of it.
std::string note_of(const group_root& root);

}  // namespace foliot::exec

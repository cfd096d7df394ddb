// Copying and deleting files with everything below them. Needs nothing but the system: the engine,
// its launchers and foliot-action have it in common.
#pragma once

#include <atomic>
#include <string>
#include <system_error>

namespace foliot::exec {

/// Set by somebody else when what is under way is to end early.
using stop_flag = std::atomic<bool>;

/// Whether `stop` is there and set.
inline bool asked_to_stop(const stop_flag* stop) { return stop != nullptr && stop->load(); }

/// What a function here says that ended early because it was asked to: ECANCELED.
std::error_code stopped_early();

/// The error of the last system call.
std::error_code last_error();

/// Writes what can be read from `from` to `to`, each at its position.
std::error_code copy_bytes(int from, int to, const stop_flag* stop = nullptr);

/// Copies `from` (a file, a link or a directory with everything below it) to `to`, where nothing
/// may be: permissions, times and, where that is allowed, owners too. Links are copied, never
/// followed. When it succeeds the copy is on disk, but for the name of `to` itself. What was copied
/// until a failure stays. Fails with EEXIST, with ENOTSUP for pipes, sockets and devices, with
/// ECANCELED when stopped, and with what the system says (ENOSPC).
std::error_code copy_tree(const std::string& from, const std::string& to,
                          const stop_flag* stop = nullptr);

/// Deletes `path` and everything below it; links are deleted, never followed. That nothing is there
/// is no failure. What cannot be deleted ends it; ECANCELED when stopped.
std::error_code remove_tree(const std::string& path, const stop_flag* stop = nullptr);

/// What tells a file or directory from every other one of its file system as long as it lives,
/// whatever is done to it; empty where there is none.
std::string file_identity(const std::string& path);

/// Puts the names in the directory `path` on disk.
std::error_code sync_directory(const std::string& path);

}  // namespace foliot::exec

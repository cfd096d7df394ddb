#include "exec/file_carry.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

namespace fs = std::filesystem;

/// The hidden directory beside `to` in which a move lives. `copy` has the name `to` last; `mark`, a
/// link that leads nowhere, says which source the complete copy is of. So a mark without a copy
/// means that `to` is the copy.
std::string workshop_of(const std::string& to) {
  const fs::path target{to};
  return (target.parent_path() / ("." + target.filename().string() + ".foliot-moving")).string();
}
std::string copy_in(const std::string& workshop) { return workshop + "/copy"; }
std::string mark_in(const std::string& workshop) { return workshop + "/mark"; }

bool is_there(const std::string& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0;
}

std::error_code rename_to_nothing(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (errno != EINVAL || is_there(to)) return last_error();
  if (::rename(from.c_str(), to.c_str()) == 0) return {};  // a file system without the flag
  return last_error();
}

/// Makes and locks the workshop: the lock goes with this process.
std::error_code enter(const std::string& workshop, unique_fd& lock) {
  if (::mkdir(workshop.c_str(), 0700) != 0 && errno != EEXIST) return last_error();
  lock.reset(::open(workshop.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!lock) return last_error();
  const auto busy = std::make_error_code(std::errc::device_or_resource_busy);
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) return busy;
  struct stat held {};
  struct stat there {};
  const bool same = ::fstat(lock.get(), &held) == 0 && ::lstat(workshop.c_str(), &there) == 0 &&
                    held.st_ino == there.st_ino && held.st_dev == there.st_dev;
  return same ? std::error_code{} : busy;
}

/// Copies `from` and gives the copy its name; both are on disk then.
std::error_code place_copy(const std::string& from, const std::string& to,
                           const std::string& workshop, const stop_flag* stop) {
  // What an earlier move left, whosever it was.
  if (const auto wrong = remove_tree(mark_in(workshop))) return wrong;
  if (const auto wrong = remove_tree(copy_in(workshop))) return wrong;
  if (const auto wrong = copy_tree(from, copy_in(workshop), stop)) return wrong;
  const std::string identity = file_identity(from);
  if (identity.empty() || ::symlink(identity.c_str(), mark_in(workshop).c_str()) != 0)
    return last_error();
  const std::string parent = fs::path{to}.parent_path().string();
  if (const auto wrong = sync_directory(workshop)) return wrong;
  if (const auto wrong = sync_directory(parent)) return wrong;
  if (asked_to_stop(stop)) return stopped_early();
  if (const auto wrong = rename_to_nothing(copy_in(workshop), to)) return wrong;
  return sync_directory(parent);
}

}  // namespace

bool was_carried(const std::string& from, const std::string& to) {
  const std::string workshop = workshop_of(to);
  char mark[128];
  const ssize_t size = ::readlink(mark_in(workshop).c_str(), mark, sizeof mark);
  if (size <= 0 || is_there(copy_in(workshop))) return false;
  return file_identity(from) == std::string(mark, static_cast<size_t>(size));
}

void forget_carry(const std::string& to) {
  const std::string workshop = workshop_of(to);
  unique_fd lock;
  if (is_there(workshop) && !enter(workshop, lock)) remove_tree(workshop);
}

std::error_code carry(const std::string& from, const std::string& to, bool again,
                      const stop_flag* stop) {
  const bool placed = again && was_carried(from, to);
  if (!placed) {
    if (asked_to_stop(stop)) return stopped_early();
    const auto renamed = rename_to_nothing(from, to);
    if (renamed != std::errc::cross_device_link) return renamed;
    if (is_there(to)) return std::make_error_code(std::errc::file_exists);
  }
  const std::string workshop = workshop_of(to);
  unique_fd lock;
  if (const auto wrong = enter(workshop, lock)) return wrong;
  std::error_code wrong = placed ? std::error_code{} : place_copy(from, to, workshop, stop);
  if (!wrong) wrong = remove_tree(from);
  // The mark stays until nobody can find the source again, not even after a power failure.
  if (!wrong) wrong = sync_directory(fs::path{from}.parent_path().string());
  remove_tree(workshop);
  return wrong;
}

}  // namespace foliot::exec

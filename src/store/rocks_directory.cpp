#include "store/rocks_directory.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/limits.hpp"

namespace foliot::store {

namespace {

/// Who holds the lock of another process, as text; empty when unknown.
std::string holder_of(const std::string& lock_file) {
  const int fd = ::open(lock_file.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return {};
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  const int asked = ::fcntl(fd, F_GETLK, &lock);
  ::close(fd);
  if (asked != 0 || lock.l_type == F_UNLCK || lock.l_pid <= 0) return {};
  return "process " + std::to_string(lock.l_pid);
}

bool ends_with(std::string_view name, std::string_view end) {
  return name.size() >= end.size() && name.substr(name.size() - end.size()) == end;
}

/// Whether there is such a directory. Fails with errc::forbidden where that may not be looked at,
/// and with errc::io.
result<bool> is_there(const std::string& dir) {
  struct stat about {};
  if (::stat(dir.c_str(), &about) != 0) {
    if (errno == EACCES) return forbidden("the directory " + dir + " may not be looked at");
    if (errno == ENOENT) return false;
    return failure{errc::io, "the directory " + dir + " cannot be used: " + std::strerror(errno),
                   "", "", "Give another data directory"};
  }
  if (S_ISDIR(about.st_mode)) return true;
  return failure{errc::io, dir + " is not a directory", "", "", "Give another data directory"};
}

failure no_database(const std::string& dir) {
  return {errc::not_found, "there is no database in " + dir, "", "",
          "Check the data directory's name"};
}

}  // namespace

failure forbidden(const std::string& what) {
  return {errc::forbidden, what, "", "",
          "Start as the user who owns it, or give this user read, write and search permission"};
}

failure locked(const std::string& dir, bool this_process) {
  // Closing a second descriptor of our own lock file would release the lock: do not look then.
  const std::string holder = this_process ? "this process" : holder_of(dir + "/LOCK");
  return {
      errc::locked,
      "the database in " + dir + " is in use by " + (holder.empty() ? "another engine" : holder),
      "", "", "Stop that engine first, or give this one a data directory of its own"};
}

result<void> prepare_directory(const std::string& dir, bool create) {
  const auto there = is_there(dir);
  if (!there) return there.error();
  if (!*there) {
    if (!create) return no_database(dir);
    if (::mkdir(dir.c_str(), 0700) == 0) return {};
    if (errno == EACCES || errno == EPERM || errno == EROFS)
      return forbidden("the directory " + dir + " may not be made");
    return failure{errc::io, "the directory " + dir + " cannot be made: " + std::strerror(errno),
                   "", "", "Make its parent directory, or give another data directory"};
  }
  if (::eaccess(dir.c_str(), R_OK | W_OK | X_OK) != 0)
    return forbidden("the directory " + dir + " may not be read and written");
  return {};
}

result<void> check_readable(const std::string& dir) {
  auto there = is_there(dir);
  failure why;
  if (!there)
    why = std::move(there).error();
  else if (!*there)
    why = no_database(dir);
  else if (::eaccess(dir.c_str(), R_OK | X_OK) != 0)
    why = forbidden("the directory " + dir + " may not be read");
  else
    return {};
  if (why.code == errc::forbidden)
    why.remedy = "Start as the user who owns it, or give this user read and search permission";
  return why;
}

directory_content look_into(const std::string& dir) {
  directory_content out;
  DIR* open = ::opendir(dir.c_str());
  if (open == nullptr) return out;
  while (const dirent* entry = ::readdir(open)) {
    const std::string_view name = entry->d_name;
    if (name == "CURRENT") out.current = true;
    if (ends_with(name, ".sst") || ends_with(name, ".log")) out.data = true;
    if (ends_with(name, ".log")) out.log = true;
    struct stat about {};
    if (ends_with(name, ".log") && ::fstatat(::dirfd(open), entry->d_name, &about, 0) == 0)
      out.log_bytes += static_cast<uint64_t>(about.st_size);
  }
  ::closedir(open);
  return out;
}

// What cannot be asked for is not refused: opening tells.
result<void> check_space(const std::string& dir, uint64_t log_bytes) {
  struct statvfs facts {};
  if (::statvfs(dir.c_str(), &facts) != 0) return {};
  const uint64_t left = static_cast<uint64_t>(facts.f_bavail) * facts.f_frsize;
  const uint64_t needed = log_bytes + limits::database_open_bytes_min;
  if (left >= needed) return {};
  return failure{errc::io,
                 "the database in " + dir + " cannot be opened: its file system has " +
                     std::to_string(left >> 10) + " KiB left, and " + std::to_string(needed >> 10) +
                     " KiB are needed",
                 "", "", "Free space there, then start again; nothing is lost"};
}

}  // namespace foliot::store

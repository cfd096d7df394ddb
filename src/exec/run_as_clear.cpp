#include "exec/run_as_clear.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "exec/run_as_user.hpp"
#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

// Each level holds a descriptor. What lies deeper is moved up and taken next time.
constexpr int depth_max = 64;

// Somebody may go on writing there: a process of the same user that is no part of the run.
constexpr int rounds_max = 1'000;

class clearing {
 public:
  explicit clearing(int top) : top_(top) {}

  /// Whether anything was deleted or moved.
  bool pass(int directory, int depth) {
    ::fchmod(directory, 0700);
    // A second description, or the two would share a position.
    const int again = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* list = again < 0 ? nullptr : ::fdopendir(again);
    if (list == nullptr) {
      if (again >= 0) ::close(again);
      return false;
    }
    bool moved = false;
    while (const dirent* entry = ::readdir(list)) {
      const std::string_view name{entry->d_name};
      if (name == "." || name == "..") continue;
      if (take_away(directory, entry->d_name, depth)) moved = true;
    }
    ::closedir(list);
    return moved;
  }

 private:
  bool take_away(int directory, const char* name, int depth) {
    if (::unlinkat(directory, name, 0) == 0) return true;
    if (::unlinkat(directory, name, AT_REMOVEDIR) == 0) return true;
    if (errno != ENOTEMPTY && errno != EEXIST) return false;
    if (depth == depth_max) {
      // Nothing of that name can be there, unless somebody makes it: then the next round does it.
      const std::string to = ".foliot-" + std::to_string(next_++);
      return ::renameat(directory, name, top_, to.c_str()) == 0;
    }
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    unique_fd below{::openat(directory, name, flags)};
    if (!below && errno == EACCES && ::fchmodat(directory, name, 0700, 0) == 0)
      below.reset(::openat(directory, name, flags));
    if (!below) return false;
    const bool moved = pass(below.get(), depth + 1);
    return ::unlinkat(directory, name, AT_REMOVEDIR) == 0 || moved;
  }

  const int top_;
  uint64_t next_ = 0;
};

bool is_empty(int directory) {
  const int again = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* list = again < 0 ? nullptr : ::fdopendir(again);
  if (list == nullptr) return false;
  int entries = 0;
  while (::readdir(list) != nullptr) ++entries;
  ::closedir(list);
  return entries <= 2;
}

}  // namespace

result<void> empty_directory(int top) {
  clearing work{top};
  for (int round = 0; round < rounds_max; ++round) {
    const bool moved = work.pass(top, 0);
    if (is_empty(top)) return {};
    if (!moved) break;
  }
  return failure{errc::io, "something in the work directory cannot be deleted", "", "", ""};
}

result<void> clear_work(int root, const std::string& name, unsigned uid_min) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const unique_fd top{::openat(root, name.c_str(), flags)};
  if (!top) {
    if (errno == ENOENT) return {};
    return io_failure("cannot open the work directory", errno);
  }
  struct stat facts {};
  if (::fstat(top.get(), &facts) != 0) return io_failure("cannot look at it", errno);
  if (facts.st_uid != 0) {
    if (facts.st_uid < uid_min)
      return failure{errc::forbidden, "the work directory is of a user below run_as_uid_min", "",
                     "", ""};
    const acting_as owner{facts.st_uid, facts.st_gid};
    if (auto emptied = empty_directory(top.get()); !emptied) return emptied;
  }
  if (::unlinkat(root, name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT)
    return io_failure("cannot delete the work directory", errno);
  return {};
}

}  // namespace foliot::exec

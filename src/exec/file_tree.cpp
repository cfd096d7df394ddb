#include "exec/file_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string_view>
#include <vector>

#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

// Each level takes descriptors and stack: deeper trees than this are refused, ELOOP.
constexpr int depth_max = 500;

std::error_code system_error(int number) { return {number, std::system_category()}; }

struct close_directory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};
using open_directory = std::unique_ptr<DIR, close_directory>;

bool is_dots(std::string_view name) { return name == "." || name == ".."; }

/// Nothing, with errno, when it is no directory that may be read.
open_directory list(int parent, const char* name) {
  const int fd = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return nullptr;
  DIR* out = ::fdopendir(fd);
  if (out == nullptr) ::close(fd);
  return open_directory{out};
}

std::error_code remove_at(int parent, const char* name, int depth, const stop_flag* stop);

std::error_code remove_below(DIR* directory, int depth, const stop_flag* stop) {
  const int fd = ::dirfd(directory);
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(directory);
    if (entry == nullptr) return system_error(errno);
    if (is_dots(entry->d_name)) continue;
    if (const auto wrong = remove_at(fd, entry->d_name, depth, stop)) return wrong;
  }
}

std::error_code remove_at(int parent, const char* name, int depth, const stop_flag* stop) {
  if (asked_to_stop(stop)) return stopped_early();
  if (::unlinkat(parent, name, 0) == 0 || errno == ENOENT) return {};
  // Linux says EISDIR of a directory, others EPERM, which a missing permission may be as well.
  if (errno != EISDIR && errno != EPERM) return last_error();
  const auto refusal = last_error();
  if (depth > depth_max) return system_error(ELOOP);
  // Some file systems leave names out while others are being deleted: looked at again.
  for (int round = 0;; ++round) {
    if (::unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT) return {};
    if (errno == ENOTDIR) return refusal;
    if ((errno != ENOTEMPTY && errno != EEXIST) || round == 3) return last_error();
    const open_directory inside = list(parent, name);
    if (!inside) return last_error();
    if (const auto wrong = remove_below(inside.get(), depth + 1, stop)) return wrong;
  }
}

std::error_code sync(int fd) {
  // EINVAL: a file system that knows no syncing.
  return ::fsync(fd) == 0 || errno == EINVAL ? std::error_code{} : last_error();
}

/// What an entry is besides its content. A copy that belongs to somebody else than its original
/// does not get its set-id bits.
std::error_code give_facts(int fd, const struct stat& facts) {
  const bool owned = ::fchown(fd, facts.st_uid, facts.st_gid) == 0;
  if (::fchmod(fd, facts.st_mode & (owned ? 07777U : 01777U)) != 0) return last_error();
  const timespec times[] = {facts.st_atim, facts.st_mtim};
  if (::futimens(fd, times) != 0) return last_error();
  return sync(fd);
}

struct place {
  int directory;
  const char* name;
};

std::error_code copy_at(place from, place to, int depth, const stop_flag* stop);

std::error_code copy_file(place from, place to, const struct stat& facts, const stop_flag* stop) {
  // Not blocking: it may have become a pipe.
  const unique_fd in{
      ::openat(from.directory, from.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (!in) return last_error();
  const unique_fd out{
      ::openat(to.directory, to.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
  if (!out) return last_error();
  if (const auto wrong = copy_bytes(in.get(), out.get(), stop)) return wrong;
  return give_facts(out.get(), facts);
}

std::error_code copy_link(place from, place to, const struct stat& facts) {
  std::vector<char> target(static_cast<size_t>(facts.st_size) + 4'096);
  const ssize_t size = ::readlinkat(from.directory, from.name, target.data(), target.size() - 1);
  if (size < 0) return last_error();
  target[static_cast<size_t>(size)] = '\0';
  if (::symlinkat(target.data(), to.directory, to.name) != 0) return last_error();
  const timespec times[] = {facts.st_atim, facts.st_mtim};
  ::utimensat(to.directory, to.name, times, AT_SYMLINK_NOFOLLOW);
  return {};
}

std::error_code copy_directory(place from, place to, const struct stat& facts, int depth,
                               const stop_flag* stop) {
  if (depth > depth_max) return system_error(ELOOP);
  const open_directory inside = list(from.directory, from.name);
  if (!inside) return last_error();
  if (::mkdirat(to.directory, to.name, 0700) != 0) return last_error();
  const unique_fd made{
      ::openat(to.directory, to.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  if (!made) return last_error();
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(inside.get());
    if (entry == nullptr && errno != 0) return last_error();
    if (entry == nullptr) return give_facts(made.get(), facts);
    if (is_dots(entry->d_name)) continue;
    const place child{::dirfd(inside.get()), entry->d_name};
    if (const auto wrong = copy_at(child, {made.get(), entry->d_name}, depth + 1, stop))
      return wrong;
  }
}

std::error_code copy_at(place from, place to, int depth, const stop_flag* stop) {
  if (asked_to_stop(stop)) return stopped_early();
  struct stat facts {};
  if (::fstatat(from.directory, from.name, &facts, AT_SYMLINK_NOFOLLOW) != 0) return last_error();
  if (S_ISREG(facts.st_mode)) return copy_file(from, to, facts, stop);
  if (S_ISLNK(facts.st_mode)) return copy_link(from, to, facts);
  if (S_ISDIR(facts.st_mode)) return copy_directory(from, to, facts, depth, stop);
  return system_error(ENOTSUP);
}

}  // namespace

std::error_code stopped_early() { return system_error(ECANCELED); }

std::error_code last_error() { return system_error(errno); }

std::error_code copy_bytes(int from, int to, const stop_flag* stop) {
  std::vector<char> buffer(128 << 10);
  for (;;) {
    if (asked_to_stop(stop)) return stopped_early();
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return last_error();
    if (got == 0) return {};
    for (ssize_t done = 0; done < got;) {
      const ssize_t put = ::write(to, buffer.data() + done, static_cast<size_t>(got - done));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) return last_error();
      done += put;
    }
  }
}

std::error_code copy_tree(const std::string& from, const std::string& to, const stop_flag* stop) {
  return copy_at({AT_FDCWD, from.c_str()}, {AT_FDCWD, to.c_str()}, 0, stop);
}

std::error_code remove_tree(const std::string& path, const stop_flag* stop) {
  return remove_at(AT_FDCWD, path.c_str(), 0, stop);
}

std::string file_identity(const std::string& path) {
  struct statx facts {};
  if (::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &facts) != 0)
    return {};
  std::string out = std::to_string(facts.stx_ino);
  if ((facts.stx_mask & STATX_BTIME) == 0) return out;
  return out + "-" + std::to_string(facts.stx_btime.tv_sec) + "." +
         std::to_string(facts.stx_btime.tv_nsec);
}

std::error_code sync_directory(const std::string& path) {
  const unique_fd fd{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!fd && errno == EACCES) return {};  // who may only write into it cannot sync it
  return fd ? sync(fd.get()) : last_error();
}

}  // namespace foliot::exec

#include "exec/local_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "exec/file_carry.hpp"
#include "exec/file_change.hpp"
#include "exec/file_globs.hpp"
#include "exec/file_paths.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

namespace fs = std::filesystem;

failure code(const char* oozie, const std::string& sentence, const char* remedy = "") {
  return {errc::conflict, sentence, oozie, "", remedy};
}

bool is_directory(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

result<void> make_directories(const std::string& path) {
  if (::access(path.c_str(), F_OK) == 0) return {};
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return refused(error.value(), "FS004", "cannot make the directory " + path);
  return {};
}

result<void> touch(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) == 0) {
    if (S_ISDIR(facts.st_mode)) return code("Exception", path + " is a directory");
    if (facts.st_size != 0) return code("Exception", path + " must be a zero-length file");
  }
  std::error_code error;
  fs::create_directories(fs::path{path}.parent_path(), error);
  unique_fd fd{::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666)};
  if (!fd) return refused(errno, "Exception", "cannot create " + path);
  if (::futimens(fd.get(), nullptr) != 0)
    return refused(errno, "Exception", "cannot touch " + path);
  return {};
}

/// What a rename of Hadoop's answers with false, and its recovery forgives: the move was done.
bool is_of_names(int error) {
  return error == EEXIST || error == ENOTEMPTY || error == ENOENT || error == ENOTDIR ||
         error == EINVAL;
}

result<std::vector<std::string>> matches(const std::string& text, size_t glob_max) {
  auto path = checked_local_path(text);
  if (!path) return path.error();
  return expand_glob(*path, glob_max);
}

}  // namespace

failure refused(int error, const char* oozie, const std::string& what) {
  failure out{errc::io, what + ": " + std::strerror(error), oozie, "", ""};
  if (error == EACCES || error == EPERM) {
    out.code = errc::forbidden;
    out.oozie = "FS014";
  }
  return out;
}

local_files::local_files(std::string home, size_t glob_max)
    : home_(std::move(home)), glob_max_(glob_max) {}

result<file_facts> local_files::look(const std::string& path) const {
  auto local = checked_local_path(path);
  if (!local) return local.error();
  struct stat facts {};
  if (::stat(local->c_str(), &facts) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return file_facts{};
    return refused(errno, "Exception", "cannot look at " + *local);
  }
  file_facts out;
  out.exists = true;
  out.is_directory = S_ISDIR(facts.st_mode);
  out.size = facts.st_size;
  out.modified_ms = facts.st_mtim.tv_sec * 1'000 + facts.st_mtim.tv_nsec / 1'000'000;
  out.changed_ms = facts.st_ctim.tv_sec * 1'000 + facts.st_ctim.tv_nsec / 1'000'000;
  out.inode = facts.st_ino;
  return out;
}

result<int64_t> local_files::directory_size(const std::string& path) const {
  auto local = checked_local_path(path);
  if (!local) return local.error();
  if (!is_directory(*local)) return int64_t{-1};
  std::error_code wrong;
  int64_t out = 0;
  for (fs::directory_iterator at(*local, wrong), end; !wrong && at != end; at.increment(wrong)) {
    struct stat facts {};
    if (::stat(at->path().c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) out += facts.st_size;
  }
  if (wrong) return refused(wrong.value(), "Exception", "cannot list " + *local);
  return out;
}

result<std::string> local_files::read(const std::string& path, uint64_t bytes_max) const {
  auto local = checked_local_path(path);
  if (!local) return local.error();
  // Without O_NONBLOCK a FIFO under that name would hold us for ever.
  unique_fd fd{::open(local->c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!fd && (errno == ENOENT || errno == ENOTDIR)) {
    return failure{errc::not_found, "the file " + *local + " does not exist", "", "", ""};
  }
  if (!fd) {
    failure why = refused(errno, "", "cannot open " + *local);
    why.oozie.clear();
    return why;
  }
  struct stat facts {};
  if (::fstat(fd.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return failure{errc::io, *local + " is not a regular file", "", "", ""};
  }
  std::string out;
  char buffer[32 << 10];
  for (;;) {
    const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return failure{errc::io, "cannot read " + *local + ": " + std::strerror(errno), "", "", ""};
    if (got == 0) return out;
    out.append(buffer, static_cast<size_t>(got));
    if (out.size() > bytes_max) {
      return failure{
          errc::too_large,
          "the file " + *local + " is larger than " + std::to_string(bytes_max) + " bytes", "", "",
          ""};
    }
  }
}

result<void> local_files::perform(const file_operation& operation, bool again) {
  auto path = checked_local_path(operation.path);
  if (!path) return path.error();
  using kind = file_operation::kind;
  switch (operation.what) {
    case kind::remove: return remove(operation, again);
    case kind::mkdir: return make_directories(*path);
    case kind::move: return move(operation, again);
    case kind::chmod:
    case kind::chgrp: return change(operation);
    case kind::touchz: return touch(*path);
    case kind::setrep: return {};
  }
  return {};
}

result<void> local_files::remove(const file_operation& operation, bool again) const {
  auto paths = matches(operation.path, glob_max_);
  if (!paths) return paths.error();
  for (const auto& path : *paths) {
    if (path == "/") {
      return failure{errc::bad_input, "the root directory is not deleted", "FS005", "", ""};
    }
    if (!operation.skip_trash) {
      if (auto moved = move_to_trash(path, again, operation.stop.get()); !moved) return moved;
      continue;
    }
    const std::error_code error = remove_tree(path, operation.stop.get());
    if (error) return refused(error.value(), "FS005", "cannot delete " + path);
  }
  return {};
}

/// As Hadoop's TrashPolicyDefault: an earlier one of the same name stays, the new gets a number.
result<void> local_files::move_to_trash(const std::string& path, bool again,
                                        const stop_flag* stop) const {
  const std::string place = home_ + "/.Trash/Current" + path;
  std::error_code error;
  fs::create_directories(fs::path{place}.parent_path(), error);
  if (error) return refused(error.value(), "FS005", "cannot make the trash for " + path);
  std::string why = "there are too many of that name in it";
  for (int i = 0; i < 1'000; ++i) {
    const std::string target = i == 0 ? place : place + "." + std::to_string(i);
    struct stat facts {};
    if (::lstat(target.c_str(), &facts) == 0 && !(again && was_carried(path, target))) continue;
    const std::error_code wrong = carry(path, target, again, stop);
    if (!wrong) return {};
    why = std::strerror(wrong.value());
    break;
  }
  return failure{errc::io, "cannot move " + path + " to the trash: " + why, "FS005", "",
                 "Empty " + home_ + "/.Trash or set skip-trash to true"};
}

result<void> local_files::move(const file_operation& operation, bool again) const {
  if (auto same = validate_same_nn(operation.path, operation.target); !same) return same;
  auto sources = matches(operation.path, glob_max_);
  if (!sources) return sources.error();
  auto target = checked_local_path(operation.target);
  if (!target) return target.error();
  const auto name_in = [&](const std::string& source) {
    return *target + "/" + fs::path{source}.filename().string();
  };
  if (sources->empty()) {
    if (!again) return code("FS006", "the source " + operation.path + " of a move does not exist");
    forget_carry(*target);
    forget_carry(name_in(operation.path));
    return {};
  }
  const bool into = is_directory(*target);
  if (sources->size() > 1 && !into) {
    if (again) return {};
    return code("FS012", "several sources cannot be moved to one name, " + *target,
                "Make the target directory first");
  }
  for (const auto& source : *sources) {
    // A directory that came into being by this very move is no directory to move into.
    const bool placed = again && was_carried(source, *target);
    const std::string to = into && !placed ? name_in(source) : *target;
    const std::error_code wrong = carry(source, to, again, operation.stop.get());
    if (!wrong || (again && is_of_names(wrong.value()))) continue;
    return refused(wrong.value(), "FS008", "cannot move " + source + " to " + *target);
  }
  return {};
}

result<void> local_files::change(const file_operation& operation) const {
  auto change = plan_change(operation);
  if (!change) return change.error();
  auto paths = matches(operation.path, glob_max_);
  if (!paths) return paths.error();
  if (paths->empty()) {
    return code("FS009", "the path " + operation.path + " does not exist");
  }
  for (const auto& path : *paths) {
    if (asked_to_stop(change->stop)) return refused(ECANCELED, "Exception", "at " + path);
    if (auto changed = apply_change(*change, path); !changed) return changed;
  }
  return {};
}

}  // namespace foliot::exec

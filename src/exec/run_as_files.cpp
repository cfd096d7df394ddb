#include "exec/run_as_files.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "exec/run_as_rules.hpp"
#include "exec/run_files.hpp"

namespace foliot::exec {

namespace {

failure cannot_open(const std::string& name, int error) {
  failure out = io_failure("cannot open " + name, error);
  if (error == ENOENT) out.code = errc::not_found;
  if (error == ELOOP || error == ENOTDIR || error == EXDEV) {
    out.code = errc::forbidden;
    out.sentence = name + " is a link, or lies behind one";
  }
  return out;
}

int open_without_links(int in, const std::string& name, uint64_t flags) {
  struct open_how how {};
  how.flags = flags | O_NOFOLLOW | O_CLOEXEC;
  how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return static_cast<int>(::syscall(SYS_openat2, in, name.c_str(), &how, sizeof how));
}

result<unique_fd> judged(int opened, mode_t type, uid_t owner, const std::string& name) {
  unique_fd out{opened};
  if (!out) return cannot_open(name, errno);
  struct stat facts {};
  if (::fstat(out.get(), &facts) != 0) return io_failure("cannot look at " + name, errno);
  if (auto fine = judge_file(facts, type, owner, name); !fine) return fine.error();
  return out;
}

/// Where everybody may make names, nobody but root may take root's away (the sticky bit).
bool safe_above(const struct stat& facts) {
  return S_ISDIR(facts.st_mode) && facts.st_uid == 0 &&
         ((facts.st_mode & (S_IWGRP | S_IWOTH)) == 0 || (facts.st_mode & S_ISVTX) != 0);
}

}  // namespace

result<void> belongs_to_root(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0) return cannot_open(path, errno);
  const mode_t type = S_ISDIR(facts.st_mode) ? S_IFDIR : S_IFREG;
  if (auto fine = judge_file(facts, type, 0, path); !fine) return fine;
  for (size_t slash = path.rfind('/'); slash != std::string::npos;) {
    const std::string above = slash == 0 ? "/" : path.substr(0, slash);
    if (::lstat(above.c_str(), &facts) != 0) return cannot_open(above, errno);
    if (!safe_above(facts))
      return failure{errc::forbidden, above + " is not root's alone", "", "",
                     "Let root own it, and nobody else write to it"};
    slash = slash == 0 ? std::string::npos : path.rfind('/', slash - 1);
  }
  return {};
}

result<unique_fd> open_directory(const std::string& path, uid_t owner) {
  return judged(open_without_links(AT_FDCWD, path, O_RDONLY | O_DIRECTORY), S_IFDIR, owner, path);
}

result<unique_fd> open_directory(int in, const std::string& name, uid_t owner) {
  return judged(open_without_links(in, name, O_RDONLY | O_DIRECTORY), S_IFDIR, owner, name);
}

result<std::string> read_file_of(int in, const std::string& name, uid_t owner, size_t bytes_max) {
  // Not blocking: until it was looked at it may be a pipe.
  auto file =
      judged(open_without_links(in, name, O_RDONLY | O_NONBLOCK | O_NOCTTY), S_IFREG, owner, name);
  if (!file) return file.error();
  return read_all(file->get(), bytes_max);
}

}  // namespace foliot::exec

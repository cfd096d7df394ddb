#include "exec/launch_claim.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace foliot::exec {

namespace {

constexpr size_t claim_bytes_max = 64 << 10;

/// Whether `fd` is still what stands under `name`: the engine deletes claims that it needs no more.
bool still_named(int runs_fd, const std::string& name, int fd) {
  struct stat open_file {};
  struct stat named {};
  return ::fstat(fd, &open_file) == 0 &&
         ::fstatat(runs_fd, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

}  // namespace

result<claim> take_claim(int runs_fd, const std::string& name) {
  const std::string file = claim_name(name);
  for (;;) {
    const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
    claim out;
    out.file.reset(::openat(runs_fd, file.c_str(), flags | O_CREAT | O_EXCL, 0600));
    if (!out.file && errno == EEXIST) out.file.reset(::openat(runs_fd, file.c_str(), flags));
    if (!out.file && errno == ENOENT) continue;
    if (!out.file) return io_failure("cannot claim run " + name, errno);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (::fcntl(out.file.get(), F_SETLK, &lock) != 0) {
      if (errno != EAGAIN && errno != EACCES) return io_failure("cannot lock run " + name, errno);
      out.busy = true;
      return out;
    }
    if (!still_named(runs_fd, file, out.file.get())) continue;
    auto text = read_all(out.file.get(), claim_bytes_max);
    if (!text) return text.error();
    out.text = decode_claim(*text);
    return out;
  }
}

result<void> write_record(const claim& held, int runs_fd, const pid_record& record) {
  const int fd = held.file.get();
  // A torn record of an earlier launcher goes first.
  if (::ftruncate(fd, 0) != 0 || ::lseek(fd, 0, SEEK_SET) != 0) {
    return io_failure("cannot empty the claim", errno);
  }
  auto written = write_all(fd, encode(record));
  // Both before the program is let go. A claim whose record or name a power failure took away would
  // say that it never ran, and the next engine would start it a second time.
  if (written && (::fsync(fd) != 0 || ::fsync(runs_fd) != 0)) {
    written = io_failure("cannot sync the claim", errno);
  }
  if (written) return {};
  // Nothing was let go: an unsynced record must not look like one.
  if (::ftruncate(fd, 0) != 0) return io_failure("cannot empty the claim", errno);
  return written;
}

void write_started(const claim& held) {
  static_cast<void>(write_all(held.file.get(), started_mark()).ok());
}

result<void> write_end(int runs_fd, const run_ended& end, safety kept) {
  const bool sync = kept == safety::against_power_failure;
  const std::string name = exit_name(end.name);
  const std::string temporary = name + ".tmp";
  unique_fd fd{::openat(runs_fd, temporary.c_str(),
                        O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!fd) return io_failure("cannot create the exit file of run " + end.name, errno);
  if (auto written = write_all(fd.get(), encode(end)); !written) return written;
  if (sync && ::fsync(fd.get()) != 0) return io_failure("cannot sync an exit file", errno);
  if (::renameat(runs_fd, temporary.c_str(), runs_fd, name.c_str()) != 0) {
    return io_failure("cannot rename an exit file", errno);
  }
  if (sync && ::fsync(runs_fd) != 0) {
    return io_failure("cannot sync the directory of runs", errno);
  }
  return {};
}

}  // namespace foliot::exec

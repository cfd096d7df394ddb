#include "exec/launch_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace foliot::exec {

namespace {

/// Empty. `make` is O_CREAT, or 0 where one that is not there shall not be made.
unique_fd open_log(const std::string& path, int make = O_CREAT) {
  return unique_fd{::open(path.c_str(), O_WRONLY | make | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600)};
}

/// How many of `bytes` were written; fewer than all leaves why in errno.
size_t write_some(int fd, std::string_view bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    done += static_cast<size_t>(got);
  }
  return done;
}

}  // namespace

log_pump::log_pump(unique_fd source, std::string path, uint64_t bytes_max, uint64_t keep_max)
    : source_(std::move(source)),
      path_(std::move(path)),
      file_max_(std::max<uint64_t>(bytes_max / 2, 1)),
      keep_max_(keep_max) {
  log_ = open_log(path_, 0);
}

log_pump::~log_pump() { say_what_was_lost(); }

void log_pump::copy() {
  char buffer[64 << 10];
  // Bounded: a program that never stops writing must not keep us from its end or a kill.
  for (int round = 0; source_ && round < 16; ++round) {
    const ssize_t got = ::read(source_.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return source_.reset();
    take({buffer, static_cast<size_t>(got)});
  }
}

void log_pump::take(std::string_view bytes) {
  if (kept_.size() < keep_max_) {
    kept_.append(bytes.substr(0, std::min<size_t>(bytes.size(), keep_max_ - kept_.size())));
  }
  while (!bytes.empty()) {
    if (newest_ >= file_max_) turn();
    const std::string_view fits = bytes.substr(0, file_max_ - newest_);
    put(fits);
    total_ += fits.size();
    bytes.remove_prefix(fits.size());
  }
}

void log_pump::make() {
  if (!log_) log_ = open_log(path_);
}

void log_pump::put(std::string_view bytes) {
  make();
  if (!log_) error_ = errno;
  if (!log_ || !say_what_was_lost()) {
    lost_ += bytes.size();
    return;
  }
  const size_t done = write_some(log_.get(), bytes);
  newest_ += done;
  if (done == bytes.size()) return;
  error_ = errno;
  lost_ += bytes.size() - done;
}

void log_pump::turn() {
  newest_ = 0;
  const std::string before = path_ + ".1";
  const bool kept_before = ::rename(path_.c_str(), before.c_str()) == 0;
  log_ = open_log(path_);
  std::string note = "[foliot: " + std::to_string(total_) + " bytes came before this line";
  if (kept_before) note += "; the last of them are in " + before;
  static_cast<void>(write_some(log_.get(), note + "]\n"));
}

/// False while it cannot be said: there is no space yet.
bool log_pump::say_what_was_lost() {
  if (lost_ == 0) return true;
  make();
  const std::string note = "\n[foliot: " + std::to_string(lost_) +
                           " bytes could not be written here: " + std::strerror(error_) + "]\n";
  if (write_some(log_.get(), note) < note.size()) return false;
  lost_ = 0;
  return true;
}

}  // namespace foliot::exec

#include "exec/launch_limits.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/run_limits.hpp"
#include "exec/launch_tree.hpp"
#include "exec/run_files.hpp"

namespace foliot::exec {

namespace {

result<void> limit(__rlimit_resource what, const char* words, rlim_t soft, rlim_t hard) {
  rlimit now{};
  if (::getrlimit(what, &now) == 0) {
    hard = std::min(hard, now.rlim_max);
    soft = std::min(soft, hard);
    now = {soft, hard};
    if (::setrlimit(what, &now) == 0) return {};
  }
  return io_failure(std::string{"cannot limit "} + words, errno);
}

uint64_t milliseconds(const timeval& time) {
  return static_cast<uint64_t>(time.tv_sec) * 1'000 + static_cast<uint64_t>(time.tv_usec) / 1'000;
}

uint64_t reaped_ms() {
  rusage usage{};
  if (::getrusage(RUSAGE_CHILDREN, &usage) != 0) return 0;
  return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
}

/// Bytes that a process has for itself; 0 where it is gone.
uint64_t own_memory(pid_t pid) {
  const std::string text = slurp_file("/proc/" + std::to_string(pid) + "/statm");
  unsigned long long resident = 0;
  unsigned long long shared = 0;
  if (std::sscanf(text.c_str(), "%*u %llu %llu", &resident, &shared) != 2) return 0;
  const auto page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  return resident > shared ? (resident - shared) * page : 0;
}

std::string memory_words(const run_limits& bounds) {
  return "ended by the memory limit of " + size_text(bounds.memory_bytes);
}

std::string cpu_words(const run_limits& bounds) {
  return "ended by the limit of " + std::to_string(bounds.cpu_seconds) + " seconds of CPU time";
}

}  // namespace

result<void> limit_this_process(const run_limits& bounds) {
  if (bounds.cpu_seconds > 0) {
    auto done = limit(RLIMIT_CPU, "CPU time", bounds.cpu_seconds,
                      bounds.cpu_seconds + limits::cpu_grace_seconds);
    if (!done) return done;
  }
  if (bounds.open_files > 0) {
    auto done = limit(RLIMIT_NOFILE, "open files", bounds.open_files, bounds.open_files);
    if (!done) return done;
  }
  if (bounds.file_bytes > 0) {
    auto done = limit(RLIMIT_FSIZE, "the size of files", bounds.file_bytes, bounds.file_bytes);
    if (!done) return done;
  }
  if (bounds.nice > 0) {
    errno = 0;
    const int now = ::getpriority(PRIO_PROCESS, 0);
    const int wanted = std::min(now + static_cast<int>(std::min<uint32_t>(bounds.nice, 40)), 19);
    if (errno != 0 || ::setpriority(PRIO_PROCESS, 0, wanted) != 0) {
      return io_failure("cannot set the nice value", errno);
    }
  }
  return {};
}

std::string size_text(uint64_t bytes) {
  constexpr std::pair<uint64_t, const char*> units[] = {
      {1ULL << 40, " TiB"}, {1ULL << 30, " GiB"}, {1ULL << 20, " MiB"}, {1ULL << 10, " KiB"}};
  for (const auto& [unit, word] : units) {
    if (bytes >= unit && bytes % unit == 0) return std::to_string(bytes / unit) + word;
  }
  return std::to_string(bytes) + " bytes";
}

limit_watch::limit_watch(const run_limits& bounds, const run_group& group,
                         std::function<std::vector<pid_t>()> processes, bool own_children)
    : bounds_(bounds),
      group_(group),
      processes_(std::move(processes)),
      own_children_(own_children),
      reaped_before_ms_(reaped_ms()) {
  if (bounds.cpu_seconds == 0 && (bounds.memory_bytes == 0 || group.keeps("memory")) &&
      (bounds.processes == 0 || group.keeps("pids"))) {
    return;
  }
  timer_.reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  itimerspec every{};
  every.it_interval.tv_nsec = limits::run_watch_ms * 1'000'000L;
  every.it_value = every.it_interval;
  ::timerfd_settime(timer_.get(), 0, &every, nullptr);
}

std::string limit_watch::look() {
  uint64_t times = 0;
  if (!timer_ || ::read(timer_.get(), &times, sizeof times) != sizeof times) return {};
  const std::vector<pid_t> processes = processes_();
  if (bounds_.processes > 0 && !group_.keeps("pids") && processes.size() > bounds_.processes) {
    return "ended by the limit of " + std::to_string(bounds_.processes) + " processes";
  }
  if (bounds_.memory_bytes > 0 && !group_.keeps("memory")) {
    uint64_t bytes = 0;
    for (const pid_t each : processes) bytes += own_memory(each);
    if (bytes > bounds_.memory_bytes) return memory_words(bounds_);
  }
  if (bounds_.cpu_seconds > 0 && cpu_ms(processes) > bounds_.cpu_seconds * 1'000) {
    return cpu_words(bounds_);
  }
  return {};
}

uint64_t limit_watch::cpu_ms(const std::vector<pid_t>& processes) const {
  if (const auto used = group_.figure("cpu.stat", "usage_usec")) return *used / 1'000;
  // Each counts its own reaped children, so that nobody is counted twice.
  uint64_t out = own_children_ ? reaped_ms() - reaped_before_ms_ : 0;
  const auto ticks_per_second = static_cast<uint64_t>(::sysconf(_SC_CLK_TCK));
  for (const pid_t each : processes) {
    if (const auto facts = look_process(each)) out += facts->cpu_ticks * 1'000 / ticks_per_second;
  }
  return out;
}

std::string limit_watch::explain(const run_ended& end) const {
  if (end.outcome == run_outcome::exited && end.exit_code == 0) return {};
  // A shell passes on the signal that ended its last command as a status above 128.
  const int signal = end.outcome == run_outcome::signalled ? end.signal : end.exit_code - 128;
  if (bounds_.memory_bytes > 0 && group_.figure("memory.events", "oom_kill").value_or(0) > 0) {
    return memory_words(bounds_);
  }
  if (bounds_.cpu_seconds > 0 && signal == SIGXCPU) return cpu_words(bounds_);
  if (bounds_.file_bytes > 0 && signal == SIGXFSZ) {
    return "ended by the limit of " + size_text(bounds_.file_bytes) + " for a file";
  }
  if (bounds_.processes > 0 && group_.figure("pids.events", "max").value_or(0) > 0) {
    return "it came upon its limit of " + std::to_string(bounds_.processes) + " processes";
  }
  return {};
}

}  // namespace foliot::exec

#include "exec/launcher_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "exec/pidfd.hpp"

namespace foliot::exec {

namespace {

constexpr size_t claim_bytes_max = 64 << 10;
constexpr size_t sentence_bytes_max = 64 << 10;

/// posix_spawn's two attribute objects, destroyed together.
class spawn_plan {
 public:
  spawn_plan() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~spawn_plan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  spawn_plan(const spawn_plan&) = delete;
  spawn_plan& operator=(const spawn_plan&) = delete;

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

pid_t lock_holder(int fd) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (::fcntl(fd, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return 0;
  return lock.l_pid > 0 ? lock.l_pid : -1;
}

}  // namespace

std::vector<std::string> crash_switches() {
  std::vector<std::string> out;
  for (char** variable = ::environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text{*variable};
    if (text.starts_with("FOLIOT_TEST_CRASH=") || text.starts_with("FOLIOT_CRASH_")) {
      out.emplace_back(text);
    }
  }
  return out;
}

result<unique_fd> make_order(const launch_order& order) {
  unique_fd out{::memfd_create("foliot-order", MFD_CLOEXEC)};
  if (!out) return io_failure("cannot make an order", errno);
  if (auto written = write_all(out.get(), encode(order)); !written) return written.error();
  if (::lseek(out.get(), 0, SEEK_SET) != 0) return io_failure("cannot make an order", errno);
  return out;
}

result<pid_t> spawn_session(const std::string& program, const std::string& option, int input) {
  spawn_plan plan;
  ::posix_spawn_file_actions_adddup2(&plan.actions_, input, 0);
  ::posix_spawn_file_actions_addopen(&plan.actions_, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&plan.actions_, 1, 2);
  ::posix_spawn_file_actions_addclosefrom_np(&plan.actions_, 3);
  // Signals stay blocked until the launcher reads them: an early kill must not be lost, and must
  // not end a launcher that is not ready for it.
  sigset_t all;
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&plan.attributes_, &all);
  ::posix_spawnattr_setsigdefault(&plan.attributes_, &all);
  ::posix_spawnattr_setflags(&plan.attributes_,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  std::string name = "foliot-launcher";
  std::string argument = option;
  char* arguments[] = {name.data(), option.empty() ? nullptr : argument.data(), nullptr};
  std::vector<std::string> switches = crash_switches();
  std::vector<char*> environment;
  environment.reserve(switches.size() + 1);
  for (auto& each : switches) environment.push_back(each.data());
  environment.push_back(nullptr);
  pid_t pid = 0;
  const int error = ::posix_spawn(&pid, program.c_str(), &plan.actions_, &plan.attributes_,
                                  arguments, environment.data());
  if (error != 0) return io_failure("cannot start the launcher " + program, error);
  return pid;
}

result<launcher_process> spawn_launcher(const std::string& program, const launch_order& order) {
  auto made = make_order(order);
  if (!made) return made.error();
  launcher_process out;
  out.order = *std::move(made);
  const auto pid = spawn_session(program, "", out.order.get());
  if (!pid) return pid.error();
  // It is our child and not reaped yet, so the number is surely its own.
  out.pidfd.reset(::pidfd_open(*pid, 0));
  return out;
}

claim_holder find_holder(int runs_fd, const std::string& name) {
  claim_holder out;
  unique_fd fd{::openat(runs_fd, claim_name(name).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW)};
  if (!fd) return out;
  const pid_t holder = lock_holder(fd.get());
  if (holder == 0) return out;
  if (holder > 0) out.process.pidfd.reset(::pidfd_open(holder, 0));
  // Asked again: if the number still holds the lock now, the pidfd is that process's.
  if (!out.process.pidfd || lock_holder(fd.get()) != holder) {
    out.process.pidfd.reset();
    out.unseen = true;
  }
  return out;
}

launcher_end reap_launcher(const launcher_process& process) {
  launcher_end out;
  siginfo_t info{};
  const auto id = static_cast<id_t>(process.pidfd.get());
  if (::waitid(P_PIDFD, id, &info, WEXITED | WNOHANG) == 0 && info.si_code == CLD_EXITED) {
    out.exit = info.si_status;
  }
  if (out.exit > 0 && process.order) {
    auto text = read_all(process.order.get(), sentence_bytes_max);
    if (text && (out.exit == launcher_usage || out.exit == launcher_io)) out.sentence = *text;
  }
  return out;
}

bool surely_not_started(int runs_fd, const std::string& name) {
  // Looked at without a descriptor first: there may be none.
  if (::faccessat(runs_fd, claim_name(name).c_str(), F_OK, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT;
  const unique_fd fd{::openat(runs_fd, claim_name(name).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW)};
  if (!fd) return false;
  if (lock_holder(fd.get()) != 0) return false;
  const auto text = read_all(fd.get(), claim_bytes_max);
  return text && !decode_claim(*text).record;
}

claim_text read_claim(int runs_fd, const std::string& name) {
  unique_fd fd{::openat(runs_fd, claim_name(name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
  if (!fd) return {};
  auto text = read_all(fd.get(), claim_bytes_max);
  return text ? decode_claim(*text) : claim_text{};
}

}  // namespace foliot::exec

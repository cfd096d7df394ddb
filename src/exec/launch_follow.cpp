#include "exec/launch_follow.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "exec/launch_tree.hpp"
#include "exec/pidfd.hpp"

namespace foliot::exec {

namespace {

/// One stream of the program on its way to its log.
class log_pump {
 public:
  log_pump(unique_fd source, const std::string& path, uint64_t bytes_max, uint64_t keep_max)
      : source_(std::move(source)), bytes_max_(bytes_max), keep_max_(keep_max) {
    log_.reset(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  }

  int fd() const { return source_.get(); }
  std::string& kept() { return kept_; }

  /// Copies what is there. The program never waits for a full log: what does not fit is dropped.
  void copy() {
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

 private:
  void take(std::string_view bytes) {
    if (kept_.size() < keep_max_) {
      kept_.append(bytes.substr(0, std::min<size_t>(bytes.size(), keep_max_ - kept_.size())));
    }
    if (cut_) return;
    const std::string_view fits = bytes.substr(0, bytes_max_ - written_);
    written_ += fits.size();
    const bool failed = !write_all(log_.get(), fits);
    if (!failed && fits.size() == bytes.size()) return;
    cut_ = true;
    const std::string why = failed ? "could not be written" : "is over its limit";
    static_cast<void>(write_all(log_.get(), "\n[foliot: the output is cut here after " +
                                                std::to_string(written_) + " bytes; the rest " +
                                                why + "]\n")
                          .ok());
  }

  unique_fd source_;
  unique_fd log_;
  uint64_t bytes_max_;
  uint64_t keep_max_;
  uint64_t written_ = 0;
  bool cut_ = false;
  std::string kept_;
};

/// The end of `pid` if it is there to be reaped; other children (adopted orphans) are reaped too.
bool reap_main(pid_t pid, siginfo_t& end) {
  bool ended = false;
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG) != 0 || info.si_pid == 0) return ended;
    if (info.si_pid != pid) continue;
    end = info;
    ended = true;
  }
}

}  // namespace

result<unique_fd> open_signals() {
  sigset_t events;
  ::sigemptyset(&events);
  ::sigaddset(&events, SIGCHLD);
  ::sigaddset(&events, kill_signal());
  if (::sigprocmask(SIG_SETMASK, &events, nullptr) != 0) {
    return io_failure("cannot block signals", errno);
  }
  for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGUSR2}) {
    ::signal(signal, SIG_IGN);
  }
  unique_fd out{::signalfd(-1, &events, SFD_CLOEXEC | SFD_NONBLOCK)};
  if (!out) return io_failure("cannot open a signalfd", errno);
  return out;
}

bool kill_asked(int signals) {
  bool asked = false;
  signalfd_siginfo info{};
  while (::read(signals, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    if (static_cast<int>(info.ssi_signo) == kill_signal()) asked = true;
  }
  return asked;
}

run_ended follow_child(const launch_order& order, blocked_child& child, int signals) {
  const run_spec& spec = order.spec;
  const uint64_t keep = spec.output_bytes_max == 0 ? 0 : spec.output_bytes_max + 1;
  log_pump out{std::move(child.out), log_path(order.data_directory, spec.name, "stdout"),
               spec.log_bytes_max, keep};
  log_pump err{std::move(child.err), log_path(order.data_directory, spec.name, "stderr"),
               spec.log_bytes_max, 0};
  run_ended end;
  end.name = spec.name;
  siginfo_t how{};
  bool killed = false;
  while (!killed && !reap_main(child.pid, how)) {
    pollfd waits[] = {{signals, POLLIN, 0}, {out.fd(), POLLIN, 0}, {err.fd(), POLLIN, 0}};
    ::poll(waits, 3, -1);
    out.copy();
    err.copy();
    killed = kill_asked(signals);
  }
  // A program that ended by itself in the instant of the kill counts as ended by itself.
  if (killed && reap_main(child.pid, how)) killed = false;
  if (!kill_descendants()) end.message = "some of its processes could not be ended";
  out.copy();
  err.copy();
  end.output = std::move(out.kept());
  if (killed) {
    end.outcome = run_outcome::killed;
  } else if (how.si_code == CLD_EXITED) {
    end.exit_code = how.si_status;
  } else {
    end.outcome = run_outcome::signalled;
    end.signal = how.si_status;
  }
  return end;
}

run_ended follow_stranger(const launch_order& order, const pid_record& record, int signals) {
  run_ended end;
  end.name = order.spec.name;
  unique_fd process{::pidfd_open(static_cast<pid_t>(record.pid), 0)};
  bool killed = order.kill;
  bool lived = false;
  while (process && lives(record)) {
    lived = true;
    if (killed) break;
    pollfd waits[] = {{signals, POLLIN, 0}, {process.get(), POLLIN, 0}};
    ::poll(waits, 2, -1);
    killed = kill_asked(signals);
  }
  if (record.boot_id == boot_id()) kill_strangers(record, order.spec.name);
  if (killed && lived) {
    end.outcome = run_outcome::killed;
    return end;
  }
  end.outcome = run_outcome::lost;
  end.message = lived
                    ? "the launcher was killed; the program ran on and ended, but its exit status "
                      "cannot be known"
                    : "the launcher and the program are gone; it was started, but how it ended "
                      "cannot be known";
  if (record.boot_id != boot_id()) {
    end.message = "the machine was restarted while the program ran";
  }
  return end;
}

}  // namespace foliot::exec

#include "exec/launch_follow.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <string_view>
#include <utility>

#include "exec/launch_crash.hpp"
#include "exec/launch_limits.hpp"
#include "exec/launch_log.hpp"
#include "exec/launch_tree.hpp"
#include "exec/launch_user.hpp"
#include "exec/launch_work.hpp"
#include "exec/pidfd.hpp"
#include "exec/run_as_ask.hpp"

namespace foliot::exec {

namespace {

/// From a kill to the end of patience: SIGTERM was sent, SIGKILL is to come.
class gentle_end {
 public:
  bool begun() const { return static_cast<bool>(timer_); }
  int fd() const { return timer_.get(); }
  void begin(uint32_t ms) {
    timer_.reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    itimerspec once{};
    once.it_value.tv_sec = ms / 1'000;
    once.it_value.tv_nsec = static_cast<long>(ms % 1'000) * 1'000'000;
    ::timerfd_settime(timer_.get(), 0, &once, nullptr);
  }
  bool over() const {
    uint64_t times = 0;
    return ::read(timer_.get(), &times, sizeof times) == static_cast<ssize_t>(sizeof times);
  }

 private:
  unique_fd timer_;
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

namespace {

/// A program of ours, from its start to its end.
class followed_child {
 public:
  followed_child(const launch_order& order, blocked_child& child, const run_group& group,
                 int signals)
      : order_(order),
        pid_(child.pid),
        group_(group),
        signals_(signals),
        out_(std::move(child.out), log("stdout"), order.spec.log_bytes_max,
             order.spec.output_file.empty() ? keep_max(order.spec) : 0),
        err_(std::move(child.err), log("stderr"), order.spec.log_bytes_max, 0),
        watch_(order.spec.bounds, group, descendants, true) {}

  run_ended follow() {
    while (!ended_ && !must_die_) step();
    // A program that ended by itself in the instant of the kill counts as ended by itself.
    if (must_die_ && reap_main(pid_, how_) && !ending_.begun() && limit_.empty()) killed_ = false;
    run_ended end;
    end.name = order_.spec.name;
    if (!kill_descendants(group_)) end.message = "some of its processes could not be ended";
    out_.copy();
    err_.copy();
    describe(end);
    capture(end);
    return end;
  }

 private:
  static uint64_t keep_max(const run_spec& spec) {
    return spec.output_bytes_max == 0 ? 0 : spec.output_bytes_max + 1;
  }

  std::string log(std::string_view stream) const {
    return log_path(order_.data_directory, order_.spec.name, stream);
  }

  void step() {
    pollfd waits[] = {{signals_, POLLIN, 0},
                      {out_.fd(), POLLIN, 0},
                      {err_.fd(), POLLIN, 0},
                      {watch_.fd(), POLLIN, 0},
                      {ending_.fd(), POLLIN, 0}};
    ::poll(waits, std::size(waits), -1);
    out_.copy();
    err_.copy();
    const bool asked = kill_asked(signals_);
    ended_ = reap_main(pid_, how_);
    if (ended_) return;
    if (asked && !killed_) return kill();
    if (ending_.begun() && ending_.over()) must_die_ = true;
    if (killed_) return;
    limit_ = watch_.look();
    if (!limit_.empty()) must_die_ = true;
  }

  void kill() {
    killed_ = true;
    if (order_.spec.end_gently_ms == 0) {
      must_die_ = true;
      return;
    }
    if (order_.spec.user.empty()) {
      ::kill(pid_, SIGTERM);  // our child and not reaped: the number is its own
    } else {
      tell_run_as(order_.way, "end", order_.spec.name);
    }
    ending_.begin(order_.spec.end_gently_ms);
    if (!ending_.begun()) must_die_ = true;
    crash_point("ending", order_.spec.name.c_str(), order_.engine_pid);
  }

  void describe(run_ended& end) {
    std::string why = limit_;
    if (killed_) {
      end.outcome = run_outcome::killed;
    } else if (!limit_.empty()) {
      end.outcome = run_outcome::signalled;
      end.signal = SIGKILL;
    } else {
      end.outcome = how_.si_code == CLD_EXITED ? run_outcome::exited : run_outcome::signalled;
      (how_.si_code == CLD_EXITED ? end.exit_code : end.signal) = how_.si_status;
      why = watch_.explain(end);
    }
    if (killed_ || (end.outcome == run_outcome::exited && end.exit_code == 0)) return;
    err_.make();
    for (const std::string& part : {why, "its standard error is in " + log("stderr")}) {
      if (!end.message.empty() && !part.empty()) end.message += "; ";
      end.message += part;
    }
  }

  void capture(run_ended& end) {
    const run_spec& spec = order_.spec;
    end.output = std::move(out_.kept());
    if (spec.output_file.empty() || spec.output_bytes_max == 0) return;
    auto output = spec.user.empty()
                      ? read_output(work_directory(order_), spec.output_file, keep_max(spec))
                      : read_user_output(order_, keep_max(spec));
    if (output) {
      end.output = *std::move(output);
    } else {
      end.message += (end.message.empty() ? "" : "; ") + output.error().sentence;
    }
  }

  const launch_order& order_;
  const pid_t pid_;
  const run_group& group_;
  const int signals_;
  log_pump out_;
  log_pump err_;
  limit_watch watch_;
  gentle_end ending_;
  siginfo_t how_{};
  bool ended_ = false;
  bool killed_ = false;
  bool must_die_ = false;
  std::string limit_;
};

/// Of a stranger: sends SIGTERM and waits for its end or that of patience.
void end_gently(const launch_order& order, const pid_record& record, int process) {
  if (record.end_gently_ms == 0) return;
  if (record.user.empty()) {
    ::pidfd_send_signal(process, SIGTERM, nullptr, 0);
  } else {
    tell_run_as(order.way, "end", order.spec.name);
  }
  gentle_end ending;
  ending.begin(record.end_gently_ms);
  if (!ending.begun()) return;
  crash_point("ending", order.spec.name.c_str(), order.engine_pid);
  pollfd waits[] = {{process, POLLIN, 0}, {ending.fd(), POLLIN, 0}};
  while (::poll(waits, 2, -1) < 0 && errno == EINTR) continue;
}

}  // namespace

run_ended follow_child(const launch_order& order, blocked_child& child, const run_group& group,
                       int signals) {
  return followed_child{order, child, group, signals}.follow();
}

run_ended follow_stranger(const launch_order& order, const pid_record& record,
                          const run_group& group, int signals) {
  run_ended end;
  end.name = order.spec.name;
  const unique_fd process{::pidfd_open(static_cast<pid_t>(record.pid), 0)};
  limit_watch watch{order.spec.bounds, group, [&] { return strangers(record, end.name); }, false};
  bool killed = order.kill;
  bool lived = false;
  std::string limit;
  while (process && limit.empty() && lives(record)) {
    lived = true;
    if (killed) {
      end_gently(order, record, process.get());
      break;
    }
    pollfd waits[] = {{signals, POLLIN, 0}, {process.get(), POLLIN, 0}, {watch.fd(), POLLIN, 0}};
    ::poll(waits, 3, -1);
    killed = kill_asked(signals);
    limit = watch.look();
  }
  if (record.boot_id == boot_id()) kill_strangers(record, order.spec.name, group);
  if (killed && lived) {
    end.outcome = run_outcome::killed;
    return end;
  }
  const std::string where =
      "; its standard error is in " + log_path(order.data_directory, order.spec.name, "stderr");
  if (!limit.empty()) {
    end.outcome = run_outcome::signalled;
    end.signal = SIGKILL;
    end.message = limit + where;
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
  end.message += where;
  return end;
}

}  // namespace foliot::exec

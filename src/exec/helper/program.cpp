#include "exec/helper/program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "exec/helper/limits.hpp"
#include "exec/pidfd.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec::helper {

namespace {

failure system_failure(const std::string& what, int error) {
  return {errc::io, what + ": " + std::strerror(error), "", "", ""};
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (const std::string& each : texts) out.push_back(const_cast<char*>(each.c_str()));
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> environment_with(const std::vector<std::string>& added) {
  std::vector<std::string> out = added;
  for (char** each = ::environ; *each != nullptr; ++each) {
    const std::string_view entry = *each;
    const std::string_view name = entry.substr(0, entry.find('=') + 1);
    const bool replaced = std::any_of(added.begin(), added.end(), [&](const std::string& other) {
      return other.starts_with(name);
    });
    if (!replaced) out.emplace_back(entry);
  }
  return out;
}

struct pipe_ends {
  unique_fd ours;
  unique_fd theirs;
};

result<pipe_ends> make_pipe(bool we_write) {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return system_failure("cannot make a pipe", errno);
  pipe_ends out{unique_fd{fds[we_write ? 1 : 0]}, unique_fd{fds[we_write ? 0 : 1]}};
  ::fcntl(out.ours.get(), F_SETFL, O_NONBLOCK);
  return out;
}

/// Puts the pipes in the place of the standard streams and starts the program.
result<pid_t> spawn(const program_call& call, const std::array<int, 3>& streams) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (int to = 0; to < 3; ++to)
    ::posix_spawn_file_actions_adddup2(&actions, streams.at(static_cast<size_t>(to)), to);
  posix_spawnattr_t how;
  ::posix_spawnattr_init(&how);
  ::posix_spawnattr_setflags(
      &how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  ::posix_spawnattr_setpgroup(&how, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&how, &none);
  sigset_t standard;
  ::sigemptyset(&standard);
  ::sigaddset(&standard, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&how, &standard);
  const std::vector<std::string> environment = environment_with(call.environment);
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, call.words.front().c_str(), &actions, &how,
                                   pointers(call.words).data(), pointers(environment).data());
  ::posix_spawnattr_destroy(&how);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error == 0) return pid;
  failure out = system_failure("the program '" + call.words.front() + "' cannot be started", error);
  if (error == ENOENT) {
    out.code = errc::not_found;
    out.remedy = "Install it, or put its directory into the PATH of the engine";
  }
  return out;
}

unique_fd timer_of(int64_t ms) {
  if (ms <= 0) return {};
  unique_fd out{::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)};
  itimerspec when{};
  when.it_value.tv_sec = ms / 1'000;
  when.it_value.tv_nsec = ms % 1'000 * 1'000'000;
  ::timerfd_settime(out.get(), 0, &when, nullptr);
  return out;
}

/// A program under way: its pipes and what came out of them.
class conversation {
 public:
  conversation(const program_call& call, pid_t pid, unique_fd in, unique_fd out, unique_fd err)
      : call_(call), pid_(pid), in_(std::move(in)), out_(std::move(out)), err_(std::move(err)) {}

  program_end follow(ending* end) {
    const unique_fd gone{::pidfd_open(pid_, 0)};
    const unique_fd timer = timer_of(call_.timeout_ms);
    if (call_.input.empty()) in_.reset();
    while (gone) {
      std::array<pollfd, 6> all{{{gone.get(), POLLIN, 0},
                                 {in_.get(), POLLOUT, 0},
                                 {out_.get(), POLLIN, 0},
                                 {err_.get(), POLLIN, 0},
                                 {timer.get(), POLLIN, 0},
                                 {end != nullptr ? end->fd() : -1, POLLIN, 0}}};
      if (::poll(all.data(), all.size(), -1) < 0 && errno != EINTR) break;
      if (all[1].revents != 0) feed();
      if (all[2].revents != 0) drain();
      if (all[3].revents != 0) drain_errors();
      if (all[0].revents != 0) break;
      made_.timed_out = all[4].revents != 0;
      made_.ended = all[5].revents != 0;
      if (made_.timed_out || made_.ended) {
        ::kill(-pid_, SIGKILL);
        break;
      }
    }
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
    // What it left in the pipes; others may still hold them, so their end is not waited for.
    drain();
    drain_errors();
    if (WIFEXITED(status)) made_.status = WEXITSTATUS(status);
    return std::move(made_);
  }

 private:
  void feed() {
    const std::string_view rest = std::string_view{call_.input}.substr(fed_);
    const ssize_t put = ::write(in_.get(), rest.data(), rest.size());
    if (put > 0) fed_ += static_cast<size_t>(put);
    const bool broken = put < 0 && errno != EAGAIN && errno != EINTR;
    if (broken || fed_ == call_.input.size()) in_.reset();
  }

  /// All that is there now; closes at the end.
  template <class Take>
  static void take(unique_fd& from, const Take& keep) {
    std::array<char, 16U << 10> part{};
    while (from) {
      const ssize_t got = ::read(from.get(), part.data(), part.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) return from.reset();
      keep(std::string_view{part.data(), static_cast<size_t>(got)});
    }
  }

  void drain() {
    take(out_, [this](std::string_view part) {
      const size_t room =
          call_.output_bytes_max - std::min(call_.output_bytes_max, made_.output.size());
      made_.output += part.substr(0, room);
    });
  }

  void drain_errors() {
    take(err_, [this](std::string_view part) {
      made_.errors += part;
      if (made_.errors.size() > 2 * errors_bytes_max)
        made_.errors.erase(0, made_.errors.size() - errors_bytes_max);
    });
  }

  const program_call& call_;
  pid_t pid_;
  unique_fd in_;
  unique_fd out_;
  unique_fd err_;
  size_t fed_ = 0;
  program_end made_;
};

}  // namespace

result<program_end> run_program(const program_call& call, ending* end) {
  auto in = make_pipe(true);
  if (!in) return std::move(in).error();
  auto out = make_pipe(false);
  if (!out) return std::move(out).error();
  auto err = make_pipe(false);
  if (!err) return std::move(err).error();
  auto pid = spawn(call, {in->theirs.get(), out->theirs.get(), err->theirs.get()});
  if (!pid) return std::move(pid).error();
  in->theirs.reset();
  out->theirs.reset();
  err->theirs.reset();
  conversation with{call, *pid, std::move(in->ours), std::move(out->ours), std::move(err->ours)};
  return with.follow(end);
}

std::string absolute_path_only(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const size_t colon = path.find(':');
    const std::string_view each = path.substr(0, colon);
    path = colon == std::string_view::npos ? std::string_view{} : path.substr(colon + 1);
    if (!each.starts_with('/')) continue;
    if (!out.empty()) out += ':';
    out += each;
  }
  return out.empty() ? "/usr/local/bin:/usr/bin:/bin" : out;
}

}  // namespace foliot::exec::helper

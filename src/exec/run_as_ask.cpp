#include "exec/run_as_ask.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

constexpr size_t sentence_bytes_max = 16U << 10;

// Who does not answer for so long (a directory of users that is away) shall not hold up the rest.
constexpr int patience_ms = 30'000;

/// Starts it with these as standard output and error. Fails with errc::io.
result<pid_t> spawn(const run_as_way& way, const std::string& verb, const std::string& name,
                    int out, int err) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out, 1);
  ::posix_spawn_file_actions_adddup2(&actions, err, 2);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  sigset_t all;
  sigset_t none;
  ::sigfillset(&all);
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  std::string words[] = {"sudo", "-n", "--", way.program, verb, name};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(),
                       words[3].data(), words[4].data(), name.empty() ? nullptr : words[5].data(),
                       nullptr};
  std::string path = plain_path();
  char* environment[] = {path.data(), nullptr};
  pid_t pid = 0;
  const int error =
      ::posix_spawn(&pid, way.sudo.c_str(), &actions, &attributes, arguments, environment);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) return io_failure("cannot start " + way.sudo, error);
  return pid;
}

/// What comes from `from` until its end, the first `bytes_max` bytes of it.
result<std::string> drain(int from, size_t bytes_max) {
  std::string out;
  char buffer[16U << 10];
  for (;;) {
    pollfd wait{from, POLLIN, 0};
    const int ready = ::poll(&wait, 1, patience_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return failure{errc::io, "foliot-run-as does not answer", "", "", ""};
    const ssize_t got = ::read(from, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_failure("cannot read what foliot-run-as says", errno);
    if (got == 0) return out;
    out.append(buffer, std::min(static_cast<size_t>(got), bytes_max - out.size()));
  }
}

}  // namespace

std::string plain_path() {
  return "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
}

result<std::string> ask_run_as(const run_as_way& way, const std::string& verb,
                               const std::string& name, size_t bytes_max) {
  const unique_fd sentence{::memfd_create("foliot-run-as", MFD_CLOEXEC)};
  int ends[2];
  if (!sentence || ::pipe2(ends, O_CLOEXEC) != 0)
    return io_failure("cannot ask foliot-run-as", errno);
  const unique_fd from{ends[0]};
  unique_fd to{ends[1]};
  const auto spawned = spawn(way, verb, name, to.get(), sentence.get());
  if (!spawned) return spawned.error();
  to.reset();
  auto said = drain(from.get(), bytes_max);
  // It is root's and cannot be ended from here: without an answer it is left alone.
  if (!said) return said;
  siginfo_t how{};
  while (::waitid(P_PID, static_cast<id_t>(*spawned), &how, WEXITED) != 0 && errno == EINTR)
    continue;
  if (how.si_code == CLD_EXITED && how.si_status == 0) return said;
  auto text = read_all(sentence.get(), sentence_bytes_max);
  std::string why = text ? *std::move(text) : std::string{};
  while (!why.empty() && why.back() == '\n') why.pop_back();
  if (why.empty()) why = "foliot-run-as ended with status " + std::to_string(how.si_status);
  return failure{errc::forbidden, why, "", "", ""};
}

void tell_run_as(const run_as_way& way, const std::string& verb, const std::string& name) {
  const unique_fd nowhere{::open("/dev/null", O_WRONLY | O_CLOEXEC)};
  static_cast<void>(spawn(way, verb, name, nowhere.get(), nowhere.get()).ok());
}

}  // namespace foliot::exec

#include "exec/launch_unpack.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "exec/launch_follow.hpp"
#include "exec/pidfd.hpp"
#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

constexpr size_t sentence_bytes_max = 64 << 10;

/// Starts it with `sentence` as its standard error. Fails with errc::io.
result<pid_t> spawn_unpacker(const std::string& program, const std::string& archive,
                             const std::string& directory, int sentence) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, sentence, 2);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  sigset_t all;
  sigset_t none;
  ::sigfillset(&all);
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  // Its parent's number lets it see whether the launcher died before it could ask to go with it.
  std::string words[] = {"foliot-unpack", archive, directory, std::to_string(::getpid())};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  char* no_environment[] = {nullptr};
  pid_t pid = 0;
  const int error =
      ::posix_spawn(&pid, program.c_str(), &actions, &attributes, arguments, no_environment);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) return io_failure("cannot start " + program + " to unpack " + archive, error);
  return pid;
}

}  // namespace

result<readiness> unpack_archive(const std::string& program, const std::string& archive,
                                 const std::string& directory, int signals) {
  const unique_fd sentence{::memfd_create("foliot-unpack", MFD_CLOEXEC)};
  if (!sentence) return io_failure("cannot unpack " + archive, errno);
  auto spawned = spawn_unpacker(program, archive, directory, sentence.get());
  if (!spawned) return spawned.error();
  const unique_fd process{::pidfd_open(*spawned, 0)};
  bool killed = false;
  siginfo_t how{};
  while (process && !killed) {
    pollfd waits[] = {{signals, POLLIN, 0}, {process.get(), POLLIN, 0}};
    ::poll(waits, 2, -1);
    if (waits[1].revents != 0) break;
    killed = kill_asked(signals);
  }
  if (killed) ::kill(*spawned, SIGKILL);  // our child and not reaped: the number is its own
  while (::waitid(P_PID, static_cast<id_t>(*spawned), &how, WEXITED) != 0 && errno == EINTR)
    continue;
  if (killed) return readiness::killed;
  if (how.si_code == CLD_EXITED && how.si_status == 0) return readiness::ready;
  auto text = read_all(sentence.get(), sentence_bytes_max);
  std::string why = text && !text->empty() ? *std::move(text) : std::string{};
  while (!why.empty() && why.back() == '\n') why.pop_back();
  if (why.empty()) why = "its unpacking was ended by signal " + std::to_string(how.si_status);
  return failure{errc::bad_input, "the archive " + archive + " cannot be unpacked: " + why, "", "",
                 ""};
}

}  // namespace foliot::exec

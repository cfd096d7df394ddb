#include "exec/resident_launcher.hpp"

#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "exec/launch_resident.hpp"
#include "exec/passed_file.hpp"
#include "exec/pidfd.hpp"

namespace foliot::exec {

namespace {

// A fork takes a tenth of a millisecond. Who does not answer for so long was stopped by somebody.
constexpr timeval patience{10, 0};

// A program that cannot be resident is not tried for ever: an older one, for instance.
constexpr uint32_t unanswered_max = 3;

std::string message_text() {
  std::string out;
  for (const auto& each : crash_switches()) {
    out += each;
    out += '\0';
  }
  if (out.empty() || out.size() > resident_message_bytes_max) out.assign(1, '\0');
  return out;
}

}  // namespace

resident_launcher::resident_launcher(std::string program) : program_(std::move(program)) {}

resident_launcher::~resident_launcher() { end(); }

bool resident_launcher::open() {
  if (socket_) return true;
  if (unanswered_ >= unanswered_max) return false;
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  unique_fd ours{ends[0]};
  const unique_fd theirs{ends[1]};
  ::setsockopt(ours.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(ours.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const auto pid = spawn_session(program_, resident_option, theirs.get());
  if (!pid) return false;
  pid_ = *pid;
  socket_ = std::move(ours);
  return true;
}

/// It has no state: what it started is ours, what it was not given yet is ordered again.
void resident_launcher::end() {
  socket_.reset();
  if (pid_ == 0) return;
  ::kill(pid_, SIGKILL);  // our child and not reaped: the number is its own
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  pid_ = 0;
}

/// The process number of the launcher, a negative errno, or 0 without an answer. `perhaps` becomes
/// true when the order may have been carried out all the same.
int32_t resident_launcher::ask(int order, bool& perhaps) {
  if (!pass_file(socket_.get(), message_text(), order)) return 0;
  int32_t answer = 0;
  ssize_t got = 0;
  while ((got = ::recv(socket_.get(), &answer, sizeof answer, 0)) < 0 && errno == EINTR) continue;
  if (got == static_cast<ssize_t>(sizeof answer) && answer != 0) return answer;
  // ECONNRESET: it went with the order unread.
  if (got >= 0 || errno != ECONNRESET) perhaps = true;
  return 0;
}

result<launcher_process> resident_launcher::start(const launch_order& order) {
  bool perhaps = false;
  for (int attempt = 0; attempt < 2; ++attempt) {
    // A new file each time: the launcher of an order without an answer may still write to the old.
    auto made = make_order(order);
    if (!made) return made.error();
    if (!open()) break;
    const int32_t answer = ask(made->get(), perhaps);
    if (answer == 0) {
      ++unanswered_;
      end();
      continue;
    }
    unanswered_ = 0;
    if (answer < 0) return io_failure("cannot start the launcher " + program_, -answer);
    launcher_process out;
    out.order = *std::move(made);
    out.perhaps_two = perhaps;
    // It is our child and not reaped yet, so the number is surely its own.
    out.pidfd.reset(::pidfd_open(answer, 0));
    return out;
  }
  auto out = spawn_launcher(program_, order);
  if (out) out->perhaps_two = perhaps;
  return out;
}

}  // namespace foliot::exec

#include "exec/launch_user.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "exec/launch_follow.hpp"
#include "exec/passed_file.hpp"
#include "exec/run_as_ask.hpp"
#include "exec/run_as_rules.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

failure refused(std::string sentence) {
  return {errc::forbidden, std::move(sentence), "JA002", "", ""};
}

/// What sudo said; the program has said nothing yet.
std::string said_by_sudo(int err) {
  char buffer[2048];
  const ssize_t got = ::read(err, buffer, sizeof buffer);
  std::string out{buffer, got > 0 ? static_cast<size_t>(got) : 0};
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out.empty() ? "it ended without a word" : out;
}

/// Waits for something on `fd`; true for a kill order.
bool killed_before(int fd, int signals) {
  for (;;) {
    pollfd waits[] = {{signals, POLLIN, 0}, {fd, POLLIN, 0}};
    ::poll(waits, 2, -1);
    if (kill_asked(signals)) return true;
    if (waits[1].revents != 0) return false;
  }
}

}  // namespace

result<void> write_user_order(int runs_fd, const launch_order& order) {
  const std::string& user = order.spec.user;
  if (order.way.program.empty())
    return refused("the program is to run as '" + user + "', but run_as is off");
  if (order.group_root.empty())
    return refused("the program is to run as '" + user + "', which needs control groups");
  const std::string name = order_name(order.spec.name);
  ::unlinkat(runs_fd, name.c_str(), 0);
  const unique_fd fd{
      ::openat(runs_fd, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!fd) return io_failure("cannot write the order to foliot-run-as", errno);
  return write_all(fd.get(), encode(order));
}

result<readiness> await_user(blocked_child& child, int signals) {
  if (killed_before(child.word.get(), signals)) return readiness::killed;
  auto said = take_file(child.word.get(), refusal_bytes_max);
  if (!said) return refused("sudo did not start foliot-run-as: " + said_by_sudo(child.err.get()));
  std::string text = std::move(said->text);
  if (said->file) {
    text.clear();
    for (char buffer[4096];;) {
      if (killed_before(said->file.get(), signals)) return readiness::killed;
      const ssize_t got = ::read(said->file.get(), buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      if (text.size() < refusal_bytes_max) text.append(buffer, static_cast<size_t>(got));
    }
    if (text.empty()) return readiness::ready;
  }
  return decode_refusal(text);
}

result<std::string> read_user_output(const launch_order& order, uint64_t bytes_max) {
  return ask_run_as(order.way, "read", order.spec.name, bytes_max);
}

bool has_user_work(int runs_fd, const std::string& name) {
  return ::faccessat(runs_fd, order_name(name).c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

result<void> clear_user_work(int runs_fd, const run_as_way& way, const std::string& name) {
  if (way.program.empty())
    return failure{errc::forbidden, "run_as is off", "", "", "Set it again for a while"};
  const auto cleared = ask_run_as(way, "clean", name, 0);
  if (!cleared) return cleared.error();
  ::unlinkat(runs_fd, order_name(name).c_str(), 0);
  return {};
}

}  // namespace foliot::exec

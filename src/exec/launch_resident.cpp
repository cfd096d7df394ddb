#include "exec/launch_resident.hpp"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "exec/launch_child.hpp"
#include "exec/launch_main.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

struct message {
  std::string switches;
  unique_fd order;  ///< None where no descriptor was left to take it.
};

/// Nothing when the engine is gone.
std::optional<message> next_message(int socket) {
  message out;
  out.switches.resize(resident_message_bytes_max);
  iovec bytes{out.switches.data(), out.switches.size()};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))];
  msghdr header{};
  header.msg_iov = &bytes;
  header.msg_iovlen = 1;
  header.msg_control = space;
  header.msg_controllen = sizeof space;
  ssize_t got = 0;
  while ((got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) continue;
  if (got <= 0) return {};
  out.switches.resize(static_cast<size_t>(got));
  const cmsghdr* rights = CMSG_FIRSTHDR(&header);
  if (rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(rights), sizeof fd);
    out.order.reset(fd);
  }
  return out;
}

/// What the start of a program would have done for a launcher.
void become_launcher(message& given) {
  ::setsid();
  ::prctl(PR_SET_NAME, "foliot-launcher");
  ::dup2(given.order.get(), 0);  // in the place of the socket, which stays with the resident one
  given.order.reset();
  ::clearenv();  // of the day on which the resident one was started
  std::string_view left = given.switches;
  while (!left.empty()) {
    const std::string each{left.substr(0, left.find('\0'))};
    left.remove_prefix(std::min(each.size() + 1, left.size()));
    const size_t equals = each.find('=');
    if (equals != std::string::npos)
      ::setenv(each.substr(0, equals).c_str(), each.c_str() + equals + 1, 1);
  }
}

}  // namespace

int run_resident() {
  // To be told from the launchers, which have runs.
  ::prctl(PR_SET_NAME, "foliot-resident");
  while (auto next = next_message(0)) {
    int32_t answer = -EMFILE;
    if (next->order) {
      const pid_t pid = fork_sibling();
      if (pid == 0) {
        become_launcher(*next);
        return run_launcher();
      }
      answer = pid < 0 ? -errno : pid;
    }
    if (::send(0, &answer, sizeof answer, MSG_NOSIGNAL) < 0) break;
  }
  return 0;
}

}  // namespace foliot::exec

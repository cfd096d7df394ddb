#include "exec/launch_resident.hpp"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "exec/launch_child.hpp"
#include "exec/launch_main.hpp"
#include "exec/passed_file.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

/// What the start of a program would have done for a launcher.
void become_launcher(passed_file& given) {
  ::setsid();
  ::prctl(PR_SET_NAME, "foliot-launcher");
  ::dup2(given.file.get(), 0);  // in the place of the socket, which stays with the resident one
  given.file.reset();
  ::clearenv();  // of the day on which the resident one was started
  std::string_view left = given.text;
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
  while (auto next = take_file(0, resident_message_bytes_max)) {
    int32_t answer = -EMFILE;
    if (next->file) {
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

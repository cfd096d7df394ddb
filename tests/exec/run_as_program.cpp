// foliot-run-as with its rules beside it instead of in /etc: tests change nothing of their host.
#include <unistd.h>

#include <climits>
#include <string>

#include "exec/run_as_main.hpp"

int main(int count, char** words) {
  char self[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", self, sizeof self);
  if (length <= 0) return 1;
  const std::string path{self, static_cast<size_t>(length)};
  return foliot::exec::run_as(count, words, path.substr(0, path.rfind('/') + 1) + "run-as.conf");
}

// foliot-unpack ARCHIVE DIRECTORY LAUNCHER: unpacks an archive of an action into its work
// directory. Started by foliot-launcher, whose process number is the third argument; goes with it.
// Exit status 0, or 1 with a sentence on standard error.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/run_limits.hpp"
#include "exec/unpack.hpp"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: foliot-unpack ARCHIVE DIRECTORY LAUNCHER\n", stderr);
    return 64;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != static_cast<pid_t>(std::strtol(argv[3], nullptr, 10))) return 1;
  const rlimit memory{foliot::limits::archive_memory_max, foliot::limits::archive_memory_max};
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_AS, &memory);
  ::setrlimit(RLIMIT_CORE, &no_core);
  const auto done = foliot::exec::unpack(argv[1], argv[2]);
  if (done) return 0;
  std::fputs((done.error().text() + "\n").c_str(), stderr);
  return 1;
}

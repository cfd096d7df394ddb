#include "exec/helper/ending.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>

#include <algorithm>

namespace foliot::exec::helper {

ending::ending() {
  sigset_t ends;
  ::sigemptyset(&ends);
  for (const int each : {SIGTERM, SIGINT, SIGHUP}) ::sigaddset(&ends, each);
  ::sigprocmask(SIG_BLOCK, &ends, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  fd_.reset(::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK));
}

bool ending::asked() { return asked_ || wait(0); }

bool ending::wait(int64_t ms) {
  // The signal is not taken out: the descriptor stays readable for everybody who waits for it.
  pollfd each{fd_.get(), POLLIN, 0};
  if (!asked_) asked_ = ::poll(&each, 1, static_cast<int>(std::min<int64_t>(ms, 1 << 30))) > 0;
  return asked_;
}

}  // namespace foliot::exec::helper

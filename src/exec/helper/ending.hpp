// The wish that the helper program ends: SIGTERM, SIGINT or SIGHUP.
#pragma once

#include <cstdint>

#include "exec/unique_fd.hpp"

namespace foliot::exec::helper {

/// Holds those signals back from its making on; one per process, made before any thread.
class ending {
 public:
  ending();

  /// Readable once the end was asked for.
  int fd() const { return fd_.get(); }
  bool asked();
  /// Waits so long, or until the end is asked for: whether it is.
  bool wait(int64_t ms);

 private:
  unique_fd fd_;
  bool asked_ = false;
};

}  // namespace foliot::exec::helper

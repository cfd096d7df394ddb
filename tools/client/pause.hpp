// Waiting for a while, in the command line only.
#pragma once

#include <cstdint>

namespace foliot::client {

/// Returns after `ms` milliseconds, or earlier when a signal arrives.
void pause_for(int64_t ms);

}  // namespace foliot::client

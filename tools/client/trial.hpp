// `foliot test`: plays scenarios and tells what came of them. Of foliot's commands it alone needs
// the actors without a server.
#pragma once

#include "base/clock.hpp"
#include "tools/client/cli.hpp"
#include "tools/client/console.hpp"

namespace foliot::client {

/// Gives exit_good when all hold, exit_failed when one does not, exit_usage where a file is none.
int test(const console& to, const monotonic_clock& clock, const test_options& options);

}  // namespace foliot::client

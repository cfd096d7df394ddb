// `foliot console`: one command, or one after the other; and the certificates of consoles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "tools/client/cli_console.hpp"
#include "tools/client/console.hpp"
#include "tools/console/commands.hpp"

namespace foliot::console {

/// Gives the exit status.
int run(const client::console& to, const wall_clock& clock, const client::console_options& options,
        const ordinary_command& ordinary);

}  // namespace foliot::console

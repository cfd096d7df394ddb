// The commands that look and change nothing.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "tools/client/cli_choices.hpp"
#include "tools/client/connection.hpp"
#include "tools/client/console.hpp"

namespace foliot::client {

/// What a command that talks to a server does.
using remote_action = std::function<int(const console&, connection&)>;
/// Makes such a command.
using add_remote_fn =
    std::function<CLI::App*(const std::string& name, const std::string& help, remote_action what)>;

/// Adds them; what is chosen goes into `chosen`, which must outlive the commands.
void add_looks(const add_remote_fn& add, choices& chosen);

}  // namespace foliot::client

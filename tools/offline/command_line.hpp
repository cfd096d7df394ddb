// The offline subcommands on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "tools/client/console.hpp"

namespace foliot::offline {

/// Adds one subcommand to the command line: name, help, what runs; gives it for its options.
using add_command = std::function<CLI::App*(const std::string& name, const std::string& help,
                                            std::function<int(const client::console&)> what)>;

/// Adds all of them.
void add_commands(const add_command& add);

}  // namespace foliot::offline

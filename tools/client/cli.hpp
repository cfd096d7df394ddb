// The command line of `foliot`: what is asked becomes one call. Serving, replaying and testing are
// given by main, so that tests need neither actors nor a database.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "server/config.hpp"
#include "tools/client/cli_console.hpp"
#include "tools/client/connection.hpp"
#include "tools/client/console.hpp"
#include "tools/client/replay_options.hpp"

namespace foliot::client {

struct test_options {
  std::vector<std::string> paths;  ///< Scenarios, or directories with all below them.
  std::string folder;              ///< The application directory; empty: looked for.
  uint64_t seed = 1;               ///< Picks who acts first where several could.
  bool verbose = false;            ///< Tells what happened, in virtual time.
};

struct cli_hooks {
  std::function<int(const console&, const server::config&)> serve;
  std::function<int(const console&, const server::config&, const replay_options&)> replay;
  std::function<int(const console&, const server::config&, const export_options&)> export_tree;
  std::function<int(const console&, const monotonic_clock&, const test_options&)> test;
  std::function<int(const console&, const console_options&)> talk = {};
  connection* over = nullptr;  ///< Commands that talk to a server go there, whatever --url says.
};

/// Runs `arguments` (without the program's name) and gives the exit status: 0, 1 failed, 2 wrong
/// usage, 3 time-out of `wait`.
int run_cli(const std::vector<std::string>& arguments, console to, const monotonic_clock& clock,
            const cli_hooks& hooks);

}  // namespace foliot::client

// The subcommands of `foliot` that need no server: each gives the exit status.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/client/console.hpp"

namespace foliot::offline {

struct el_options {
  std::string phase;
  std::string context;  ///< File with one JSON object; empty: nothing is known.
  std::string expression;
  std::string reading = "oozie";  ///< "oozie" or "default".
};
/// Prints the value of an expression; with --json {"result": ...} or {"error": {...}}.
int show_value(const client::console& to, const el_options& options);

}  // namespace foliot::offline

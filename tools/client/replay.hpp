// `foliot replay`: offline, on the data directory of a stopped engine.
#pragma once

#include "tools/client/cli.hpp"

namespace foliot::client {

/// Folds the journal and prints "N records, M differ". `settings` are those that the engine had.
/// Gives exit_failed when the directory cannot be read or, with `verify`, when something differs.
int replay(const console& to, const server::config& settings, bool verify);

}  // namespace foliot::client

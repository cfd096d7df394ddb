// `foliot replay`: the past, from the journal of a data directory.
#pragma once

#include "tools/client/cli.hpp"

namespace foliot::client {

/// Without a query: folds the whole journal and prints "N records, M differ". With one: answers it
/// as an engine would have answered at that moment. `settings` are those that the engine had. Gives
/// exit_failed when the directory cannot be read, when what is asked for was not there or, with
/// `verify`, when something differs.
int replay(const console& to, const server::config& settings, const replay_options& options);

}  // namespace foliot::client

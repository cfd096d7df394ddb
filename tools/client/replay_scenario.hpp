// `foliot replay FILE --scenario`: a bug report as a test case.
#pragma once

#include <string>

#include "model/reader.hpp"
#include "tools/client/console.hpp"
#include "tools/client/replay_options.hpp"
#include "tools/client/stored.hpp"

namespace foliot::client {

/// Whether `options` and the processing zone `zone` let a scenario be made; exit_good, or what was
/// told to `to`'s err.
int check_scenario(const console& to, const std::string& zone, const replay_options& options);

/// Prints the tree of the bug report `source` as a scenario for `foliot test`. What it cannot say
/// is told to `to`'s err as well, with the entry's sequence. Gives exit_failed where no scenario
/// can be made: of a damaged report, of other rules, without the tree's beginning.
int scenario(const console& to, const stored& source, const model::definitions& definitions);

}  // namespace foliot::client

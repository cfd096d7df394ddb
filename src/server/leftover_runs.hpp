// Tidies up behind an engine that died between the end of a workflow and the end of its files.
#pragma once

#include <string>
#include <vector>

#include "exec/run_port.hpp"
#include "model/reader.hpp"

namespace foliot::server {

/// Forgets those of the runs `names` whose workflow has ended and awaits nothing more: no entity
/// lives that would. A live workflow does it itself, and what belongs to none is left alone.
void forget_leftover_runs(const std::vector<std::string>& names, const model::reader& reader,
                          exec::run_port& runs);

}  // namespace foliot::server

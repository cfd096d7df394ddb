// foliot-run-as: what needs another user, or root, in the life of a run (docs/runs.md, "Users").
#pragma once

#include <string>

namespace foliot::exec {

/// Carries out `words`, the program's arguments: `check`, or `start`, `end`, `read` or `clean` and
/// the name of a run. `rules` is the file with what root allows. Started by sudo, as root; it is
/// never set-user-id. Returns the exit status: 0, or 1 with a sentence on standard error (of
/// `start` on the socket that is its standard input). A `start` that succeeds does not return.
int run_as(int count, char** words, const std::string& rules);

}  // namespace foliot::exec

// The launcher: a small program that claims one run, starts it, outlives the engine and writes down
// how it ended (docs/architecture.md, "Exactly once").
#pragma once

namespace foliot::exec {

/// Carries out the order on standard input; a sentence about a failure replaces it there, for the
/// engine to read. Returns the exit status, a `launcher_exit`.
int run_launcher();

}  // namespace foliot::exec

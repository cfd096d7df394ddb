// Asking foliot-run-as for what is not the start of a program.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"
#include "exec/run_as_way.hpp"

namespace foliot::exec {

/// The whole environment that sudo is started with.
std::string plain_path();

/// Runs `sudo -n -- PROGRAM VERB NAME` (no name where it is empty), waits for it and gives what it
/// wrote to standard output, at most `bytes_max` bytes of it. Fails with errc::forbidden and the
/// sentence from its standard error, with errc::io where it cannot be started or says nothing for
/// half a minute.
result<std::string> ask_run_as(const run_as_way& way, const std::string& verb,
                               const std::string& name, size_t bytes_max);

/// The same without waiting; its end is left to be reaped by the caller.
void tell_run_as(const run_as_way& way, const std::string& verb, const std::string& name);

}  // namespace foliot::exec

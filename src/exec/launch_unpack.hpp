// Unpacking an archive before a program starts: in a process of its own (foliot-unpack), which can
// be killed and whose memory is bounded, because an archive may have been made to do harm.
#pragma once

#include <string>

#include "base/result.hpp"
#include "exec/launch_work.hpp"

namespace foliot::exec {

/// Lets `program` unpack `archive` into the existing `directory` and waits for it, or for a kill
/// order on `signals` (open_signals()'s). Fails with errc::bad_input and the program's sentence, or
/// with errc::io where it cannot be started.
result<readiness> unpack_archive(const std::string& program, const std::string& archive,
                                 const std::string& directory, int signals);

}  // namespace foliot::exec

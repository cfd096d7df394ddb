// The work directory of a run: what is put there before its program starts, what is read there
// after its end.
#pragma once

#include <string>

#include "base/result.hpp"
#include "exec/run_files.hpp"

namespace foliot::exec {

/// Whether a work directory is ready, or a kill came while archives were unpacked.
enum class readiness : uint8_t { ready, killed };

/// Makes the work directory, links the order's files into it (its program and scripts that may not
/// be executed are copied, executable for the owner), writes its documents and unpacks its
/// archives. What an earlier attempt left behind is replaced. `signals` is open_signals()'s. Fails
/// with errc::io (no space, for instance), errc::bad_input or errc::too_large; the sentence is for
/// the user.
result<readiness> prepare_work(const launch_order& order, int signals);

/// The same in a work directory that is there and empty.
result<readiness> fill_work(const launch_order& order, int signals);

/// Deletes `path` and everything below it, as far as that is allowed.
void remove_work(const std::string& path);

/// At most `bytes_max` bytes of the file `file` below `work`; empty where there is none. Fails with
/// errc::bad_input where it is no regular file or a link leads out of `work`, with errc::io where
/// it cannot be read.
result<std::string> read_output(const std::string& work, const std::string& file,
                                uint64_t bytes_max);

/// Writes why a program was not started where its standard error would be: people look there.
void note_unstarted(const launch_order& order, const std::string& sentence);

}  // namespace foliot::exec

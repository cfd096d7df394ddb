// Scenarios as files: found, read and played.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "rehearsal/stage.hpp"

namespace foliot::rehearsal {

/// One file that was played.
struct trial {
  std::string file;   ///< As it was named.
  std::string title;  ///< Empty where it could not be read as a scenario.
  std::string line;   ///< The text of the line that `outcome.bad` names.
  played outcome;
};

/// The files that `paths` mean: a file itself, of a directory all *.scenario at or below it, in the
/// order of their names. Fails with not_found, with bad_input for a directory without any, and with
/// too_large beyond limits::scenarios_max.
result<std::vector<std::string>> scenario_files(const std::vector<std::string>& paths);

/// Reads and plays `file`. Without `how.folder` its application directory is looked for. Fails with
/// not_found, io and bad_input where it is no file; what is wrong in it is its outcome.
result<trial> play_file(const std::string& file, play_options how);

}  // namespace foliot::rehearsal

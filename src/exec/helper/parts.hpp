// The parts of the helper program: one per kind of action that it does.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "exec/helper/document.hpp"
#include "exec/helper/ending.hpp"

namespace foliot::exec::helper {

/// What a part may know and do. It works in the current directory, its own.
struct surroundings {
  const document& plan;      ///< What the action wants.
  const document& settings;  ///< What the engine's operator says; names as in foliot.toml.
  const wall_clock& clock;
  ending& end;
};

/// Sends the mail of the plan: from, to, cc, bcc, subject, body, content_type, attachment*, key.
outcome send_email(const surroundings& in);

/// Runs the plan's command on another host and follows it to its end: host, user, directory, id,
/// word*, capture (bytes of output to bring back), all of which ssh.cpp describes.
outcome run_remote(const surroundings& in);

/// Clones the plan's repository: uri, branch, key, destination.
outcome clone_repository(const surroundings& in);

/// One line on standard error, which becomes the action's log.
void note(std::string_view line);

/// The program: `foliot-action email|ssh|git` in the work directory of its run. Reads
/// plan.properties and the settings file that FOLIOT_ACTION_SETTINGS names, writes
/// result.properties. Returns its exit status: 0 where the work was done, 1 where it was not, 64
/// where it was called wrongly.
int run_helper(int count, char** words, const wall_clock& clock);

}  // namespace foliot::exec::helper

// What <launcher> says that counts for a program on this host: its environment and the options of
// its Java machine.
#pragma once

#include <optional>
#include <string>

#include "model/kinds/kind.hpp"

namespace foliot::model {

/// Adds oozie.launcher.env ("A=1:B=2"). Refuses with IllegalArgumentException an entry that is no
/// NAME=VALUE; the value may be empty.
std::optional<node_refusal> add_launcher_environment(program_plan& plan, const configuration& conf);

/// oozie.launcher.javaopts and what the action itself says behind it.
std::string java_options(const configuration& conf, const std::string& own);

}  // namespace foliot::model

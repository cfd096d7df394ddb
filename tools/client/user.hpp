// Who runs the command.
#pragma once

#include <string>

namespace foliot::client {

/// The name of the process's user id.
std::string user_name();

}  // namespace foliot::client

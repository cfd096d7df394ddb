// Times as consoles show them.
#pragma once

#include <string>

#include "base/instant.hpp"

namespace foliot::server {

/// "2026-01-05T03:00:00Z"; empty for times that mean none.
std::string console_time(instant at);

}  // namespace foliot::server

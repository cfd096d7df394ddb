// The letters that stand behind an hour: "PST", "CEST", "GMT+05:30".
#pragma once

#include <string>

#include "base/instant.hpp"
#include "time/zone.hpp"

namespace foliot::time {

/// As Java prints the zone of a date: by the names that the zone's newest rule has in the system's
/// database, else by the offset. Thread-safe; reads the zone's file once.
std::string zone_short_name(const zone& where, instant at);

}  // namespace foliot::time

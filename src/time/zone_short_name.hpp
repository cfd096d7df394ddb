// The letters that stand behind an hour: "PST", "CEST", "GMT+05:30".
#pragma once

#include <string>

#include "base/instant.hpp"
#include "time/zone.hpp"

namespace foliot::time {

/// As Java prints the zone of a date. A zone that is newer than Java's names has those of its rule
/// in the system's database, else its offset. Thread-safe; reads such a zone's file once.
std::string zone_short_name(const zone& where, instant at);

}  // namespace foliot::time

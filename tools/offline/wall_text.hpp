// Times as people in a zone read them.
#pragma once

#include <string>

#include "base/instant.hpp"
#include "time/zone.hpp"

namespace foliot::offline {

/// "Sun 2026-03-08 03:30 -07:00"
std::string wall_text(instant at, const time::zone& where);

/// "-07:00", "+05:30"
std::string offset_text(instant at, const time::zone& where);

/// When the clocks of `where` were changed between two times; `from` when they were not. To the
/// minute. The first change is meant where there are several; at least one must be seen by
/// comparing the offsets at both ends.
instant clock_change(instant from, instant to, const time::zone& where);

/// "clocks in America/Los_Angeles go forward 1 h at 2026-03-08T10:00Z"; empty when the offsets at
/// both ends are equal.
std::string clock_change_text(instant from, instant to, const time::zone& where);

/// "1 h", "30 min", "1 h 30 min"; `ms` is positive.
std::string span_text(int64_t ms);

}  // namespace foliot::offline

// The system's time zone database: the files below $TZDIR or /usr/share/zoneinfo.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "time/zone_rules.hpp"

namespace foliot::time {

/// The rules of the zone that the database calls `tz_name`. Read once, kept as long as the process,
/// from any thread. Fails with not_found when there is no such zone, with corrupt or io when its
/// file cannot be understood or read.
result<std::shared_ptr<const zone_rules>> zone_file(std::string_view tz_name);

/// All names of the database that Java knows, sorted, with "UTC" and "GMT". Empty when there is no
/// database.
std::vector<std::string> zone_file_names();

}  // namespace foliot::time

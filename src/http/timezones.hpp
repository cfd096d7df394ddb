// Time zones in answers: the list of admin/available-timezones, and dates in a client's zone.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "base/instant.hpp"

namespace foliot::http {

/// [{"timezoneDisplayName": "PST (America/Los_Angeles)", "timezoneId"}]: Java's ids, then
/// GMT-12:00 to GMT+12:00. Names are those of standard time in the year of `now`.
nlohmann::json timezones_json(instant now);

/// Writes the dates in `body`, and in all that it holds, on the clock of the zone `java_id`; one
/// that is unknown means GMT (rest.md 1.4). Only members that hold dates are touched.
void show_in_zone(nlohmann::json& body, std::string_view java_id);

}  // namespace foliot::http

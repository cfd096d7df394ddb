// The spelling of time zone ids: Java's own aliases, offsets, and the nearest known name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foliot::time {

/// The offset in minutes of "UTC", "GMT", "GMT+0530", "GMT+05:30", and of the three-letter ids that
/// Java keeps free of daylight saving time (EST, MST, HST); nothing for every other text.
std::optional<int32_t> fixed_offset(std::string_view java_id);

/// The tz database name behind Java's own ids ("PST" is "America/Los_Angeles"); `java_id` itself
/// when it is no alias.
std::string_view without_alias(std::string_view java_id);

/// Whether Java knows a zone of that name, given that the system's database does. Files such as
/// "posixrules" and "localtime" are none.
bool is_java_name(std::string_view tz_name);

/// The entry of `known` nearest to `word` by edit distance without regard to case; empty when none
/// is near (more than a third of the word differs).
std::string nearest_name(std::string_view word, const std::vector<std::string>& known);

}  // namespace foliot::time

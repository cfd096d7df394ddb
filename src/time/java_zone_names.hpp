// What Java calls the clocks of its zones, in English: "PST", "GST", "NPT".
#pragma once

#include <string_view>

namespace foliot::time {

/// Java's short names of the zone `java_id`, standard and daylight saving time; both empty when
/// Java has none and writes the offset.
struct short_names {
  std::string_view standard;
  std::string_view daylight;
};
short_names java_short_names(std::string_view java_id);

}  // namespace foliot::time

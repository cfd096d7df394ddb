// Files of the time zone database: whatever their bytes are, they are rules or an error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/contract.hpp"
#include "time/zone_rules.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto rules = foliot::time::zone_rules::parse(bytes);
  if (rules) {
    for (const int64_t at : {int64_t{-900'000'000'000}, int64_t{-1}, int64_t{1'600'000'000},
                             int64_t{4'000'000'000}, int64_t{900'000'000'000}}) {
      const foliot::time::zone_period found = rules->at_utc(at);
      FOLIOT_ASSERT(found.offset >= -26 * 3'600 && found.offset <= 26 * 3'600,
                    "offsets are bounded");
      FOLIOT_ASSERT(found.dst >= 0, "daylight saving time is added");
      (void)rules->at_wall(at);
    }
  }
  (void)foliot::time::posix_rule::parse(bytes);
  return 0;
}

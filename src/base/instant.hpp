// A point in wall time, and the only representation of one inside the engine.
#pragma once

#include <compare>
#include <cstdint>

namespace foliot {

/// Milliseconds since 1970-01-01T00:00Z (no leap seconds). Nominal times are whole minutes.
struct instant {
  int64_t ms = 0;

  friend constexpr auto operator<=>(instant, instant) = default;
};

inline constexpr int64_t ms_per_second = 1'000;
inline constexpr int64_t ms_per_minute = 60'000;
inline constexpr int64_t ms_per_hour = 60 * ms_per_minute;
inline constexpr int64_t ms_per_day = 24 * ms_per_hour;

/// Later than every time anybody can write down: "no deadline".
inline constexpr instant never{INT64_MAX};

/// `at` moved by `ms` milliseconds; saturates at `never`, which stays `never`.
constexpr instant plus_ms(instant at, int64_t ms) {
  if (at == never) return never;
  if (ms > 0 && at.ms > INT64_MAX - ms) return never;
  return instant{at.ms + ms};
}

}  // namespace foliot

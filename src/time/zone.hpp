// Time zones under Java's ids, with GregorianCalendar's reading of wall clocks (gaps, overlaps).
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/instant.hpp"
#include "base/result.hpp"

namespace foliot::time {

/// What a wall clock shows: milliseconds since 1970-01-01T00:00 of that clock, whatever its zone.
struct wall_time {
  int64_t ms = 0;

  friend constexpr auto operator<=>(wall_time, wall_time) = default;
};

/// A time zone. Cheap to copy and immutable; all functions are pure and thread-safe. Times further
/// from now than the year 30000 are treated as that year.
class zone {
 public:
  /// UTC.
  zone();

  /// A zone without daylight saving time, called "GMT+05:30". `offset_minutes`: -1439..1439,
  /// positive is east.
  static zone fixed(int32_t offset_minutes);

  /// The id as the user wrote it: "America/Los_Angeles", "GMT+0530".
  const std::string& id() const;

  /// What is added to UTC to get this zone's wall time at `at`, milliseconds.
  int64_t offset_ms(instant at) const;
  /// The same in whole minutes (rounded towards zero; historic zones have seconds).
  int32_t offset_minutes(instant at) const;

  /// How much of that is daylight saving time, milliseconds; 0 in standard time. As Java has it:
  /// Dublin's summer, not its winter.
  int64_t dst_ms(instant at) const;

  /// Whether the offset is the same for ever: UTC, GMT+0530.
  bool is_fixed() const;

  /// What a wall clock in this zone shows at `at`.
  wall_time to_wall(instant at) const;

  /// When a wall clock in this zone shows `wall`. As Java's GregorianCalendar (coordinator.md 2):
  /// a time inside a gap is moved forward by the gap; of the two instants of an overlap the later
  /// (standard time) is taken.
  instant to_instant(wall_time wall) const;

 private:
  struct rules;
  explicit zone(std::shared_ptr<const rules> how);
  friend result<zone> find_zone(std::string_view java_id);

  std::shared_ptr<const rules> rules_;
};

/// The zone with the id `java_id`: "UTC", "GMT+0530", "GMT+05:30", "America/Los_Angeles", "PST".
/// Case sensitive and not trimmed, as in Oozie (coordinator.md 2). Fails with bad_input, E1003,
/// and the nearest known id as remedy; with corrupt or io when the zone's file cannot be read.
result<zone> find_zone(std::string_view java_id);

/// The version of the system's time zone database, for journals: "2024a"; "unknown" when its first
/// line does not tell.
std::string zone_database();

}  // namespace foliot::time

// Dates as Oozie's client shows them: on a clock that the user chooses, with Java's short names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/instant.hpp"
#include "time/zone.hpp"

namespace foliot::oozie {

/// A zone by the id that the user wrote, as java.util.TimeZone takes ids: what is unknown is GMT;
/// "GMT+5", "GMT+530" and "GMT-07:00" are offsets.
class display_zone {
 public:
  explicit display_zone(std::string_view java_id);

  /// The short name at `at`: "PST", "PDT", "GMT", "GMT+05:30".
  std::string short_name(instant at) const;
  const time::zone& rules() const { return rules_; }

 private:
  std::string id_;
  time::zone rules_;
};

/// Reads "Fri, 02 Jan 2009 00:00:00 GMT", the dates of Oozie's JSON; nothing for any other text,
/// and for other zones, which Oozie's client cannot read either.
std::optional<instant> read_date(std::string_view text);

/// "2009-01-02 00:00 GMT", with seconds when `seconds`. Of "GMT+05:30" the offset alone is shown.
std::string shown_date(instant at, const display_zone& where, bool seconds);

/// "Fri Jan 02 00:00:00 UTC 2009", as java.util.Date prints itself.
std::string java_date(instant at, const display_zone& where);

/// What `oozie info -timezones` prints.
std::string list_of_zones();

/// The id of this machine's own zone: $TZ, else what /etc/localtime is a link to or /etc/timezone
/// names, else UTC. `tz` is the value of TZ, empty without it.
std::string machine_zone(std::string_view tz);

}  // namespace foliot::oozie

// Datetimes as Oozie writes them ("2009-01-01T00:00Z"), and the few other texts made of instants.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/dialect.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "time/zone.hpp"

namespace foliot::time {

/// Oozie's processing time zone: UTC or GMT±hhmm. All datetimes are read and shown in it.
class processing_zone {
 public:
  /// UTC.
  processing_zone() = default;

  /// Reads the setting `oozie.processing.timezone`: "UTC" or "GMT+0530". Fails with bad_input.
  static result<processing_zone> parse(std::string_view text);

  /// -1439..1439, positive is east.
  int32_t offset_minutes() const { return offset_minutes_; }
  /// What datetimes end with: "Z" or "+0530".
  std::string suffix() const;
  /// "UTC" or "GMT+0530".
  std::string name() const;
  /// The same as a zone without daylight saving time.
  zone as_zone() const;

  friend bool operator==(const processing_zone&, const processing_zone&) = default;

 private:
  int32_t offset_minutes_ = 0;
  bool utc_ = true;  ///< "GMT+0000" is shown as "+0000", UTC as "Z".
};

/// Reads "2009-01-01T00:00Z" (or "...+0530" in GMT+0530); surrounding blanks are ignored.
/// `dialect::oozie` reads what Oozie's strict SimpleDateFormat reads (coordinator.md 2); lenient
/// also takes T24:00 as 00:00 of the next day, seconds ":00" (rulings 0.1, 0.2) and the suffix
/// "GMT+0530" (0.3). Years 1..30000. Fails with bad_input, E1003.
result<instant> parse_datetime(std::string_view text, const processing_zone& zone,
                               dialect reading = dialect::lenient);

/// "2009-01-01T00:00Z", seconds cut off; `never` gives an empty text.
std::string format_datetime(instant at, const processing_zone& zone);

/// "Fri, 02 Jan 2009 00:00:00 GMT": dates in Oozie's JSON (rest.md 1.4). `never` gives "".
std::string format_http_date(instant at);

/// "2009-01-02 00:00:00,000": the time of a log line, in `zone`. `never` gives "".
std::string format_log_time(instant at, const processing_zone& zone);

/// `at` by a pattern of Java's SimpleDateFormat in `where` (US English), as coord:formatTime does.
/// Letters: G y Y M L w W D d F E u a H k K h m s S z Z X. Fails with bad_input on any other
/// letter, an unclosed quote, or a pattern longer than 1,024 bytes.
result<std::string> format_pattern(instant at, std::string_view pattern, const zone& where);

}  // namespace foliot::time

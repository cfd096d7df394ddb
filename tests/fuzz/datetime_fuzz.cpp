// Datetimes, zone ids and patterns: read, written, read back, and moved on the calendar.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/contract.hpp"
#include "base/hash.hpp"
#include "time/calendar.hpp"
#include "time/datetime.hpp"
#include "time/zone.hpp"

namespace {

using namespace foliot;

void read_datetime(std::string_view text, const time::processing_zone& zone) {
  const auto strict = time::parse_datetime(text, zone, dialect::oozie);
  const auto lenient = time::parse_datetime(text, zone);
  FOLIOT_ASSERT(lenient.ok() || !strict.ok(), "the lenient reader takes more");
  if (!lenient) return;
  const auto again =
      time::parse_datetime(time::format_datetime(*lenient, zone), zone, dialect::oozie);
  FOLIOT_ASSERT(again.ok() && *again == *lenient, "what is written is read back");
  static const time::zone la = time::find_zone("America/Los_Angeles").value();
  for (const time::time_unit unit :
       {time::time_unit::minute, time::time_unit::day, time::time_unit::week,
        time::time_unit::month, time::time_unit::year}) {
    FOLIOT_ASSERT(time::add(*lenient, 1, unit, la) > *lenient, "a unit later is later");
    FOLIOT_ASSERT(time::add(*lenient, -1, unit, la) < *lenient, "a unit earlier is earlier");
  }
  for (const time::end_of end : {time::end_of::day, time::end_of::week, time::end_of::month})
    FOLIOT_ASSERT(time::move_to_end(*lenient, end, la) > *lenient, "a boundary lies ahead");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const time::processing_zone india = time::processing_zone::parse("GMT+0530").value();
  read_datetime(text, {});
  read_datetime(text, india);
  (void)time::format_pattern(instant{1'234'567'890'123}, text, time::zone());
  if (const auto setting = time::processing_zone::parse(text))
    FOLIOT_ASSERT(setting->name() == text, "a setting is shown as it was read");
  // An unknown id is compared with all known ones: now and then is enough.
  if (hash_of(text).low % 64 == 0) (void)time::find_zone(text);
  return 0;
}

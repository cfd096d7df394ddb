// Datetimes, zone ids and patterns: read in several zones, written, read back, moved on the
// calendar and repeated.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/contract.hpp"
#include "base/hash.hpp"
#include "time/calendar.hpp"
#include "time/datetime.hpp"
#include "time/frequency.hpp"
#include "time/zone.hpp"

namespace {

using namespace foliot;

const time::zone& los_angeles() {
  static const time::zone out = time::find_zone("America/Los_Angeles").value();
  return out;
}

/// Nominal times rise, and are counted as they were numbered.
void repeat(instant start, uint64_t luck) {
  time::frequency every;
  every.count = 1 + static_cast<int32_t>(luck % 40);
  every.unit = static_cast<time::time_unit>(luck / 40 % 6);
  every.flag = static_cast<time::end_of>(luck / 240 % 4);
  instant before{start.ms - 1};
  for (const uint32_t number : {1U, 2U, 3U, 500U}) {
    const instant at = time::nominal_time(every, start, number, los_angeles());
    if (at == never) return;
    FOLIOT_ASSERT(at > before, "nominal times rise");
    FOLIOT_ASSERT(time::count_before(every, start, at, los_angeles()) == number - 1,
                  "those before it are counted");
    FOLIOT_ASSERT(time::count_before(every, start, plus_ms(at, 1), los_angeles()) == number,
                  "and it is");
    before = at;
  }
}

void move(instant at, const time::zone& where) {
  for (const time::time_unit unit :
       {time::time_unit::minute, time::time_unit::hour, time::time_unit::day, time::time_unit::week,
        time::time_unit::month, time::time_unit::year}) {
    FOLIOT_ASSERT(time::add(at, 1, unit, where) > at, "a unit later is later");
    FOLIOT_ASSERT(time::add(at, -1, unit, where) < at, "a unit earlier is earlier");
  }
  for (const time::end_of end : {time::end_of::day, time::end_of::week, time::end_of::month})
    FOLIOT_ASSERT(time::move_to_end(at, end, where) > at, "a boundary lies ahead");
  FOLIOT_ASSERT(where.to_wall(at).ms == at.ms + where.offset_ms(at), "a clock shows its offset");
  const time::wall_time shown = where.to_wall(at);
  FOLIOT_ASSERT(where.to_wall(where.to_instant(shown)) == shown, "what was shown is found again");
  FOLIOT_ASSERT(time::to_wall(time::to_civil(shown)) == shown, "fields are put together again");
}

/// Whether `text` is a datetime of `zone`.
bool read(std::string_view text, const time::processing_zone& zone) {
  const auto strict = time::parse_datetime(text, zone, dialect::oozie);
  const auto lenient = time::parse_datetime(text, zone);
  FOLIOT_ASSERT(lenient.ok() || !strict.ok(), "the lenient reader takes more");
  FOLIOT_ASSERT(!strict.ok() || *strict == *lenient, "both readers understand the same");
  if (!lenient) return false;
  FOLIOT_ASSERT(lenient->ms % ms_per_minute == 0, "datetimes are whole minutes");
  const auto again =
      time::parse_datetime(time::format_datetime(*lenient, zone), zone, dialect::oozie);
  FOLIOT_ASSERT(again.ok() && *again == *lenient, "what is written is read back");
  move(*lenient, los_angeles());
  move(*lenient, zone.as_zone());
  repeat(*lenient, hash_of(text).low);
  FOLIOT_ASSERT(time::format_http_date(*lenient).size() <= 30, "a date of HTTP");
  FOLIOT_ASSERT(time::format_log_time(*lenient, zone).size() <= 24, "a time of a log line");
  return true;
}

void format(std::string_view pattern, instant at, const time::zone& where) {
  const auto shown = time::format_pattern(at, pattern, where);
  if (!shown) return;
  // The longest field of one letter is the zone's id.
  FOLIOT_ASSERT(shown->size() <= pattern.size() * std::max<size_t>(9, where.id().size()),
                "bounded");
  FOLIOT_ASSERT(*time::format_pattern(at, pattern, where) == *shown, "and always the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const std::array zones{time::processing_zone(),
                                time::processing_zone::parse("GMT+0530").value(),
                                time::processing_zone::parse("GMT-1130").value()};
  int readers = 0;
  for (const time::processing_zone& zone : zones) readers += read(text, zone) ? 1 : 0;
  FOLIOT_ASSERT(readers <= 1, "a datetime tells its zone");
  if (readers == 0 && size > 5) {
    const std::string suffix(text.substr(size - 5));
    if (const auto own = time::processing_zone::parse("GMT" + suffix)) (void)read(text, *own);
  }
  format(text, instant{1'234'567'890'123}, time::zone());
  format(text, instant{-62'135'596'800'001}, los_angeles());
  if (const auto setting = time::processing_zone::parse(text))
    FOLIOT_ASSERT(setting->name() == text, "a setting is shown as it was read");
  // An unknown id is compared with all known ones: now and then suffices.
  if (hash_of(text).low % 1'024 == 0) {
    const auto zone = time::find_zone(text);
    if (zone) move(instant{1'234'567'890'123}, *zone);
  }
  return 0;
}

// Cron expressions: read in both dialects, then asked for fires, counts and corrected times.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/contract.hpp"
#include "base/hash.hpp"
#include "time/cron.hpp"
#include "time/cron_ticks.hpp"
#include "time/zone.hpp"

namespace {

using foliot::dialect;
using foliot::instant;
using foliot::never;
using foliot::time::cron;

/// Whatever lies between a time and its next fire has the same next fire. Where Quartz's "29W"
/// leads in a short month depends on where it comes from.
void find_again(const cron& every, instant from) {
  const foliot::time::zone utc;
  const instant next = every.next_after(from, utc);
  if (next == never || every.text().find('W') != std::string::npos) return;
  for (const int64_t part : {2, 3, 1'000'000})
    FOLIOT_ASSERT(
        every.next_after(instant{next.ms - 1 - (next.ms - 1 - from.ms) / part}, utc) == next,
        "a fire is found from everywhere before it");
}

/// A few fires from `from`, which must rise and be counted.
void follow(const cron& every, instant from, const foliot::time::zone& where) {
  instant at = from;
  for (uint64_t n = 1; n <= 4; ++n) {
    const instant next = every.next_after(at, where);
    if (next == never) return;
    FOLIOT_ASSERT(next > at, "fires rise");
    FOLIOT_ASSERT(next.ms % foliot::ms_per_minute == 0, "fires are whole minutes");
    if (n == 1)
      FOLIOT_ASSERT(every.next_after(from, where) == next, "the same question, the same answer");
    if (where.is_fixed())
      FOLIOT_ASSERT(every.count_between(from, foliot::plus_ms(next, 1), where) == n,
                    "counting agrees with the fires");
    at = next;
  }
}

/// The first ticks; `count`: also found by counting from the start, which is slow.
void follow_ticks(const cron& every, instant start, const foliot::time::zone& where, bool count) {
  const foliot::time::zone clock;
  const foliot::time::cron_calendar of{every, start, clock, where};
  foliot::time::cron_tick tick = foliot::time::first_tick(of);
  for (uint32_t number = 1; number <= 3 && tick.at != never; ++number) {
    FOLIOT_ASSERT(foliot::time::tick_numbered(of, number, tick.nominal).at == tick.at,
                  "a tick is found again");
    if (count) {
      FOLIOT_ASSERT(foliot::time::tick_numbered(of, number, never).at == tick.at,
                    "a tick is found by counting");
      FOLIOT_ASSERT(foliot::time::count_ticks(of, tick.at) == number - 1, "ticks are counted");
    }
    tick = foliot::time::next_tick(of, tick.at);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lenient = cron::parse(text);
  const auto strict = cron::parse(text, dialect::oozie);
  FOLIOT_ASSERT(lenient.ok() || !strict.ok(), "the lenient reader takes more");
  if (!lenient) return 0;
  FOLIOT_ASSERT(lenient->text() == text, "the text is kept");
  static const foliot::time::zone la = foliot::time::find_zone("America/Los_Angeles").value();
  // Some minute between 1970 and 2033, a different one for each text.
  const uint64_t luck = foliot::hash_of(text).low;
  const instant from{static_cast<int64_t>(luck % 33'000'000) * foliot::ms_per_minute};
  follow(*lenient, from, foliot::time::zone());
  follow(*lenient, from, foliot::time::zone::fixed(330));
  follow(*lenient, from, la);
  follow_ticks(*lenient, from, la, (luck >> 32) % 64 == 0);
  find_again(*lenient, from);
  if (!lenient->can_fire())
    FOLIOT_ASSERT(lenient->next_after(instant{}, la) == never, "what never fires never fires");
  if (strict)
    FOLIOT_ASSERT(strict->next_after(from, la) == lenient->next_after(from, la),
                  "both readers understand the same");
  return 0;
}

// The nominal times of a coordinator with a cron frequency (coordinator.md 3.3).
#pragma once

#include <cstdint>

#include "base/instant.hpp"
#include "time/cron.hpp"
#include "time/zone.hpp"

namespace foliot::time {

/// What a coordinator's ticks depend on. Refers to its parts: for the length of a call.
struct cron_calendar {
  const cron& every;
  instant start;
  const zone& clock;  ///< The processing zone: cron expressions are read on its clock.
  const zone& where;  ///< The job's own zone, for the correction by daylight saving time.
};

/// A fire time and the nominal time that the correction makes of it. Ticks rise strictly; nominal
/// times need not (cron.hpp, dst_corrected).
struct cron_tick {
  instant at = never;
  instant nominal = never;
};

/// The first tick, which may be `start` itself; `never` when there is none.
cron_tick first_tick(const cron_calendar& of);

/// The tick after the tick `previous`.
cron_tick next_tick(const cron_calendar& of, instant previous);

/// Tick `number` (1, 2, ...). Found from its nominal time `hint` in a few calendar steps, where
/// that tells; else, or when it is `never`, by counting months. `never` when there are not so many.
cron_tick tick_numbered(const cron_calendar& of, uint32_t number, instant hint);

/// How many ticks lie before `end`, at most 2^32 - 1.
uint32_t count_ticks(const cron_calendar& of, instant end);

}  // namespace foliot::time

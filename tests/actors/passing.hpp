// How virtual time passes over one engine.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rehearsal/chance.hpp"
#include "rehearsal/life.hpp"
#include "rehearsal/virtual_time.hpp"

namespace foliot::actors {

/// All that can happen now happens.
inline void settle_now(rehearsal::life& engine, rehearsal::virtual_time& time,
                       rehearsal::chance& luck) {
  while (engine.has_job() || time.happen())
    if (engine.has_job()) engine.run_one(luck);
}

/// `ms` milliseconds go by; whatever falls due on the way happens, by `settle`.
template <class Settle>
void pass_time(rehearsal::life& engine, rehearsal::virtual_time& time, int64_t ms,
               const Settle& settle) {
  const instant end = plus_ms(time.now(), ms);
  settle();
  for (;;) {
    const instant next = std::min(time.next_event().value_or(never), engine.next_timer());
    if (next > end) break;
    time.move_to(next);
    engine.time_passed();
    settle();
  }
  time.move_to(end);
  engine.time_passed();
  settle();
}

}  // namespace foliot::actors

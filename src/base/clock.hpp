// Time and chance are injected (architecture 11): nothing below the wiring reads a clock.
#pragma once

#include <cstdint>

#include "base/instant.hpp"

namespace foliot {

/// The wall clock: what nominal times are compared with. It may jump, in both directions.
class wall_clock {
 public:
  virtual ~wall_clock() = default;
  virtual instant now() const = 0;
};

/// Never runs backwards: durations for metrics and time-outs, nanoseconds from an arbitrary start.
class monotonic_clock {
 public:
  virtual ~monotonic_clock() = default;
  virtual int64_t now_ns() const = 0;
};

/// Gives out the counters of new job numbers: 0, 1, 2, ... within one epoch, never one twice.
class id_source {
 public:
  virtual ~id_source() = default;
  virtual uint32_t next() = 0;
};

}  // namespace foliot

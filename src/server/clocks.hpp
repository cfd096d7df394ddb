// The machine's clocks: the only place that reads them.
#pragma once

#include "base/clock.hpp"

namespace foliot::server {

/// Wall time by the operating system; may jump.
class system_clock_source final : public wall_clock {
 public:
  instant now() const override;
};

/// Time since an arbitrary start; never runs backwards.
class steady_clock_source final : public monotonic_clock {
 public:
  int64_t now_ns() const override;
};

}  // namespace foliot::server

// Applications whose actions wait for a file each: the load of bench/latency and bench/recovery.
#pragma once

#include <cstdint>
#include <string>

#include "bench/harness.hpp"

namespace foliot::bench {

inline constexpr uint64_t waiting_per_coordinator = 500;  ///< limits::throttle_max

/// Writes coordinator.xml and workflow.xml: 500 actions that wait for `<home>/data/<i>/<time>`,
/// then run the program `true`. Each coordinator gets a directory of its own by its property
/// `part`.
void write_waiting_application(const scratch& home);

/// Submits coordinators until `actions` actions wait; returns the number that really do.
uint64_t fill(engine_under_test& engine, const scratch& home, const told_watches& watches,
              uint64_t actions);

}  // namespace foliot::bench

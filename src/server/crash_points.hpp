// Ports that die at named points, for tests of recovery. Wired only with FOLIOT_TEST_CRASH=1 in the
// environment; exec/launch_crash.hpp says how a point is chosen.
//
// Points: `before-fsync`, `after-fsync`, `intent-written` (after the fsync of a batch that holds a
// workflow's record), `launcher-started`, `result-read`, `reply-sent`.
#pragma once

#include <memory>

#include "base/kv_store.hpp"
#include "exec/run_port.hpp"

namespace foliot::server {

/// Whether the environment asks for crash points.
bool crash_points_wanted();

/// Dies here if the environment names `point`.
void crash_here(const char* point, const char* what);

/// `inner` with the points around its fsync. `inner` must outlive it.
std::unique_ptr<kv_store> with_crash_points(kv_store& inner);

/// `inner` with the points at its news. `inner` must outlive it.
std::unique_ptr<exec::run_port> with_crash_points(exec::run_port& inner);

}  // namespace foliot::server

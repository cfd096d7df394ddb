// Named points at which a test can make a launcher die.
#pragma once

#include <cstdint>

namespace foliot::exec {

/// Dies here if a test wants so. Only looked at with FOLIOT_TEST_CRASH=1 in the environment, which
/// an engine passes on; then FOLIOT_CRASH_AT=<point>[:both|:engine] names the point and who is
/// killed with SIGKILL: the launcher, the engine as well, or the engine alone. FOLIOT_CRASH_ONCE=F
/// lets it happen once (F is made with O_EXCL), with FOLIOT_CRASH_MAX=N N times; with
/// FOLIOT_CRASH_SKIP=K the first K passes live on (passes make F.1, F.2, ...). Each hit appends a
/// line "point name" to FOLIOT_CRASH_LOG.
///
/// Points: `claimed`, `pid-written`, `before-exec`, `running`, `ending` (a kill sent
/// SIGTERM and waits), `exit-written`.
void crash_point(const char* point, const char* run_name, int64_t engine_pid);

}  // namespace foliot::exec

// Bounds of the answers below /api: each is made while the caller waits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace foliot::http::own_limits {

/// Actions of one preview unless asked for more, and the most: each takes some 100 us.
inline constexpr uint64_t preview_actions_default = 10;
inline constexpr uint64_t preview_actions_max = 1'000;
/// Coordinators of a bundle that one preview looks at: reading one takes about 1 ms.
inline constexpr size_t preview_members_max = 500;

/// Rows of a list of instances unless asked for more, and the most.
inline constexpr uint64_t dataset_rows_default = 100;
inline constexpr uint64_t dataset_rows_max = 1'000;
/// Actions whose inputs one list of instances works out, about 100 us each, and instances that it
/// remembers, some 200 bytes each.
inline constexpr uint64_t dataset_actions_max = 20'000;
inline constexpr size_t dataset_instances_max = 100'000;
/// Looks at files for one list, 10 us each on a local disk.
inline constexpr size_t dataset_looks_max = 10'000;
/// Waiting actions that are named in one row; all are counted.
inline constexpr size_t dataset_waiting_named = 10;

/// Jobs whose definitions are read again for one list of warnings, unless asked for more, and the
/// most: about 1 ms each.
inline constexpr uint64_t warning_jobs_default = 100;
inline constexpr uint64_t warning_jobs_max = 500;

/// Longest text of a parameter, characters of UTF-8: a path as file systems allow them, with scheme
/// and done flag. A whole address has 64 KiB.
inline constexpr size_t parameter_characters_max = 4'200;

}  // namespace foliot::http::own_limits

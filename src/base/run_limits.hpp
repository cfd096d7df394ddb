// Bounds of what runs on this host for a user; beside limits.hpp, because only those who start
// programs need them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace foliot::limits {

/// What one archive of an action may amount to when it is unpacked, bytes and entries: far above
/// what libraries and models take, far below what fills a disk or its table of inodes by one small
/// file that was made to do so.
inline constexpr uint64_t archive_bytes_max = 8ULL << 30;
inline constexpr uint64_t archive_entries_max = 200'000;

/// Memory that reading an archive may take, bytes: its headers are bounded, its window is 32 KiB.
inline constexpr uint64_t archive_memory_max = 512ULL << 20;

/// How deep entries of an archive may lie; the kernel takes paths of 4,096 bytes.
inline constexpr size_t archive_depth_max = 128;

/// Where the kernel does not enforce a limit of a whole run, its launcher looks so often, ms: a
/// look costs a walk through /proc, and what a run can do in between is its overshoot.
inline constexpr uint32_t run_watch_ms = 250;

/// How long a program that reached its limit of CPU time has after SIGXCPU, seconds.
inline constexpr uint64_t cpu_grace_seconds = 5;

/// So often in a row the host may refuse to start a launcher (no space, no process, no descriptor;
/// with the pauses in between most of a minute) before the run counts as one that cannot be
/// started.
inline constexpr uint32_t start_refusals_max = 8;

/// Bounds of the settings that limit a run.
inline constexpr uint64_t run_memory_bytes_max = 1ULL << 50;
inline constexpr uint64_t run_cpu_seconds_max = 366ULL * 86'400;
inline constexpr uint64_t run_processes_max = 4'194'304;
inline constexpr uint64_t run_open_files_max = 1'048'576;
inline constexpr uint64_t run_nice_max = 19;

}  // namespace foliot::limits

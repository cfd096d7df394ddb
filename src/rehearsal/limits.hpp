// The limits of scenarios, with their reasons: base/limits.hpp for what only `foliot test` knows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace foliot::limits {

/// The text of one scenario, bytes, and its statements: what is larger was written by a slip.
inline constexpr size_t scenario_bytes_max = 1 << 20;
inline constexpr size_t scenario_statements_max = 10'000;

/// Scenarios of one run, and real files of one application.
inline constexpr size_t scenarios_max = 10'000;
inline constexpr size_t scenario_files_max = 10'000;

/// Virtual time that one scenario goes through: ten years, which a daily coordinator passes in
/// seconds.
inline constexpr int64_t scenario_span_ms_max = 3'660LL * 24 * 60 * 60 * 1'000;

/// Messages of actors in one scenario: a day of 300 hourly coordinators takes half a million, and
/// this is minutes of work. While time stands still: more means that something spins.
inline constexpr uint64_t scenario_steps_max = 50'000'000;
inline constexpr uint64_t scenario_steps_standing_max = 5'000'000;

/// Jobs, actions and workflows of one scenario: their records stay in memory.
inline constexpr size_t scenario_records_max = 500'000;

}  // namespace foliot::limits

// What is coming: how many actions of a coordinator are to start, and when they will be let go.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/instant.hpp"
#include "model/action.hpp"
#include "model/coordinator.hpp"
#include "model/timetable.hpp"
#include "model/token_bucket.hpp"

namespace foliot::model {

/// Minutes that a backlog looks ahead, the running one included.
inline constexpr size_t backlog_minutes = 10;

/// The starts that one coordinator has before it.
struct coordinator_backlog {
  bool held = false;     ///< SUSPENDED, PAUSED or before its start: nothing of it starts by itself.
  uint64_t ready = 0;    ///< Actions that are READY, those before the governor included.
  uint64_t busy = 0;     ///< SUBMITTED and RUNNING: they hold slots.
  uint64_t overdue = 0;  ///< Nominal times that have passed and whose actions are not made yet.
  uint64_t now = 0;      ///< Of ready and overdue: what its free slots take at once.
  uint64_t behind = 0;   ///< The rest, which waits for slots.
  std::array<uint64_t, backlog_minutes> due{};  ///< By the minutes from now on; [0] holds `now`.
};

/// Counts the actions that are at hand.
struct action_tally {
  uint64_t ready = 0;
  uint64_t busy = 0;

  void add(const action_record& record);
};

/// What is before a coordinator. LAST_ONLY and NONE start one at most of what is overdue. WAITING
/// actions are not counted: their data decides.
coordinator_backlog backlog_of(const coordinator_definition& definition,
                               const coordinator_record& record, const action_tally& actions,
                               instant now);

/// What a limit makes of that: starts that are let go in each minute, and what is left after it.
struct forecast_minute {
  uint64_t due = 0;
  uint64_t released = 0;
  uint64_t left = 0;
};
/// `waiting`: those that stand before the governor already are part of due[0]. `at_hand`: tokens
/// that are there now.
std::vector<forecast_minute> forecast(const start_rate& limit, uint32_t at_hand,
                                      const std::array<uint64_t, backlog_minutes>& due);

}  // namespace foliot::model

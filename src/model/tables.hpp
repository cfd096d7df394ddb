// The legal moves of all four machines. Sources: the state graphs of the seeds, coordinator.md 5.3,
// 5.6 and 6, bundle.md 5 and 7, workflow.md 4, rulings 0.18, 3.2, 3.7, 4.9, 4.11. Both the seeds'
// arrows and those that only Oozie has are kept; Oozie's ways out of a terminal status by
// aggregation are not (rulings 3.7). docs/state-machines.md is the print of this file.
#pragma once

#include <array>

#include "model/status.hpp"
#include "model/transition.hpp"

namespace foliot::model {

// -- bundle: 13 statuses --------------------------------------------------------------------------

inline constexpr status_set bundle_statuses{
    status::prep,      status::prep_suspended,     status::prep_paused,
    status::running,   status::running_with_error, status::suspended,
    status::paused,    status::paused_with_error,  status::suspended_with_error,
    status::succeeded, status::done_with_error,    status::killed,
    status::failed};

/// Started and not ended: the aggregation rules of parents apply (bundle.md 7).
inline constexpr status_set active_statuses{status::running,   status::running_with_error,
                                            status::suspended, status::suspended_with_error,
                                            status::paused,    status::paused_with_error};

inline constexpr status_set prep_statuses{status::prep, status::prep_suspended,
                                          status::prep_paused};

inline constexpr std::array bundle_table{
    transition_rule{"submit", {status::none}, status::prep},
    transition_rule{"start", {status::prep}, status::running},
    transition_rule{"start-empty", {status::prep}, status::failed},
    transition_rule{"pause", {status::prep}, status::prep_paused},
    transition_rule{"pause", {status::running}, status::paused},
    transition_rule{"pause", {status::running_with_error}, status::paused_with_error},
    transition_rule{"unpause", {status::prep_paused}, status::prep},
    transition_rule{"unpause", {status::paused}, status::running},
    transition_rule{"unpause", {status::paused_with_error}, status::running_with_error},
    transition_rule{"pause-on-error",
                    {status::running, status::running_with_error, status::paused},
                    status::paused_with_error},
    transition_rule{"suspend", {status::prep, status::prep_paused}, status::prep_suspended},
    transition_rule{"suspend", {status::running, status::paused}, status::suspended},
    transition_rule{"suspend",
                    {status::running_with_error, status::paused_with_error},
                    status::suspended_with_error},
    transition_rule{"resume", {status::prep_suspended}, status::prep},
    transition_rule{"resume", {status::suspended}, status::running},
    transition_rule{"resume", {status::suspended_with_error}, status::running_with_error},
    transition_rule{"kill", active_statuses | prep_statuses, status::killed},
    transition_rule{"critical-refused", active_statuses, status::failed},
    transition_rule{"child-refused", {status::running}, status::running_with_error},
    transition_rule{"child-refused", {status::suspended}, status::suspended_with_error},
    transition_rule{"child-refused", {status::paused}, status::paused_with_error},
    transition_rule{"aggregate", active_statuses | status_set{status::prep}, status::running},
    transition_rule{"aggregate", active_statuses | status_set{status::prep},
                    status::running_with_error},
    transition_rule{"aggregate", active_statuses, status::suspended},
    transition_rule{"aggregate", active_statuses, status::suspended_with_error},
    transition_rule{"aggregate", active_statuses, status::paused},
    transition_rule{"aggregate", active_statuses, status::paused_with_error},
    transition_rule{"aggregate", active_statuses, status::succeeded},
    transition_rule{"aggregate", active_statuses, status::done_with_error},
    transition_rule{"aggregate", active_statuses, status::killed},
    transition_rule{"aggregate", active_statuses, status::failed},
    transition_rule{"rerun", {status::succeeded, status::suspended}, status::running},
    transition_rule{"rerun",
                    {status::done_with_error, status::suspended_with_error},
                    status::running_with_error},
    transition_rule{"retry", {status::done_with_error, status::failed}, status::running_with_error},
    transition_rule{"change", {status::succeeded}, status::running},
    transition_rule{
        "change", {status::done_with_error, status::failed}, status::running_with_error},
};

// -- coordinator job: 14 statuses -----------------------------------------------------------------

inline constexpr status_set coordinator_statuses = bundle_statuses | status_set{status::ignored};

inline constexpr std::array coordinator_table{
    transition_rule{"submit", {status::none}, status::prep},
    transition_rule{"materialise", {status::prep}, status::running},
    transition_rule{"materialise-failed",
                    {status::prep, status::running, status::running_with_error},
                    status::failed},
    transition_rule{"pause", {status::prep}, status::prep_paused},
    transition_rule{"pause", {status::running}, status::paused},
    transition_rule{"pause", {status::running_with_error}, status::paused_with_error},
    transition_rule{"unpause", {status::prep_paused}, status::prep},
    transition_rule{"unpause", {status::paused}, status::running},
    transition_rule{"unpause", {status::paused_with_error}, status::running_with_error},
    transition_rule{"suspend", {status::prep, status::prep_paused}, status::prep_suspended},
    transition_rule{"suspend", {status::running, status::paused}, status::suspended},
    transition_rule{"suspend",
                    {status::running_with_error, status::paused_with_error},
                    status::suspended_with_error},
    transition_rule{"resume", {status::prep_suspended}, status::prep},
    transition_rule{"resume", {status::suspended}, status::running},
    transition_rule{"resume", {status::suspended_with_error}, status::running_with_error},
    transition_rule{"kill", active_statuses | prep_statuses, status::killed},
    transition_rule{"aggregate", active_statuses, status::running},
    transition_rule{"aggregate", active_statuses, status::running_with_error},
    transition_rule{"aggregate", active_statuses, status::suspended},
    transition_rule{"aggregate", active_statuses, status::suspended_with_error},
    transition_rule{"aggregate", active_statuses, status::paused},
    transition_rule{"aggregate", active_statuses, status::paused_with_error},
    transition_rule{"aggregate", active_statuses, status::succeeded},
    transition_rule{"aggregate", active_statuses, status::done_with_error},
    transition_rule{"aggregate", active_statuses, status::killed},
    transition_rule{"aggregate", active_statuses, status::failed},
    transition_rule{"rerun", {status::succeeded, status::suspended}, status::running},
    transition_rule{
        "rerun",
        {status::done_with_error, status::failed, status::killed, status::suspended_with_error},
        status::running_with_error},
    transition_rule{"change", {status::prep}, status::succeeded},
    transition_rule{"change", {status::running}, status::succeeded},
    transition_rule{"change", {status::succeeded}, status::running},
    transition_rule{
        "change", {status::done_with_error, status::failed}, status::running_with_error},
    transition_rule{"restart", {status::failed, status::killed, status::ignored}, status::running},
    transition_rule{"ignore", {status::failed, status::killed}, status::ignored},
};

// -- coordinator action: 11 statuses --------------------------------------------------------------

inline constexpr status_set action_statuses{status::waiting,   status::ready,     status::submitted,
                                            status::running,   status::suspended, status::killed,
                                            status::timed_out, status::succeeded, status::failed,
                                            status::ignored,   status::skipped};

inline constexpr std::array action_table{
    transition_rule{"create", {status::none}, status::waiting},
    transition_rule{"inputs-found", {status::waiting}, status::ready},
    transition_rule{"time-out", {status::waiting}, status::timed_out},
    transition_rule{"skip", {status::waiting, status::ready}, status::skipped},
    transition_rule{"pass-over", {status::none}, status::skipped},
    transition_rule{"submit", {status::ready}, status::submitted},
    transition_rule{
        "start-refused", {status::waiting, status::ready, status::submitted}, status::failed},
    transition_rule{"workflow-running", {status::submitted, status::suspended}, status::running},
    transition_rule{"workflow-suspended", {status::submitted, status::running}, status::suspended},
    transition_rule{"workflow-succeeded",
                    {status::submitted, status::running, status::suspended},
                    status::succeeded},
    transition_rule{
        "workflow-killed", {status::submitted, status::running, status::suspended}, status::killed},
    transition_rule{
        "workflow-failed", {status::submitted, status::running, status::suspended}, status::failed},
    transition_rule{
        "kill",
        {status::waiting, status::ready, status::submitted, status::running, status::suspended},
        status::killed},
    transition_rule{"ignore", {status::failed, status::killed, status::timed_out}, status::ignored},
    transition_rule{"rerun",
                    {status::succeeded, status::killed, status::failed, status::timed_out,
                     status::skipped, status::ignored},
                    status::waiting},
    transition_rule{"rerun-workflow",
                    {status::succeeded, status::killed, status::failed, status::ignored},
                    status::submitted},
};

// -- workflow job: 6 statuses ---------------------------------------------------------------------

inline constexpr status_set workflow_statuses{status::prep,      status::running, status::suspended,
                                              status::succeeded, status::killed,  status::failed};

inline constexpr std::array workflow_table{
    transition_rule{"submit", {status::none}, status::prep},
    transition_rule{"run", {status::none}, status::running},
    transition_rule{"start", {status::prep}, status::running},
    transition_rule{"suspend", {status::running}, status::suspended},
    transition_rule{"resume", {status::suspended}, status::running},
    transition_rule{"kill", {status::prep, status::running, status::suspended}, status::killed},
    transition_rule{"end", {status::running}, status::succeeded},
    transition_rule{"kill-node", {status::running}, status::killed},
    transition_rule{"fail", {status::prep, status::running, status::suspended}, status::failed},
    transition_rule{"rerun", {status::succeeded, status::killed, status::failed}, status::prep},
};

// -- what must hold of every table ----------------------------------------------------------------

/// Whether `trigger` may leave a terminal status: a person asks, or a retry setting did beforehand.
constexpr bool revives(std::string_view trigger) {
  return trigger == "rerun" || trigger == "rerun-workflow" || trigger == "retry" ||
         trigger == "change" || trigger == "restart" || trigger == "ignore";
}

/// Terminal means terminal, but for the triggers of `revives`; and no rule leaves `members`.
template <class Table>
constexpr bool is_sound(const Table& table, status_set members) {
  for (const transition_rule& rule : table) {
    if (!members.has(rule.to)) return false;
    for (size_t i = 0; i < status_count; ++i) {
      const auto from = static_cast<status>(i);
      if (!rule.from.has(from)) continue;
      if (from != status::none && !members.has(from)) return false;
      if (is_terminal(from) && !revives(rule.trigger)) return false;
    }
  }
  return true;
}

/// Whether every member can be entered.
template <class Table>
constexpr bool is_reachable(const Table& table, status_set members) {
  for (size_t i = 1; i < status_count; ++i) {
    const auto to = static_cast<status>(i);
    if (!members.has(to)) continue;
    bool entered = false;
    for (const transition_rule& rule : table) entered = entered || rule.to == to;
    if (!entered) return false;
  }
  return true;
}

constexpr size_t size_of(status_set members) {
  size_t count = 0;
  for (size_t i = 0; i < status_count; ++i) count += members.has(static_cast<status>(i)) ? 1 : 0;
  return count;
}

static_assert(size_of(bundle_statuses) == 13 && size_of(coordinator_statuses) == 14);
static_assert(size_of(action_statuses) == 11 && size_of(workflow_statuses) == 6);
static_assert(is_sound(bundle_table, bundle_statuses), "terminal means terminal");
static_assert(is_sound(coordinator_table, coordinator_statuses), "terminal means terminal");
static_assert(is_sound(action_table, action_statuses), "terminal means terminal");
static_assert(is_sound(workflow_table, workflow_statuses), "terminal means terminal");
static_assert(is_reachable(bundle_table, bundle_statuses), "every status can be entered");
static_assert(is_reachable(coordinator_table, coordinator_statuses), "every status can be entered");
static_assert(is_reachable(action_table, action_statuses), "every status can be entered");
static_assert(is_reachable(workflow_table, workflow_statuses), "every status can be entered");
static_assert(!next_status(bundle_table, "kill", status::succeeded), "a kill comes too late");
static_assert(!next_status(coordinator_table, "aggregate", status::killed), "rulings 3.7");

}  // namespace foliot::model

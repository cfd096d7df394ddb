#include "model/coordinator_orders.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "model/coordinator_update.hpp"
#include "model/tables.hpp"
#include "time/datetime.hpp"

namespace foliot::model {
namespace {

std::string has_status(status s) { return "the job is " + std::string(name(s)); }

order_verdict nothing(std::string note) { return {std::nullopt, std::move(note)}; }

failure conflict(const char* code, std::string sentence, std::string remedy) {
  return {errc::conflict, std::move(sentence), code, "", std::move(remedy)};
}

constexpr status_set ended_by_user{status::killed, status::ignored};
constexpr status_set restartable{status::failed, status::killed, status::ignored};
constexpr status_set ignorable_jobs{status::failed, status::killed};
constexpr status_set ignorable_actions{status::failed, status::killed, status::timed_out};

result<void> judge_status(const coordinator_record& record, status to) {
  if (to == status::ignored) {
    if (ignorable_jobs.has(record.state) && !record.pending) return {};
    return conflict("E1015",
                    "only a FAILED or KILLED job whose orders are confirmed can become IGNORED: " +
                        has_status(record.state) + (record.pending ? ", orders pending" : ""),
                    "Kill the job first and wait until its actions have ended");
  }
  if (restartable.has(record.state)) return {};
  return conflict(
      "E1015",
      "only a FAILED, KILLED or IGNORED job can become RUNNING: " + has_status(record.state), "");
}

/// How many actions stay when none with a nominal time of `bound` or later may.
uint32_t kept_before(const coordinator_context& context, const coordinator_record& record,
                     instant bound) {
  if (bound == never || record.actions == 0 || record.last_nominal < bound) return record.actions;
  return std::min(record.actions, actions_before({context.definition, never}, bound));
}

/// The same of a pause time, which holds what is named so late, also where a cron's tick, before it
/// was moved over a change of the clock, lies before it.
uint32_t kept_before_pause(const coordinator_context& context, const coordinator_record& record,
                           instant bound) {
  if (bound == never || record.actions == 0) return record.actions;
  return std::min(record.actions, named_before({context.definition, never}, bound));
}

}  // namespace

order_verdict judge_suspend(const coordinator_record& record) {
  if (next_status(coordinator_table, "suspend", record.state))
    return {coordinator_events::suspended{}, {}};
  return nothing("nothing was suspended: " + has_status(record.state));
}

order_verdict judge_resume(const coordinator_record& record) {
  if (next_status(coordinator_table, "resume", record.state))
    return {coordinator_events::resumed{}, {}};
  return nothing("nothing was resumed: " + has_status(record.state));
}

order_verdict judge_kill(const coordinator_record& record) {
  if (!is_terminal(record.state)) return {coordinator_events::killed{}, {}};
  return nothing("nothing was killed: " + has_status(record.state));
}

result<order_verdict> judge_change(const coordinator_context& context,
                                   const coordinator_record& record,
                                   const coordinator_change& values, const may_vanish& vanishes) {
  const bool more_than_status = values.end || values.concurrency || values.pause;
  if (ended_by_user.has(record.state) && (more_than_status || !values.state))
    return conflict("E1016", "nothing but its status can be changed: " + has_status(record.state),
                    "Change status=RUNNING first");
  if (values.state)
    if (auto may = judge_status(record, *values.state); !may) return std::move(may).error();

  const timetable now_planned = timetable_of(context.definition, record);
  coordinator_change good = values;
  std::string note;
  const instant next = next_nominal(now_planned, mark_of(record));
  if (good.end && now_planned.end < *good.end && *good.end < next) {
    good.end.reset();  // no further action fits in: Oozie leaves the old end
    note = "the end was not changed: it lies between the job's end and its next nominal time";
  }
  uint32_t keep = record.actions;
  if (good.end) keep = std::min(keep, kept_before(context, record, *good.end));
  if (good.pause) keep = std::min(keep, kept_before_pause(context, record, *good.pause));
  for (uint32_t number = keep + 1; number <= record.actions && number != 0; ++number)
    if (!vanishes(number))
      return conflict("E1022",
                      "action @" + std::to_string(number) +
                          " lies beyond the new time and can not be taken away: it has started or "
                          "ended already",
                      "Choose a later time, or rerun what is needed afterwards");
  coordinator_events::changed event{good, keep < record.actions ? keep : UINT32_MAX};
  return order_verdict{event, std::move(note)};
}

result<order_verdict> judge_rerun(const coordinator_record& record,
                                  const std::vector<selected_action>& selected,
                                  const rerun_options& options, uint32_t serial) {
  if (serial != 0 && serial <= record.reruns_obeyed)
    return nothing("nothing was rerun: this order of its bundle was obeyed already");
  if (prep_statuses.has(record.state) || record.state == status::ignored)
    return conflict("E1018", "nothing can be rerun: " + has_status(record.state), "");
  coordinator_events::rerun event;
  event.options = options;
  event.options.errors_if_many = false;  // which they are has been found out
  event.serial = serial;
  for (const selected_action& action : selected) {
    if (!is_terminal(action.state))
      return conflict("E1018",
                      "action @" + std::to_string(action.number) + " has not ended: it is " +
                          std::string(name(action.state)),
                      "Kill it first, or leave it out");
    event.actions.push_back(action.number);
    if (action.range.first != 0 && (event.ranges.empty() || event.ranges.back() != action.range))
      event.ranges.push_back(action.range);
  }
  if (event.actions.empty())
    return conflict("E1018", "no action is selected that exists",
                    "`foliot info` lists the job's actions");
  coordinator_record next = record;
  if (options.refresh) follow_newest(next, event.actions);
  if (next.former.size() > std::max(record.former.size(), limits::former_definitions_max))
    return conflict("E1018",
                    "the actions beside the selected ones would follow more than " +
                        std::to_string(limits::former_definitions_max) + " definitions",
                    "Select them in ranges, or leave 'refresh' away");
  return order_verdict{std::move(event), {}};
}

result<order_verdict> judge_update(const coordinator_record& record, const hash128& from,
                                   const coordinator_events::updated& to, bool same_concurrency) {
  if (record.definition != from)
    return conflict("E1023", "somebody else has updated the job in the meantime",
                    "Look at the difference again, then repeat the update");
  if (record.definition == to.definition)
    return nothing("nothing was updated: the definition is the one that the job has");
  if (with_definition(record, to).former.size() > limits::former_definitions_max)
    return conflict("E1023",
                    "the job's actions follow more than " +
                        std::to_string(limits::former_definitions_max) + " definitions",
                    "Kill the job and submit it again");
  if (same_concurrency && record.concurrency_changed)
    return order_verdict{coordinator_events::updated_but_concurrency{to}, {}};
  return order_verdict{to, {}};
}

result<order_verdict> judge_ignore(const coordinator_record& record,
                                   const std::vector<selected_action>& selected) {
  if (prep_statuses.has(record.state))
    return conflict("E1024", "no action exists yet that could be ignored", "");
  coordinator_events::actions_ignored event;
  for (const selected_action& action : selected) {
    if (!ignorable_actions.has(action.state))
      return conflict("E1024",
                      "action @" + std::to_string(action.number) + " is " +
                          std::string(name(action.state)) +
                          "; only FAILED, KILLED and TIMEDOUT ones can be ignored",
                      "Leave it out");
    event.actions.push_back(action.number);
  }
  if (event.actions.empty())
    return conflict("E1024", "no action is selected that exists",
                    "`foliot info` lists the job's actions");
  return order_verdict{std::move(event), {}};
}

std::optional<std::string> no_kill_of_actions(const coordinator_record& record) {
  constexpr status_set ended{status::succeeded, status::failed, status::done_with_error,
                             status::killed};
  if (!ended.has(record.state)) return std::nullopt;
  return "nothing was killed: " + has_status(record.state);
}

status after_end_change(status before, bool ends_before_start) {
  if (ends_before_start)
    return before == status::prep || before == status::running ? status::succeeded : before;
  if (before == status::succeeded) return status::running;
  if (before == status::done_with_error || before == status::failed)
    return status::running_with_error;
  return before;
}

}  // namespace foliot::model

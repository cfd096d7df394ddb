#include "model/backlog.hpp"

#include <algorithm>

#include "model/tables.hpp"

namespace foliot::model {

namespace {

constexpr status_set holding{status::prep_suspended, status::prep_paused,
                             status::suspended,      status::suspended_with_error,
                             status::paused,         status::paused_with_error};

/// Actions whose nominal times have passed and that are not made yet.
uint64_t overdue_of(const timetable& plan, const coordinator_record& record, instant now) {
  if (record.done) return 0;
  const uint64_t passed = actions_before(plan, plus_ms(now, 1));
  if (passed <= record.actions) return 0;
  const execution_order order = plan.job.order;
  const bool latest = order == execution_order::last_only || order == execution_order::none;
  return latest ? 1 : passed - record.actions;
}

}  // namespace

void action_tally::add(const action_record& record) {
  if (record.state == status::ready) ++ready;
  if (record.state == status::submitted || record.state == status::running) ++busy;
}

coordinator_backlog backlog_of(const coordinator_definition& definition,
                               const coordinator_record& record, const action_tally& actions,
                               instant now) {
  coordinator_backlog out;
  out.held = holding.has(record.state);
  out.ready = actions.ready;
  out.busy = actions.busy;
  const timetable plan = timetable_of(definition, record);
  out.overdue = overdue_of(plan, record, now);
  const uint64_t all = out.ready + out.overdue;
  const int32_t slots = concurrency_of(definition, record);
  const uint64_t at_most = slots < 0 ? UINT64_MAX : static_cast<uint64_t>(slots);
  out.now = std::min(all, at_most > out.busy ? at_most - out.busy : 0);
  out.behind = all - out.now;
  out.due[0] = out.now;
  if (record.done) return out;
  uint64_t before = std::max<uint64_t>(record.actions, actions_before(plan, plus_ms(now, 1)));
  for (size_t minute = 0; minute < backlog_minutes; ++minute) {
    const instant end = plus_ms(now, static_cast<int64_t>(minute + 1) * ms_per_minute + 1);
    const uint64_t until = std::max<uint64_t>(before, actions_before(plan, end));
    out.due[minute] += until - before;
    before = until;
  }
  return out;
}

std::vector<forecast_minute> forecast(const start_rate& limit, uint32_t at_hand,
                                      const std::array<uint64_t, backlog_minutes>& due) {
  std::vector<forecast_minute> out;
  uint64_t left = 0;
  uint64_t tokens = at_hand;
  for (const uint64_t come : due) {
    left += come;
    uint64_t released = left;
    if (limit.limited()) {
      tokens += limit.per_minute;
      released = std::min(left, tokens);
      tokens = std::min<uint64_t>(limit.at_once(), tokens - released);
    }
    left -= released;
    out.push_back({come, released, left});
  }
  return out;
}

}  // namespace foliot::model

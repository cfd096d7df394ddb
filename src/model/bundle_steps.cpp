#include "model/bundle_steps.hpp"

#include <optional>
#include <string>
#include <utility>

#include "model/bundle_policy.hpp"
#include "model/moves.hpp"
#include "model/tables.hpp"

namespace foliot::model {
namespace {

constexpr status_set held_statuses{status::suspended, status::suspended_with_error};

/// A bundle that comes back to life has no error any more, and no retry to wait for.
void leave_end(const bundle_record& record, bundle_record& next, status to) {
  if (!is_terminal(record.state) || is_terminal(to)) return;
  next.error_code.clear();
  next.error.clear();
  next.retry_at = never;
  drop_recovery(next);
}

/// Newer values win; those that the older order had and this has not stay owed.
void merge(coordinator_change& into, const coordinator_change& newer) {
  if (newer.end) into.end = newer.end;
  if (newer.pause) into.pause = newer.pause;
  if (newer.concurrency) into.concurrency = newer.concurrency;
  if (newer.state) into.state = newer.state;
}

bool all_exist(const bundle_record& record, const std::vector<uint16_t>& members) {
  for (uint16_t index : members)
    if (index >= record.members.size() || !record.members[index].created) return false;
  return true;
}

bundle_step rerun_members(bundle_record next, const std::vector<uint16_t>& members,
                          const member_rerun& what, status to, instant now) {
  next.orders += 1;
  for (uint16_t index : members) {
    next.members[index].rerun = what;
    order_member(next, next.members[index], member_order::rerun);
  }
  if (!held_statuses.has(to)) next.suspended = false;
  return move_bundle(std::move(next), to, now);
}

}  // namespace

bundle_step move_bundle(bundle_record next, status to, instant now) {
  return step_to<bundle_step>(std::move(next), bundle_table, to, now);
}

uint32_t& serial_of(bundle_member& member, member_order kind) {
  switch (kind) {
    case member_order::change: return member.change_order;
    case member_order::rerun: return member.rerun_order;
    case member_order::state: break;
  }
  return member.state_order;
}

void order_member(bundle_record& next, bundle_member& member, member_order kind) {
  serial_of(member, kind) = next.orders;
  member.pending = true;
}

void order_members(bundle_record& next, member_order kind) {
  next.orders += 1;
  for (bundle_member& member : next.members)
    if (member.created) order_member(next, member, kind);
}

void order_kills(bundle_record& next) {
  for (bundle_member& member : next.members) {
    member.change_order = 0;
    member.change = {};
    member.rerun_order = 0;
    member.rerun = {};
  }
  order_members(next, member_order::state);
}

void give_times(bundle_record& next, bundle_member& member) {
  // Oozie gives a changed end to the coordinators that are there, not to those to come.
  const bool gives_end = next.end_changed != never && next.reading != dialect::oozie;
  if (next.pause_at == never && !gives_end) return;
  if (next.pause_at != never) member.change.pause = next.pause_at;
  if (gives_end) member.change.end = next.end_changed;
  next.orders += 1;
  order_member(next, member, member_order::change);
}

void hold_for(bundle_record& next, uint16_t index, instant now) {
  next.members[index].erred = true;
  if (next.pause_at <= now) return;  // paused already
  next.pause_at = now;
  // An action of this very moment may run already, so it has to lie before the pause.
  for (bundle_member& member : next.members)
    if (member.created) member.change.pause = plus_ms(now, 1);
  order_members(next, member_order::change);
}

status held_by_error(status before) {
  return next_status(bundle_table, "pause-on-error", before).value_or(before);
}

bundle_step suspend_bundle(const bundle_record& record, instant now) {
  const auto to = next_status(bundle_table, "suspend", record.state);
  if (!to && !held_statuses.has(record.state)) return bundle_step::refuse();
  bundle_record next = record;
  next.suspended = true;
  order_members(next, member_order::state);
  return move_bundle(std::move(next), to.value_or(record.state), now);
}

bundle_step resume_bundle(const bundle_record& record, instant now) {
  const auto to = next_status(bundle_table, "resume", record.state);
  if (!to) return bundle_step::refuse();
  bundle_record next = record;
  next.suspended = false;
  order_members(next, member_order::state);
  return move_bundle(std::move(next), *to, now);
}

bundle_step kill_bundle(const bundle_record& record, instant now) {
  if (record.version == 0) return bundle_step::refuse();
  bundle_record next = record;
  if (is_terminal(record.state)) {
    if (record.retry_at == never) return bundle_step::refuse();
    next.retry_at = never;
    drop_recovery(next);
    next.error +=
        (next.error.empty() ? "" : "; ") + std::string("its retry was given up by a kill");
    return move_bundle(std::move(next), record.state, now);
  }
  order_kills(next);
  return move_bundle(std::move(next), status::killed, now);
}

bundle_step pause_bundle(const bundle_record& record, instant now) {
  const auto to = next_status(bundle_table, "pause", record.state);
  if (!to || record.pause_at > now) return bundle_step::refuse();
  return move_bundle(record, *to, now);
}

bundle_step change_bundle(const bundle_record& record, const bundle_events::changed& event,
                          instant now) {
  if (record.version == 0) return bundle_step::refuse();
  if (!all_exist(record, event.members))
    return bundle_step::broke("a change for a coordinator that does not exist");
  bundle_record next = record;
  status to = record.state;
  if (event.pause) {
    next.pause_at = *event.pause;
    if (next.pause_at > now) to = next_status(bundle_table, "unpause", to).value_or(to);
  }
  if (event.end) {
    next.end_changed = *event.end;
    // Without a coordinator there is nothing that could run again.
    if (!event.members.empty()) to = next_status(bundle_table, "change", to).value_or(to);
  }
  next.orders += 1;
  for (uint16_t index : event.members) {
    bundle_member& member = next.members[index];
    merge(member.change, event.for_members);
    order_member(next, member, member_order::change);
  }
  // A later end brings back what had ended; held like its bundle, and told so after the change.
  if (event.end && held_statuses.has(to)) {
    next.orders += 1;
    for (uint16_t index : event.members)
      order_member(next, next.members[index], member_order::state);
  }
  leave_end(record, next, to);
  return move_bundle(std::move(next), to, now);
}

bundle_step rerun_bundle(const bundle_record& record, const bundle_events::rerun& event,
                         instant now) {
  if (event.members.empty()) return bundle_step::refuse();
  if (!all_exist(record, event.members))
    return bundle_step::broke("a rerun of a coordinator that does not exist");
  constexpr status_set refusing{status::killed, status::failed};
  if (refusing.has(record.state) || prep_statuses.has(record.state)) return bundle_step::refuse();
  const status to = next_status(bundle_table, "rerun", record.state).value_or(record.state);
  bundle_record next = record;
  leave_end(record, next, to);
  return rerun_members(std::move(next), event.members, event.what, to, now);
}

bundle_step revive_bundle(const bundle_record& record, const bundle_events::member_revived& event,
                          instant now) {
  constexpr status_set ended{status::succeeded, status::done_with_error};
  if (record.reading == dialect::oozie || !ended.has(record.state) ||
      event.member >= record.members.size() || !record.members[event.member].created)
    return bundle_step::refuse();
  const status to = next_status(bundle_table, "rerun", record.state).value_or(record.state);
  bundle_record next = record;
  next.suspended = false;
  leave_end(record, next, to);
  return move_bundle(std::move(next), to, now);
}

bundle_step retry_bundle(const bundle_context& context, const bundle_record& record,
                         const bundle_events::retried& event, instant now) {
  const auto to = next_status(bundle_table, "retry", record.state);
  if (!to || record.retry_at > now || record.recovery_void || awaits_recovery(context, record))
    return bundle_step::refuse();
  if (!all_exist(record, event.members))
    return bundle_step::broke("a retry of a coordinator that does not exist");
  bundle_record next = record;
  next.retry_at = never;
  if (event.members.empty()) {
    drop_recovery(next);
    next.error += (next.error.empty() ? "" : "; ") +
                  std::string("not retried: every coordinator that exists SUCCEEDED");
    return move_bundle(std::move(next), record.state, now);
  }
  leave_end(record, next, *to);
  next.retries += 1;
  const auto policy = policy_of(context.definition, record.reading);
  member_rerun what;
  what.options.nocleanup = policy && policy->nocleanup;
  what.options.errors_if_many = true;
  return rerun_members(std::move(next), event.members, what, *to, now);
}

uint32_t unconfirmed(const bundle_member& member, member_order kind) {
  switch (kind) {
    case member_order::change: return member.change_order;
    case member_order::rerun: return member.rerun_order;
    case member_order::state: break;
  }
  return member.state_order;
}

order order_to(const bundle_record& record, const bundle_member& member, member_order kind) {
  constexpr status_set killing{status::killed, status::failed};
  switch (kind) {
    case member_order::change: return orders::change{member.change};
    case member_order::rerun: {
      orders::rerun out{{}, member.rerun.options, member.rerun_order};
      out.scope.times = member.rerun.times;
      if (out.scope.times.empty()) out.scope.numbers = {{1, UINT32_MAX}};
      return out;
    }
    case member_order::state: break;
  }
  if (killing.has(record.state)) return orders::kill{};
  if (held_statuses.has(record.state)) return orders::suspend{};
  return orders::resume{};
}

}  // namespace foliot::model

#include "model/bundle.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/aggregate.hpp"
#include "model/bundle_policy.hpp"
#include "model/bundle_steps.hpp"
#include "model/moves.hpp"
#include "model/tables.hpp"

namespace foliot::model {
namespace {

bundle_step born(const bundle_context& context, const bundle_record& record,
                 const bundle_events::created& event, instant now) {
  if (record.version != 0) return bundle_step::refuse();
  if (auto policy = policy_of(context.definition, event.reading); !policy)
    return bundle_step::refuse(std::move(policy).error());
  bundle_record next;
  next.created = now;
  next.definition = event.definition;
  next.user = event.user;
  next.name = event.name;
  next.app_path = event.app_path;
  next.reading = event.reading;
  next.at_once = event.at_once;
  return move_bundle(std::move(next), status::prep, now);
}

bundle_step start(const bundle_context& context, const bundle_record& record,
                  const bundle_events::started& event, instant now) {
  if (record.state != status::prep) return bundle_step::refuse();
  bundle_record next = record;
  const auto& children = context.definition.coordinators;
  for (size_t i = 0; i < children.size(); ++i) {
    if (!children[i].enabled) continue;
    bundle_member member;
    member.index = static_cast<uint16_t>(i);
    if (next.members.size() < event.coordinators.size())
      member.coordinator = event.coordinators[next.members.size()];
    next.members.push_back(std::move(member));
  }
  if (next.members.size() != event.coordinators.size())
    return bundle_step::broke("started with " + std::to_string(event.coordinators.size()) +
                              " ids for " + std::to_string(next.members.size()) +
                              " enabled coordinators");
  if (next.members.empty()) {
    next.error_code = "E1318";
    next.error = "no coordinator of the bundle is enabled";
    return move_bundle(std::move(next), status::failed, now);
  }
  return move_bundle(std::move(next), status::running, now);
}

/// What the status-transition actor says, and what only the bundle knows of its members.
child_summary complete(const bundle_record& record, const child_summary& told) {
  uint32_t created = 0;
  uint32_t refused = 0;
  uint32_t unborn = 0;
  bool pending = false;
  for (const bundle_member& member : record.members) {
    created += member.created ? 1 : 0;
    refused += member.refused ? 1 : 0;
    unborn += !member.created && !member.refused ? 1 : 0;
    pending = pending || member.pending;
  }
  // A summary may be older than the newest births: the missing ones have not ended either.
  const uint32_t known = told.total + told.ignored;
  if (created > known) unborn += created - known;
  child_summary out = with_unknown(with_failed(told, refused), unborn);
  out.pending = out.pending || pending;
  return out;
}

/// Nobody tells it when a pause is over that only its coordinators made.
status unless_paused(const bundle_record& record, instant now) {
  if (record.pause_at <= now) return record.state;
  return next_status(bundle_table, "unpause", record.state).value_or(record.state);
}

bundle_step aggregate(const bundle_context& context, const bundle_record& record,
                      const bundle_events::children_changed& event, instant now) {
  if (!active_statuses.has(record.state)) return bundle_step::refuse();
  const bundle_orders orders{record.pause_at <= now, record.suspended};
  const status to =
      bundle_aggregate(unless_paused(record, now), complete(record, event.summary), orders);
  if (to == record.state) return bundle_step::refuse();
  bundle_record next = record;
  constexpr status_set held{status::suspended, status::suspended_with_error};
  next.suspended = record.suspended && held.has(to);
  if (to == status::failed) {
    const auto refused = std::find_if(next.members.begin(), next.members.end(),
                                      [](const bundle_member& m) { return m.refused; });
    next.error_code = refused != next.members.end() ? refused->refusal_code : "";
    next.error = refused != next.members.end() ? refused->refusal : "every coordinator FAILED";
  }
  bundle_step out = move_bundle(std::move(next), to, now);
  if (out.accepted) decide_retry(context, out.next, event.summary, now);
  return out;
}

}  // namespace

bundle_step advance(const bundle_context& context, const bundle_record& record,
                    const bundle_event& event, instant now) {
  return std::visit(
      overloaded{
          [&](const bundle_events::created& e) { return born(context, record, e, now); },
          [&](const bundle_events::started& e) { return start(context, record, e, now); },
          [&](const bundle_events::coordinator_accepted& e) {
            return accept_member(context, record, e, now);
          },
          [&](const bundle_events::coordinator_refused& e) {
            return refuse_member(context, record, e, now);
          },
          [&](const bundle_events::children_changed& e) {
            return aggregate(context, record, e, now);
          },
          [&](const bundle_events::member_confirmed& e) {
            return confirm_order(context, record, e, now);
          },
          [&](const bundle_events::killed&) { return kill_bundle(record, now); },
          [&](const bundle_events::suspended&) { return suspend_bundle(record, now); },
          [&](const bundle_events::resumed&) { return resume_bundle(record, now); },
          [&](const bundle_events::pause_reached&) { return pause_bundle(record, now); },
          [&](const bundle_events::changed& e) { return change_bundle(record, e, now); },
          [&](const bundle_events::rerun& e) { return rerun_bundle(record, e, now); },
          [&](const bundle_events::retried& e) { return retry_bundle(context, record, e, now); },
          [&](const bundle_events::member_erred& e) {
            return hold_bundle(context, record, e, now);
          },
          [&](const bundle_events::recovery_named& e) { return name_recovery(record, e, now); },
          [&](const bundle_events::recovery_ended& e) {
            return end_recovery(context, record, e, now);
          },
          [&](const bundle_events::members_told& e) {
            return tell_bundle(context, record, e, now);
          },
          [&](const bundle_events::retry_refused& e) {
            return refuse_retry(context, record, e, now);
          },
          [&](const bundle_events::member_revived& e) { return revive_bundle(record, e, now); }},
      event);
}

namespace {

/// What its members have not confirmed, each member's orders in the order in which they were given.
void add_orders(const bundle_record& record, std::vector<bundle_effect>& out) {
  constexpr std::array kinds{member_order::state, member_order::change, member_order::rerun};
  for (size_t i = 0; i < record.members.size(); ++i) {
    const bundle_member& member = record.members[i];
    if (!member.pending) continue;
    std::vector<bundle_effects::order_coordinator> owed_here;
    for (member_order kind : kinds)
      if (unconfirmed(member, kind) != 0)
        owed_here.push_back({static_cast<uint16_t>(i), kind, unconfirmed(member, kind),
                             order_to(record, member, kind)});
    if (owed_here.empty())  // as version 1 wrote it
      owed_here.push_back({static_cast<uint16_t>(i), member_order::state, 0,
                           order_to(record, member, member_order::state)});
    std::stable_sort(owed_here.begin(), owed_here.end(),
                     [](const auto& a, const auto& b) { return a.serial < b.serial; });
    out.insert(out.end(), owed_here.begin(), owed_here.end());
  }
}

/// The retry of one that has ended, and what runs before it.
void add_retry(const bundle_context& context, const bundle_record& record, instant now,
               std::vector<bundle_effect>& out) {
  if (record.recovery_void) out.push_back(bundle_effects::end_recovery{record.recovery});
  if (record.retry_at == never || !is_terminal(record.state)) return;
  if (record.retry_at > now) return out.push_back(bundle_effects::wake_at{record.retry_at});
  if (record.recovery_void) return;  // that of an earlier retry has to end first
  if (!awaits_recovery(context, record)) return out.push_back(bundle_effects::retry{});
  if (record.recovery == 0)
    out.push_back(bundle_effects::name_recovery{});
  else
    out.push_back(bundle_effects::recover{record.recovery});
}

/// What the clock owes the bundle, or it to the clock.
void add_times(const bundle_context& context, const bundle_record& record, instant now,
               std::vector<bundle_effect>& out) {
  add_retry(context, record, now, out);
  if (next_status(bundle_table, "pause", record.state)) {
    if (record.pause_at <= now) return out.push_back(bundle_effects::pause{});
    if (record.pause_at != never) out.push_back(bundle_effects::wake_at{record.pause_at});
  }
  if (record.state != status::prep) return;
  const std::optional<instant> kick_off = context.definition.kick_off;
  if (kick_off && *kick_off > now && !record.at_once)
    out.push_back(bundle_effects::wake_at{*kick_off});
  else
    out.push_back(bundle_effects::start{});
}

/// In Oozie's dialect one coordinator that was refused is the end of all (rulings 3.2). The
/// bundle's own status follows from theirs, as in Oozie: DONEWITHERROR, or FAILED where none was
/// born.
bool gives_up(const bundle_record& record) {
  return record.reading == dialect::oozie && active_statuses.has(record.state) &&
         std::any_of(record.members.begin(), record.members.end(),
                     [](const bundle_member& member) { return member.refused; });
}

}  // namespace

std::vector<bundle_effect> owed(const bundle_context& context, const bundle_record& record,
                                instant now) {
  std::vector<bundle_effect> out;
  if (record.version == 0) return out;
  add_times(context, record, now, out);
  if (bearing_statuses.has(record.state))
    for (size_t i = 0; i < record.members.size(); ++i)
      if (!record.members[i].created && !record.members[i].refused)
        out.push_back(bundle_effects::load_coordinator{static_cast<uint16_t>(i)});
  add_orders(record, out);
  if (gives_up(record)) out.push_back(bundle_effects::kill_coordinators{});
  if (active_statuses.has(record.state)) out.push_back(bundle_effects::ask_summary{});
  return out;
}

}  // namespace foliot::model

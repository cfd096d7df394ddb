// The steps of a bundle that orders, times and errors cause; bundle.cpp has those of its birth and
// of its coordinators' news. All pure, as model::advance.
#pragma once

#include "base/instant.hpp"
#include "model/bundle.hpp"

namespace foliot::model {

/// `next`, one version later, moved to `to` as the bundle table allows.
bundle_step move_bundle(bundle_record next, status to, instant now);

/// In these, what is not born yet is read and born; otherwise it waits.
inline constexpr status_set bearing_statuses{status::running, status::running_with_error};

/// Where `member` keeps the serial number of its newest order of that kind.
uint32_t& serial_of(bundle_member& member, member_order kind);

/// A new order of that kind to `member`, under the serial number that `next.orders` has by now.
void order_member(bundle_record& next, bundle_member& member, member_order kind);

/// An order of that kind to every coordinator that exists, under a new serial number.
void order_members(bundle_record& next, member_order kind);

/// The bundle has ended by an order or a fatal error: nothing but a kill is owed any more.
void order_kills(bundle_record& next);

/// `member` has just been born: it lives with the times that the bundle has.
void give_times(bundle_record& next, bundle_member& member);

/// Nobody waits for the recovery workflow any more: one that may still run is ended.
void drop_recovery(bundle_record& next);

/// Member `index` is in its first error state and holds the bundle: its pause time is now.
void hold_for(bundle_record& next, uint16_t index, instant now);

/// The status of a bundle in `before` that an error holds.
status held_by_error(status before);

bundle_step suspend_bundle(const bundle_record& record, instant now);
bundle_step resume_bundle(const bundle_record& record, instant now);
bundle_step kill_bundle(const bundle_record& record, instant now);
bundle_step pause_bundle(const bundle_record& record, instant now);
bundle_step change_bundle(const bundle_record& record, const bundle_events::changed& event,
                          instant now);
bundle_step rerun_bundle(const bundle_record& record, const bundle_events::rerun& event,
                         instant now);
bundle_step retry_bundle(const bundle_context& context, const bundle_record& record,
                         const bundle_events::retried& event, instant now);
/// It runs again, as after a rerun; in Oozie's dialect it stays as it is.
bundle_step revive_bundle(const bundle_record& record, const bundle_events::member_revived& event,
                          instant now);
bundle_step name_recovery(const bundle_record& record, const bundle_events::recovery_named& event,
                          instant now);
bundle_step end_recovery(const bundle_context& context, const bundle_record& record,
                         const bundle_events::recovery_ended& event, instant now);

// What members tell (bundle_members.cpp).
bundle_step accept_member(const bundle_context& context, const bundle_record& record,
                          const bundle_events::coordinator_accepted& event, instant now);
bundle_step refuse_member(const bundle_context& context, const bundle_record& record,
                          const bundle_events::coordinator_refused& event, instant now);
bundle_step confirm_order(const bundle_context& context, const bundle_record& record,
                          const bundle_events::member_confirmed& event, instant now);
bundle_step hold_bundle(const bundle_context& context, const bundle_record& record,
                        const bundle_events::member_erred& event, instant now);
bundle_step refuse_retry(const bundle_context& context, const bundle_record& record,
                         const bundle_events::retry_refused& event, instant now);
/// All of `event` in one step, what does not apply any more left out; refused if nothing does.
bundle_step tell_bundle(const bundle_context& context, const bundle_record& record,
                        const bundle_events::members_told& event, instant now);

}  // namespace foliot::model

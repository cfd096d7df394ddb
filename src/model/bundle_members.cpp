// What its coordinators tell a bundle: each by itself, or what many told meanwhile in one step,
// which costs one record however many they are.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "model/bundle_policy.hpp"
#include "model/bundle_steps.hpp"
#include "model/moves.hpp"
#include "model/tables.hpp"

namespace foliot::model {
namespace {

/// A bundle while it hears news: its record, changed in place.
struct listener {
  const bundle_context& context;
  bundle_record next;
  instant now;
  std::vector<birth<coordinator_event>> births{};
  std::optional<std::string> broken{};

  void move(status to) {
    if (auto illegal = move_to(next, bundle_table, to, now)) broken = std::move(illegal);
  }
};

/// The member still waits for its application to be read.
bool awaits_loading(const bundle_record& record, uint16_t member) {
  return active_statuses.has(record.state) && member < record.members.size() &&
         !record.members[member].created && !record.members[member].refused;
}

/// A bundle has each of its coordinators once.
failure submitted_already(const bundle_context& context, const bundle_member& member) {
  const auto& children = context.definition.coordinators;
  const std::string name =
      member.index < children.size() ? " '" + children[member.index].name + "'" : "";
  return {errc::conflict, "coordinator" + name + " of this bundle was submitted already", "E1304",
          "", "Rerun it, or submit the bundle again"};
}

bool hear(listener& bundle, const bundle_events::coordinator_accepted& event) {
  bundle_record& next = bundle.next;
  if (!awaits_loading(next, event.member) || !bearing_statuses.has(next.state)) return false;
  bundle_member& member = next.members[event.member];
  member.created = true;
  give_times(next, member);
  const entity_id& self = bundle.context.self;
  coordinator_events::created birth = event.birth;
  birth.bundle = self.job;
  bundle.births.push_back(
      {entity_id{self.partition, entity_kind::coordinator, 0, self.root, member.coordinator},
       std::move(birth)});
  return true;
}

bool hear(listener& bundle, const bundle_events::coordinator_refused& event) {
  bundle_record& next = bundle.next;
  if (!awaits_loading(next, event.member)) return false;
  bundle_member& member = next.members[event.member];
  if (member.index >= bundle.context.definition.coordinators.size()) {
    bundle.broken = "a member has no coordinator in the definition";
    return false;
  }
  member.refused = true;
  member.refusal_code = event.code;
  member.refusal = event.sentence;
  const bundle_child& child = bundle.context.definition.coordinators[member.index];
  if (child.critical) {  // rulings 3.2
    next.error_code = event.code;
    next.error = "critical coordinator '" + child.name + "' was refused: " + event.sentence;
    order_kills(next);
    bundle.move(status::failed);
    const auto policy = policy_of(bundle.context.definition, next.reading);
    if (policy && policy->retry_max > 0)
      next.error +=
          "; not retried: one that was refused is not read again, and its bundle cannot "
          "do without it";
    return true;
  }
  status to = next_status(bundle_table, "child-refused", next.state).value_or(next.state);
  if (holds_bundle(bundle.context, next, member)) {
    hold_for(next, event.member, bundle.now);
    to = held_by_error(to);
  }
  bundle.move(to);
  return true;
}

bool owes_any(const bundle_member& member) {
  return member.state_order != 0 || member.change_order != 0 || member.rerun_order != 0;
}

bool hear(listener& bundle, const bundle_events::member_confirmed& event) {
  if (event.member >= bundle.next.members.size()) return false;
  bundle_member& member = bundle.next.members[event.member];
  // What version 1 wrote has no serial numbers.
  const bool confirms =
      event.serial == 0 ? !owes_any(member) : unconfirmed(member, event.what) == event.serial;
  if (!member.pending || !confirms) return false;
  serial_of(member, event.what) = 0;
  if (event.what == member_order::change) member.change = {};
  if (event.what == member_order::rerun) member.rerun = {};
  member.pending = owes_any(member);
  return true;
}

bool hear(listener& bundle, const bundle_events::member_erred& event) {
  bundle_record& next = bundle.next;
  if (event.member >= next.members.size() || !active_statuses.has(next.state)) return false;
  const bundle_member& member = next.members[event.member];
  if (member.erred || !holds_bundle(bundle.context, next, member)) return false;
  hold_for(next, event.member, bundle.now);
  bundle.move(held_by_error(next.state));
  return true;
}

bool hear(listener& bundle, const bundle_events::retry_refused& event) {
  bundle_record& next = bundle.next;
  if (!hear(bundle,
            bundle_events::member_confirmed{event.member, member_order::rerun, event.serial}))
    return false;
  const uint16_t index = next.members[event.member].index;
  const auto& children = bundle.context.definition.coordinators;
  const std::string name = index < children.size() ? " '" + children[index].name + "'" : "";
  if (next.error_code.empty()) next.error_code = event.code;
  if (next.error.size() > limits::error_text_bytes_max) return true;
  next.error += (next.error.empty() ? "" : "; ") + ("coordinator" + name) +
                " was not retried: " + event.sentence;
  return true;
}

bundle_step step_of(listener bundle, bool moved) {
  if (bundle.broken) return bundle_step::broke(std::move(*bundle.broken));
  if (!moved) return bundle_step::refuse();
  const status now_in = bundle.next.state;
  bundle_step out = move_bundle(std::move(bundle.next), now_in, bundle.now);
  out.births = std::move(bundle.births);
  return out;
}

template <class Event>
bundle_step tell_one(const bundle_context& context, const bundle_record& record, const Event& event,
                     instant now) {
  listener bundle{context, record, now};
  const bool moved = hear(bundle, event);
  return step_of(std::move(bundle), moved);
}

template <class Event>
bool hear_all(listener& bundle, const std::vector<Event>& events) {
  bool moved = false;
  for (const Event& event : events) moved = hear(bundle, event) || moved;
  return moved;
}

}  // namespace

bundle_step accept_member(const bundle_context& context, const bundle_record& record,
                          const bundle_events::coordinator_accepted& event, instant now) {
  if (event.member < record.members.size() && record.members[event.member].created)
    return bundle_step::refuse(submitted_already(context, record.members[event.member]));
  return tell_one(context, record, event, now);
}

bundle_step refuse_member(const bundle_context& context, const bundle_record& record,
                          const bundle_events::coordinator_refused& event, instant now) {
  return tell_one(context, record, event, now);
}

bundle_step confirm_order(const bundle_context& context, const bundle_record& record,
                          const bundle_events::member_confirmed& event, instant now) {
  return tell_one(context, record, event, now);
}

bundle_step hold_bundle(const bundle_context& context, const bundle_record& record,
                        const bundle_events::member_erred& event, instant now) {
  return tell_one(context, record, event, now);
}

bundle_step refuse_retry(const bundle_context& context, const bundle_record& record,
                         const bundle_events::retry_refused& event, instant now) {
  return tell_one(context, record, event, now);
}

bundle_step tell_bundle(const bundle_context& context, const bundle_record& record,
                        const bundle_events::members_told& event, instant now) {
  listener bundle{context, record, now};
  bundle.births.reserve(event.accepted.size());
  bool moved = hear_all(bundle, event.accepted);
  moved = hear_all(bundle, event.refused) || moved;
  moved = hear_all(bundle, event.confirmed) || moved;
  moved = hear_all(bundle, event.erred) || moved;
  moved = hear_all(bundle, event.refused_retries) || moved;
  return step_of(std::move(bundle), moved);
}

}  // namespace foliot::model

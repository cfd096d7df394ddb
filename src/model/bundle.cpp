#include "model/bundle.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/aggregate.hpp"
#include "model/moves.hpp"
#include "model/tables.hpp"

namespace foliot::model {
namespace {

bundle_step move(bundle_record next, status to, instant now) {
  return step_to<bundle_step>(std::move(next), bundle_table, to, now);
}

/// The orders that a bundle which ends early sends to the coordinators that exist.
void order_kills(bundle_record& next) {
  for (bundle_member& member : next.members)
    if (member.created) member.pending = true;
}

bundle_step born(const bundle_record& record, const bundle_events::created& event, instant now) {
  if (record.version != 0) return bundle_step::refuse();
  bundle_record next;
  next.created = now;
  next.definition = event.definition;
  next.user = event.user;
  next.name = event.name;
  next.app_path = event.app_path;
  return move(std::move(next), status::prep, now);
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
    return move(std::move(next), status::failed, now);
  }
  return move(std::move(next), status::running, now);
}

/// The member, if it still waits for its application to be read.
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

bundle_step accept_member(const bundle_context& context, const bundle_record& record,
                          const bundle_events::coordinator_accepted& event, instant now) {
  if (event.member < record.members.size() && record.members[event.member].created)
    return bundle_step::refuse(submitted_already(context, record.members[event.member]));
  if (!awaits_loading(record, event.member)) return bundle_step::refuse();
  bundle_record next = record;
  bundle_member& member = next.members[event.member];
  member.created = true;
  coordinator_events::created birth = event.birth;
  birth.bundle = context.self.job;
  const entity_id child{context.self.partition, entity_kind::coordinator, 0, context.self.root,
                        member.coordinator};
  bundle_step out = move(std::move(next), record.state, now);
  out.births.push_back({child, std::move(birth)});
  return out;
}

bundle_step refuse_member(const bundle_context& context, const bundle_record& record,
                          const bundle_events::coordinator_refused& event, instant now) {
  if (!awaits_loading(record, event.member)) return bundle_step::refuse();
  bundle_record next = record;
  bundle_member& member = next.members[event.member];
  member.refused = true;
  member.refusal_code = event.code;
  member.refusal = event.sentence;
  if (member.index >= context.definition.coordinators.size())
    return bundle_step::broke("a member has no coordinator in the definition");
  const bundle_child& child = context.definition.coordinators[member.index];
  if (child.critical) {  // rulings 3.2
    next.error_code = event.code;
    next.error = "critical coordinator '" + child.name + "' was refused: " + event.sentence;
    order_kills(next);
    return move(std::move(next), status::failed, now);
  }
  const status to = next_status(bundle_table, "child-refused", record.state).value_or(record.state);
  return move(std::move(next), to, now);
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
  if (created > told.total) unborn += created - told.total;
  child_summary out = with_unknown(with_failed(told, refused), unborn);
  out.pending = out.pending || pending;
  return out;
}

bundle_step aggregate(const bundle_record& record, const bundle_events::children_changed& event,
                      instant now) {
  const status to = bundle_aggregate(record.state, complete(record, event.summary), {});
  if (to == record.state) return bundle_step::refuse();
  bundle_record next = record;
  if (to == status::failed) {
    const auto refused = std::find_if(next.members.begin(), next.members.end(),
                                      [](const bundle_member& m) { return m.refused; });
    next.error_code = refused != next.members.end() ? refused->refusal_code : "";
    next.error = refused != next.members.end() ? refused->refusal : "every coordinator FAILED";
  }
  return move(std::move(next), to, now);
}

bundle_step confirm(const bundle_record& record, const bundle_events::member_confirmed& event,
                    instant now) {
  if (event.member >= record.members.size() || !record.members[event.member].pending)
    return bundle_step::refuse();
  bundle_record next = record;
  next.members[event.member].pending = false;
  return move(std::move(next), record.state, now);
}

bundle_step kill(const bundle_record& record, instant now) {
  if (record.version == 0 || is_terminal(record.state)) return bundle_step::refuse();
  bundle_record next = record;
  order_kills(next);
  return move(std::move(next), status::killed, now);
}

}  // namespace

bundle_step advance(const bundle_context& context, const bundle_record& record,
                    const bundle_event& event, instant now) {
  return std::visit(
      overloaded{
          [&](const bundle_events::created& e) { return born(record, e, now); },
          [&](const bundle_events::started& e) { return start(context, record, e, now); },
          [&](const bundle_events::coordinator_accepted& e) {
            return accept_member(context, record, e, now);
          },
          [&](const bundle_events::coordinator_refused& e) {
            return refuse_member(context, record, e, now);
          },
          [&](const bundle_events::children_changed& e) { return aggregate(record, e, now); },
          [&](const bundle_events::member_confirmed& e) { return confirm(record, e, now); },
          [&](const bundle_events::killed&) { return kill(record, now); }},
      event);
}

std::vector<bundle_effect> owed(const bundle_context& context, const bundle_record& record,
                                instant now) {
  std::vector<bundle_effect> out;
  if (record.version == 0) return out;
  if (record.state == status::prep) {
    const std::optional<instant> kick_off = context.definition.kick_off;
    if (kick_off && *kick_off > now)
      out.push_back(bundle_effects::wake_at{*kick_off});
    else
      out.push_back(bundle_effects::start{});
    return out;
  }
  if (active_statuses.has(record.state)) {
    for (size_t i = 0; i < record.members.size(); ++i)
      if (!record.members[i].created && !record.members[i].refused)
        out.push_back(bundle_effects::load_coordinator{static_cast<uint16_t>(i)});
    out.push_back(bundle_effects::ask_summary{});
    return out;
  }
  for (const bundle_member& member : record.members)
    if (member.pending) out.push_back(bundle_effects::kill_coordinator{member.coordinator});
  return out;
}

}  // namespace foliot::model

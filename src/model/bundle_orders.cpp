#include "model/bundle_orders.hpp"

#include <algorithm>
#include <utility>

#include "model/bundle_change.hpp"
#include "model/coordinator_change.hpp"
#include "model/tables.hpp"

namespace foliot::model {
namespace {

std::string has_status(status s) { return "the bundle is " + std::string(name(s)); }

bundle_verdict nothing(std::string note) { return {std::nullopt, std::move(note), {}}; }

constexpr status_set held_statuses{status::suspended, status::suspended_with_error};

/// What the coordinators are told; in Oozie's dialect the whole text, which may say more.
result<coordinator_change> for_members(const bundle_change& change, dialect reading,
                                       const time::processing_zone& zone) {
  if (reading == dialect::oozie)
    return parse_coordinator_change(change.for_coordinators, zone, reading);
  coordinator_change out;
  if (change.pause) out.pause = change.pause->to.value_or(never);
  if (change.end && change.end->to) out.end = change.end->to;
  return out;
}

std::string name_of(const bundle_context& context, const bundle_member& member) {
  const auto& children = context.definition.coordinators;
  return member.index < children.size() ? children[member.index].name : std::string();
}

}  // namespace

bundle_verdict judge_suspend(const bundle_record& record) {
  // Suspended once more: a coordinator that was resumed by itself is held again.
  if (next_status(bundle_table, "suspend", record.state) || held_statuses.has(record.state))
    return {bundle_events::suspended{}, {}, {}};
  return nothing("nothing was suspended: " + has_status(record.state));
}

bundle_verdict judge_resume(const bundle_record& record) {
  if (next_status(bundle_table, "resume", record.state)) return {bundle_events::resumed{}, {}, {}};
  return nothing("nothing was resumed: " + has_status(record.state));
}

bundle_verdict judge_kill(const bundle_record& record) {
  if (!is_terminal(record.state)) return {bundle_events::killed{}, {}, {}};
  if (record.retry_at != never)
    return {bundle_events::killed{}, "its retry is given up: " + has_status(record.state), {}};
  return nothing("nothing was killed: " + has_status(record.state));
}

result<bundle_verdict> judge_change(const bundle_context& context, const bundle_record& record,
                                    const std::string& text, const std::vector<status>& members,
                                    const time::processing_zone& zone, instant now) {
  const auto change =
      parse_bundle_change(text, {now, context.definition.kick_off, zone, record.reading});
  if (!change) return change.error();
  if (auto may = check_bundle_change(*change, record.state); !may)
    return nothing("nothing was changed: " + may.error().sentence);

  bundle_verdict out;
  bundle_events::changed event;
  if (change->pause) event.pause = change->pause->to.value_or(never);
  if (change->end) event.end = change->end->to.value_or(never);
  const auto values = for_members(*change, record.reading, zone);
  if (values) event.for_members = *values;
  const bool tells = values && event.for_members != coordinator_change{};
  for (size_t i = 0; i < record.members.size(); ++i) {
    const auto member = static_cast<uint16_t>(i);
    const bundle_member& each = record.members[i];
    const bool is_killed =
        each.refused || (each.created && i < members.size() && members[i] == status::killed);
    if (is_killed)
      out.unreached.push_back({member, std::string(coordinator_is_killed)});
    else if (each.created && !values)
      out.unreached.push_back({member, values.error().sentence});
    else if (each.created && tells)
      event.members.push_back(member);
  }
  out.event = std::move(event);
  return out;
}

result<bundle_verdict> judge_rerun(const bundle_context& context, const bundle_record& record,
                                   const orders::rerun_bundle& asked) {
  constexpr status_set refusing{status::killed, status::failed, status::prep, status::prep_paused,
                                status::prep_suspended};
  if (refusing.has(record.state)) return nothing("nothing was rerun: " + has_status(record.state));
  bundle_events::rerun event;
  event.what = {asked.times.times, asked.options};
  const bool all = asked.coordinators.empty() && !asked.times.times.empty();
  for (size_t i = 0; i < record.members.size(); ++i) {
    const bundle_member& member = record.members[i];
    const std::string called = name_of(context, member);
    const bool named = std::find(asked.coordinators.begin(), asked.coordinators.end(), called) !=
                       asked.coordinators.end();
    if (!member.created || !(all || named)) continue;
    if (member.rerun_order != 0)
      return failure{errc::conflict,
                     "coordinator '" + called + "' has not answered its last rerun yet", "E1018",
                     "", "Try again in a moment"};
    event.members.push_back(static_cast<uint16_t>(i));
  }
  if (event.members.empty())
    return nothing("nothing was rerun: no coordinator that exists is selected");
  return bundle_verdict{std::move(event), {}, {}};
}

}  // namespace foliot::model

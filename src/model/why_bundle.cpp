#include <string>
#include <utility>
#include <vector>

#include "model/aggregate.hpp"
#include "model/bundle_policy.hpp"
#include "model/tables.hpp"
#include "model/why.hpp"
#include "model/why_parts.hpp"

namespace foliot::model {
namespace {

std::string quoted(const std::string& text) { return "'" + text + "'"; }

entity_id coordinator_below(const entity_id& bundle, job_number number) {
  return {bundle.partition, entity_kind::coordinator, 0, bundle.root, number};
}

std::string member_name(const bundle_context& context, const bundle_member& member) {
  const auto& children = context.definition.coordinators;
  return member.index < children.size() ? quoted(children[member.index].name) : "(unknown)";
}

void add_members(const bundle_context& context, const bundle_record& record,
                 const bundle_facts& facts, std::vector<reason>& out) {
  size_t listed = 0;
  size_t left_out = 0;
  for (size_t i = 0; i < record.members.size(); ++i) {
    const bundle_member& member = record.members[i];
    const status state = i < facts.members.size() ? facts.members[i] : status::none;
    if (member.refused || (member.created && is_terminal(state))) continue;
    if (listed == reasons_listed_max) {
      ++left_out;
      continue;
    }
    ++listed;
    const std::string who = "coordinator " + member_name(context, member);
    const bool goes_on =
        record.state == status::running || record.state == status::running_with_error;
    if (!member.created && !goes_on)
      add(out, reason_kind::children, "does not start " + who + " before it goes on", record.since,
          "its going on", "");
    else if (!member.created)
      add(out, reason_kind::loading, "waits until the application of " + who + " is read",
          record.since, "the answer of the file system", "");
    else
      ask(add(out, reason_kind::children,
              "waits for " + who +
                  (state == status::none ? "" : ", which is " + std::string(name(state))),
              record.since, "its end", "Ask why that coordinator is not finished"),
          {coordinator_below(context.self, member.coordinator)});
  }
  if (left_out > 0)
    add(out, reason_kind::children, "waits for " + std::to_string(left_out) + " more coordinators",
        record.since, "their end", "");
}

void add_pause(const bundle_context& context, const bundle_record& record,
               std::vector<reason>& out) {
  constexpr status_set paused{status::paused, status::paused_with_error, status::prep_paused};
  if (!paused.has(record.state)) return add_held(context.self, record.state, record.since, out);
  std::string what = record.pause_at == never
                         ? "is paused, since all its coordinators are"
                         : "is paused since its pause time " + at_text(record.pause_at);
  for (const bundle_member& member : record.members)
    if (member.erred)
      what += "; coordinator " + member_name(context, member) + " went into error, which pauses it";
  reason& made = add(out, reason_kind::paused, std::move(what), record.since, "a new pause time",
                     "Reset the pause time: foliot change ID pausetime=");
  made.act = remedy_kind::reset_pause;
  made.target = context.self;
}

void add_retry(const bundle_context& context, const bundle_record& record,
               const bundle_facts& facts, instant now, std::vector<reason>& out) {
  const entity_id recovery{context.self.partition, entity_kind::workflow, 0, context.self.root,
                           record.recovery};
  if (record.recovery_void)
    ask(add(out, reason_kind::run,
            "its recovery workflow " + facts.recovery_id + " is being killed", record.modified,
            "its end", ""),
        {recovery});
  if (record.retry_at == never) return;
  const auto policy = policy_of(context.definition, record.reading);
  const std::string which = "ended with errors; retry " + std::to_string(record.retries + 1) +
                            " of " + std::to_string(policy ? policy->retry_max : 0);
  const std::string remedy = "Rerun it to try now, kill it to give the retry up";
  const bool recovers = policy && !policy->recovery_path.empty();
  if (record.retry_at > now || !recovers) {
    add(out, reason_kind::retry,
        which + " comes at " + at_text(record.retry_at) +
            (recovers ? ", after the recovery workflow " + policy->recovery_path : ""),
        record.since, "the clock", remedy)
        .until = record.retry_at;
    return;
  }
  const bool named = !record.recovery_void && !facts.recovery_id.empty();
  reason& made = add(out, reason_kind::run,
                     which + " waits for its recovery workflow " +
                         (named ? facts.recovery_id : policy->recovery_path),
                     record.modified, "its success", remedy);
  if (named) ask(made, {recovery});
}

void add_orders(const bundle_context& context, const bundle_record& record,
                std::vector<reason>& out) {
  for (const bundle_member& member : record.members) {
    if (!member.pending) continue;
    std::string orders;
    for (member_order kind : {member_order::state, member_order::change, member_order::rerun}) {
      const bool owed_before_serials =
          kind == member_order::state && member.change_order == 0 && member.rerun_order == 0;
      if (unconfirmed(member, kind) == 0 && !owed_before_serials) continue;
      orders +=
          (orders.empty() ? "" : ", ") + std::string(order_name(order_to(record, member, kind)));
    }
    add(out, reason_kind::unanswered,
        "coordinator " + member_name(context, member) +
            " has not confirmed its order yet: " + orders,
        record.modified, "its answer", "")
        .holders = {coordinator_below(context.self, member.coordinator)};
  }
}

}  // namespace

std::vector<reason> why(const bundle_context& context, const bundle_record& record,
                        const bundle_facts& facts, instant now) {
  std::vector<reason> out;
  if (record.version == 0) return out;
  add_quarantine(facts.quarantine, out);
  add_pause(context, record, out);
  add_retry(context, record, facts, now, out);
  if (record.state == status::prep) {
    const std::optional<instant> kick_off = context.definition.kick_off;
    if (kick_off && *kick_off > now) {
      reason& made =
          add(out, reason_kind::clock, "its kick-off time " + at_text(*kick_off) + " lies ahead",
              record.since, "the clock", "Start the job to run it now: foliot start ID");
      made.until = *kick_off;
      made.target = context.self;
    } else if (record.reading == dialect::oozie) {
      add(out, reason_kind::loading,
          "waits until the applications of all its coordinators are there", record.since,
          "the file system", "Copy what is missing to where the bundle names it");
    }
  } else if (active_statuses.has(record.state)) {
    add_members(context, record, facts, out);
  }
  add_orders(context, record, out);
  if (out.empty() && !is_terminal(record.state))
    add_step(record.state == status::prep ? "is about to start" : "is about to end", record.since,
             out);
  return out;
}

}  // namespace foliot::model

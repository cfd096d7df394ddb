#include "model/journal.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

#include "base/limits.hpp"
#include "model/moves.hpp"
#include "model/status.hpp"
#include "time/datetime.hpp"

namespace foliot::model {
namespace {

std::string text(status s) { return std::string(name(s)); }

/// "code: sentence", either of which may be empty.
std::string joined(const std::string& code, const std::string& sentence) {
  if (code.empty()) return sentence;
  return sentence.empty() ? code : code + ": " + sentence;
}

std::string_view text(workflow_events::run_end end) {
  switch (end) {
    case workflow_events::run_end::ended: return "ended";
    case workflow_events::run_end::failed: return "could not be done";
    case workflow_events::run_end::killed: return "was killed";
    case workflow_events::run_end::not_started: return "was not started";
    case workflow_events::run_end::lost: return "was lost";
  }
  return "ended";
}

std::string describe_summary(const child_summary& summary) {
  std::string out = "children changed: " + std::to_string(summary.total) + " in all";
  if (summary.all_ended) out += ", all ended";
  if (summary.any_error) out += ", some in error";
  if (summary.any_suspended) out += ", some suspended";
  if (summary.pending) out += ", some with an unconfirmed order";
  return out;
}

std::string describe_options(const rerun_options& options) {
  std::string out;
  if (options.refresh) out += ", inputs named anew";
  if (options.nocleanup) out += ", outputs stay";
  if (options.failed) out += ", from failed nodes";
  return out;
}

/// " pause 2026-01-05T00:00Z", " no pause".
std::string time_text(const std::string& what, instant at) {
  return at == never ? " no " + what : " " + what + " " + time::format_datetime(at, {});
}

std::string_view text(member_order kind) {
  switch (kind) {
    case member_order::change: return "change";
    case member_order::rerun: return "rerun";
    case member_order::state: break;
  }
  return "state";
}

std::string describe_change(const coordinator_events::changed& e) {
  const coordinator_change& to = e.values;
  std::string out = "changed:";
  if (to.end) out += " end " + time::format_datetime(*to.end, {});
  if (to.concurrency) out += " concurrency " + std::to_string(*to.concurrency);
  if (to.pause)
    out += *to.pause == never ? " no pause" : " pause " + time::format_datetime(*to.pause, {});
  if (to.state) out += " status " + text(*to.state);
  if (e.keep != UINT32_MAX) out += ", actions after @" + std::to_string(e.keep) + " taken away";
  return out;
}

/// Of the members that told the same at once, so many are named.
constexpr size_t told_in_full = 5;

struct describer {
  std::string operator()(const bundle_events::created& e) const {
    return "bundle '" + e.name + "' submitted by " + e.user;
  }
  std::string operator()(const bundle_events::started& e) const {
    return "started with " + std::to_string(e.coordinators.size()) + " coordinators";
  }
  std::string operator()(const bundle_events::coordinator_accepted& e) const {
    return "coordinator '" + e.birth.name + "' created";
  }
  std::string operator()(const bundle_events::coordinator_refused& e) const {
    return "coordinator " + std::to_string(e.member + 1) +
           " refused: " + joined(e.code, e.sentence);
  }
  std::string operator()(const bundle_events::children_changed& e) const {
    return describe_summary(e.summary);
  }
  std::string operator()(const bundle_events::member_confirmed& e) const {
    return "coordinator " + std::to_string(e.member + 1) + " confirmed its " +
           (e.what == member_order::state ? "" : std::string(text(e.what)) + " ") + "order";
  }
  std::string operator()(const bundle_events::killed&) const { return "killed"; }
  std::string operator()(const bundle_events::suspended&) const { return "suspended"; }
  std::string operator()(const bundle_events::resumed&) const { return "resumed"; }
  std::string operator()(const bundle_events::pause_reached&) const {
    return "its pause time has come";
  }
  std::string operator()(const bundle_events::changed& e) const {
    std::string out = "changed:";
    if (e.pause) out += time_text("pause", *e.pause);
    if (e.end) out += time_text("end", *e.end);
    return out + ", passed on to " + std::to_string(e.members.size()) + " coordinators";
  }
  std::string operator()(const bundle_events::rerun& e) const {
    return "rerun of " + std::to_string(e.members.size()) + " coordinators" +
           describe_options(e.what.options);
  }
  std::string operator()(const bundle_events::retried& e) const {
    return "tries again: rerun of " + std::to_string(e.members.size()) + " coordinators";
  }
  std::string operator()(const bundle_events::member_erred& e) const {
    return "coordinator " + std::to_string(e.member + 1) + " is in error: the bundle is paused";
  }
  std::string operator()(const bundle_events::recovery_named&) const {
    return "a recovery workflow runs before the retry";
  }
  std::string operator()(const bundle_events::recovery_ended& e) const {
    return "its recovery workflow is " + std::string(name(e.state)) +
           (e.error.empty() ? "" : ": " + e.error);
  }
  std::string operator()(const bundle_events::retry_refused& e) const {
    return "coordinator " + std::to_string(e.member + 1) +
           " refused its retry: " + joined(e.code, e.sentence);
  }
  std::string operator()(const bundle_events::member_revived& e) const {
    return "coordinator " + std::to_string(e.member + 1) + " runs again";
  }
  std::string operator()(const bundle_events::members_told& e) const {
    const auto all_of = [this](const auto& events) {
      std::string out;
      for (size_t i = 0; i < events.size() && i < told_in_full; ++i)
        out += "; " + (*this)(events[i]);
      if (events.size() > told_in_full)
        out += "; and " + std::to_string(events.size() - told_in_full) + " more";
      return out;
    };
    const std::string out = all_of(e.refused) + all_of(e.refused_retries) + all_of(e.erred) +
                            all_of(e.accepted) + all_of(e.confirmed);
    return out.empty() ? "nothing was told" : out.substr(2);
  }

  std::string operator()(const coordinator_events::created& e) const {
    return "coordinator '" + e.name + "' submitted by " + e.user;
  }
  std::string operator()(const coordinator_events::materialised& e) const {
    return "actions materialised, at most " + std::to_string(e.room);
  }
  std::string operator()(const coordinator_events::children_changed& e) const {
    return describe_summary(e.summary);
  }
  std::string operator()(const coordinator_events::killed&) const { return "killed"; }
  std::string operator()(const coordinator_events::suspended&) const { return "suspended"; }
  std::string operator()(const coordinator_events::resumed&) const { return "resumed"; }
  std::string operator()(const coordinator_events::pause_reached&) const {
    return "its pause time has come";
  }
  std::string operator()(const coordinator_events::changed& e) const { return describe_change(e); }
  std::string operator()(const coordinator_events::rerun& e) const {
    return std::to_string(e.actions.size()) + " actions start over" + describe_options(e.options);
  }
  std::string operator()(const coordinator_events::actions_ignored& e) const {
    return std::to_string(e.actions.size()) + " actions are ignored";
  }
  std::string operator()(const coordinator_events::updated_but_concurrency& e) const {
    return (*this)(e.what) + "; its changed concurrency stays";
  }
  std::string operator()(const coordinator_events::updated& e) const {
    return "updated: actions to come follow '" + e.app_path + "' as it is now";
  }
  std::string operator()(const coordinator_events::pruned& e) const {
    uint64_t count = 0;
    for (const auto& [state, many] : e.counts) count += many;
    return std::to_string(count) + " old actions were purged";
  }

  std::string operator()(const action_events::created& e) const {
    return "created for " + time::format_datetime(e.nominal, {});
  }
  std::string operator()(const action_events::inputs_found& e) const {
    std::string out = "all inputs are there";
    for (const auto& [name, uris] : e.resolved)
      if (out.size() < limits::error_text_bytes_max)
        out += "; '" + name + "' is " + (uris.empty() ? "empty" : uris.substr(0, 1'000));
    return out;
  }
  std::string operator()(const action_events::timed_out&) const {
    return "timed out waiting for its inputs";
  }
  std::string operator()(const action_events::skipped&) const {
    return "skipped by the execution order";
  }
  std::string operator()(const action_events::submitted&) const {
    return "given a slot, workflow created";
  }
  std::string operator()(const action_events::start_refused& e) const {
    return "could not start: " + joined(e.code, e.sentence);
  }
  std::string operator()(const action_events::workflow_changed& e) const {
    const std::string error = joined(e.error_code, e.error);
    return "its workflow is " + text(e.state) + (error.empty() ? "" : ": " + error);
  }
  std::string operator()(const action_events::killed&) const { return "killed"; }
  std::string operator()(const action_events::ordered& e) const {
    return e.hold ? "held: its coordinator is suspended" : "goes on: its coordinator was resumed";
  }
  std::string operator()(const action_events::retired&) const {
    return "taken away: its coordinator's time was changed";
  }
  std::string operator()(const action_events::rerun& e) const {
    return "starts over" + describe_options(e.options);
  }
  std::string operator()(const action_events::passed_over& e) const {
    return "passed over from " + time::format_datetime(e.nominal, {}) + ", up to action @" +
           std::to_string(e.through);
  }
  std::string operator()(const action_events::cut_short& e) const {
    return "passed over up to action @" + std::to_string(e.through) + " only";
  }
  std::string operator()(const action_events::ignored&) const { return "ignored"; }
  std::string operator()(const action_events::outputs_cleaned&) const {
    return "the outputs of the run before are deleted";
  }

  std::string operator()(const action_events::workflow_rerun&) const {
    return "its workflow runs again";
  }

  std::string operator()(const workflow_events::created& e) const {
    return "workflow '" + e.name + "' submitted by " + e.user + (e.held ? ", held" : "");
  }
  std::string operator()(const workflow_events::started&) const { return "started"; }
  std::string operator()(const workflow_events::facts_found& e) const {
    return std::to_string(e.facts.size()) + " answers about the world arrived";
  }
  std::string operator()(const workflow_events::run_started& e) const {
    return "run of node " + std::to_string(e.node) + ", attempt " + std::to_string(e.attempt) +
           ", started as " + std::to_string(e.external_id);
  }
  std::string operator()(const workflow_events::run_ended& e) const {
    std::string out = "run of node " + std::to_string(e.node) + ", attempt " +
                      std::to_string(e.attempt) + ", " + std::string(text(e.outcome));
    if (e.outcome == workflow_events::run_end::ended)
      out += " with exit code " + std::to_string(e.exit_code);
    const std::string error = joined(e.error_code, e.message);
    return error.empty() ? out : out + ": " + error;
  }
  std::string operator()(const workflow_events::suspended&) const { return "suspended"; }
  std::string operator()(const workflow_events::resumed&) const { return "resumed"; }
  std::string operator()(const workflow_events::killed&) const { return "killed"; }
  std::string operator()(const workflow_events::rerun& e) const {
    return "runs again, " + std::to_string(e.kept.size()) + " nodes keep their results";
  }
  std::string operator()(const workflow_events::retry_due&) const {
    return "the time of a retry has come";
  }
  std::string operator()(const workflow_events::prepared& e) const {
    return "run of node " + std::to_string(e.node) + ", attempt " + std::to_string(e.attempt) +
           (e.message.empty() ? ", prepared" : ", cannot be prepared: " + e.message);
  }
  std::string operator()(const workflow_events::child_named& e) const {
    return "the workflow below node " + std::to_string(e.node) + " gets a number";
  }
  std::string operator()(const workflow_events::child_refused& e) const {
    return "the workflow below node " + std::to_string(e.node) +
           " cannot be made: " + joined(e.error_code, e.message);
  }
  std::string operator()(const workflow_events::child_ended& e) const {
    const std::string error = joined(e.error_code, e.message);
    return "the workflow below is " + std::string(name(e.state)) +
           (error.empty() ? "" : ": " + error);
  }
};

}  // namespace

status state_of(const any_record& record) {
  return std::visit([](const auto& r) { return r.state; }, record);
}

uint64_t version_of(const any_record& record) {
  return std::visit([](const auto& r) { return r.version; }, record);
}

entity_id parent_of(const entity_id& self, const any_record& record) {
  return std::visit(
      overloaded{[](const bundle_record&) { return entity_id{}; },
                 [&](const coordinator_record& r) {
                   if (r.bundle == 0) return entity_id{};
                   return entity_id{self.partition, entity_kind::bundle, 0, self.root, r.bundle};
                 },
                 [&](const action_record&) { return coordinator_of(self); },
                 [](const workflow_record& r) { return r.parent; }},
      record);
}

bool is_pending(const any_record& record) {
  return std::visit(overloaded{[](const bundle_record& r) {
                                 return std::any_of(
                                     r.members.begin(), r.members.end(),
                                     [](const bundle_member& m) { return m.pending; });
                               },
                               [](const coordinator_record& r) { return r.pending; },
                               [](const action_record& r) { return r.pending; },
                               [](const workflow_record&) { return false; }},
                    record);
}

std::string describe(const any_event& event) {
  return std::visit([](const auto& kind) { return std::visit(describer{}, kind); }, event);
}

}  // namespace foliot::model

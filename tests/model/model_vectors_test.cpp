// The vectors of statuses, moves, time-outs and execution orders, as far as today's events go.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/aggregate.hpp"
#include "model/coordinator.hpp"
#include "model/roster.hpp"
#include "model/tables.hpp"
#include "tests/model/support.hpp"
#include "tests/model/vectors.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::children;
using support::minutes;
using vectors::json;
using vectors::load;
using vectors::status_of;
using vectors::tally;

/// Oozie stores ...WITHERROR as the plain status unless it is told otherwise.
status without_error(status s) {
  switch (s) {
    case running_with_error: return running;
    case suspended_with_error: return suspended;
    case paused_with_error: return paused;
    default: return s;
  }
}

const char* const stays_killed = "a terminal status stays, rulings 3.7";

TEST(vectors, status_aggregate) {
  const auto file = load("bundle/status_aggregate.json");
  if (!file) GTEST_SKIP() << "no vectors";
  tally count("bundle/status_aggregate.json");
  const json& vectors = (*file)["vectors"];
  for (size_t i = 0; i < vectors.size(); ++i) {
    const json& v = vectors[i];
    if (v.value("coord_status_compat", false)) {
      count.not_yet(i, "backward.support.for.coord.status");
      continue;
    }
    child_counts counts;
    for (const json& action : v["actions"])
      counts.apply(
          {{}, {}, none, status_of(action["status"]), false, action.value("pending", 0) > 0});
    const child_summary summary = summarise(counts);
    status after = none;
    if (v["kind"] == "bundle") {
      const json& b = v["bundle"];
      after = bundle_aggregate(status_of(b["status"]), summary,
                               {b["pause_time_set"], b["suspend_time_set"]});
    } else {
      after = coordinator_aggregate(status_of(v["job"]["status"]), summary,
                                    v["job"]["done_materialization"]);
    }
    if (v["without_error_compat"]) after = without_error(after);
    const json& expected = v["expect"];
    const bool ok = (!expected.contains("status") || status_of(expected["status"]) == after) &&
                    (!expected.contains("pending") || expected["pending"] == summary.pending);
    const bool revived = after == killed && expected.value("status", "") == "RUNNING";
    if (revived)
      count.differs(i, ok, stays_killed);
    else
      count.pass(i, ok, std::string(name(after)) + " for " + v.dump());
  }
}

/// A transit of a coordinator with the given actions.
status transit(const json& v) {
  child_counts counts;
  for (const std::string text : v["action_statuses"]) {
    const bool pending = text.ends_with("(pending 1)");
    counts.apply({{}, {}, none, status_of(text.substr(0, text.find('('))), false, pending});
  }
  return coordinator_aggregate(status_of(v["job_status"]), summarise(counts),
                               v["done_materialization"]);
}

/// A kill of a coordinator and of its one action by the machines.
bool kill_as_in(const json& v) {
  coordinator_definition definition = support::coordinator(60, 2);
  coordinator_record job;
  job.version = 1;
  const std::string text = v["job_status"];
  job.state = status_of(text.substr(0, text.find(' ')));
  job.done = text.ends_with("(done)");
  job.actions = 1;
  const coordinator_step killed_job =
      advance(coordinator_context{support::coordinator_id, definition}, job,
              coordinator_events::killed{}, support::day);
  const coordinator_record after = killed_job.accepted ? killed_job.next : job;
  action_record action;
  action.version = 1;
  action.state = status_of(v["action_status"]);
  action.workflow = action.state == running || action.state == succeeded ? 9 : 0;
  const action_context context{action_of(support::coordinator_id, 1), definition, definition.end};
  const action_step step = advance(context, action, action_events::killed{}, support::day);
  action_record action_after = step.accepted ? step.next : action;
  if (action_after.pending)
    action_after = advance(context, action_after, action_events::workflow_changed{killed, "", ""},
                           support::day)
                       .next;
  return after.state == status_of(v["new_job_status"]) &&
         (!v.contains("new_done_materialization") || after.done) &&
         action_after.state == status_of(v["new_action_status"]) &&
         action_after.pending == (v.value("new_action_pending", 0) != 0);
}

bool command_by_table(const json& v) {
  const std::string command = v["command"];
  const status from = status_of(v["job_status"]);
  return next_status(coordinator_table, command.substr(0, command.find(' ')), from)
             .value_or(from) == status_of(v["new_job_status"]);
}

/// PREP, suspended, transit, resumed, transit.
std::vector<std::string> suspended_and_resumed() {
  std::vector<std::string> seen;
  status now = prep;
  for (const char* trigger : {"suspend", "resume"}) {
    now = next_status(coordinator_table, trigger, now).value_or(none);
    seen.emplace_back(name(now));
    now = coordinator_aggregate(now, children({}), false);
    seen.emplace_back(name(now));
  }
  return seen;
}

TEST(vectors, coordinator_transitions) {
  const auto file = load("coordinator/transitions.json");
  if (!file) GTEST_SKIP() << "no vectors";
  tally count("coordinator/transitions.json");
  for (size_t i = 0; i < file->size(); ++i) {
    const json& v = (*file)[i];
    const std::string kind = v["kind"];
    if (kind == "status_transit") {
      count.pass(i, transit(v) == status_of(v["new_job_status"]), v.dump());
    } else if (kind == "doc_job_transition") {
      count.pass(
          i, may_become(coordinator_table, status_of(v["from_status"]), status_of(v["to_status"])),
          v.dump());
    } else if (kind == "doc_action_transition") {
      count.pass(i,
                 may_become(action_table, status_of(v["from_status"]), status_of(v["to_status"])),
                 v.dump());
    } else if (v.contains("app_namespace")) {
      count.not_yet(i, "backward.support.for.coord.status");
    } else if (v["command"] == "kill" && v.contains("new_action_status")) {
      count.pass(i, kill_as_in(v), v.dump());
    } else if (i == 31) {
      count.differs(i, coordinator_aggregate(killed, children({running}), false) == running,
                    stays_killed);
    } else if (i == 36) {
      count.pass(i,
                 coordinator_aggregate(running, children({killed, running, killed}), false) ==
                     running_with_error,
                 v.dump());
    } else if (i == 37) {
      count.pass(i, coordinator_aggregate(running, children({killed, killed}), true) == killed,
                 v.dump());
    } else if (v.contains("statuses_seen")) {
      count.pass(i, suspended_and_resumed() == v["statuses_seen"].get<std::vector<std::string>>(),
                 v.dump());
    } else if (v["new_job_status"].is_string() &&
               (v["command"] == "suspend" || v["command"] == "resume" || i == 33 || i == 34)) {
      count.pass(i, command_by_table(v), v.dump());
    } else {
      count.not_yet(i, "a command that does not exist yet");
    }
  }
}

TEST(vectors, timeouts) {
  const auto file = load("coordinator/timeouts.json");
  if (!file) GTEST_SKIP() << "no vectors";
  tally count("coordinator/timeouts.json");
  for (size_t i = 0; i < file->size(); ++i) {
    const json& v = (*file)[i];
    coordinator_definition d = support::coordinator(60, 4);
    if (v.contains("created_minutes_ago")) {
      d.timeout_minutes = v["timeout"];
      const int64_t ago = v["created_minutes_ago"];
      action_record action;
      action.version = 1;
      action.state = waiting;
      action.nominal = minutes(-60);
      action.created = minutes(-ago);
      const action_step step =
          advance(action_context{action_of(support::coordinator_id, 1), d, d.end}, action,
                  action_events::timed_out{}, minutes(0));
      count.pass(i, step.accepted && step.next.state == status_of(v["new_status"]), v.dump());
    } else if (v.contains("action_timeout")) {
      d.timeout_minutes = v["job_timeout"];
      const int64_t expected = v["action_timeout"];
      count.pass(i, timeout_at(d, minutes(60), minutes(0)) == minutes(60 + expected + 1), v.dump());
    } else if (v.contains("action_timeout_equals_job_timeout")) {
      d.timeout_minutes = v["action_timeout_equals_job_timeout"];
      count.pass(i, timeout_at(d, minutes(0), minutes(0)) == minutes(d.timeout_minutes + 1),
                 v.dump());
    } else if (v.contains("timeout_element") && v["timeout_element"].is_null()) {
      count.pass(i, d.timeout_minutes == v["job_timeout_minutes"], v.dump());
    } else if (v.contains("rule")) {
      const std::string rule = v["rule"];
      d.timeout_minutes = rule.starts_with("timeout -1") ? -1 : 0;
      const instant at = timeout_at(d, minutes(0), minutes(0));
      count.pass(i, at == (d.timeout_minutes < 0 ? never : minutes(1)), v.dump());
    } else {
      count.not_yet(i, "the text of <timeout> is read by the parser");
    }
  }
}

/// The action of a setup, `ago` minutes after its nominal time, five or ten minutes apart.
bool skipped_after(execution_order order, int32_t every, int64_t start_ago, int64_t end_ahead,
                   uint32_t number) {
  coordinator_definition d = support::coordinator(every, 1);
  d.order = order;
  d.start = minutes(-start_ago);
  d.end = minutes(end_ahead);
  const instant nominal = next_nominal(d, number - 1);
  return to_be_skipped(d, number, nominal, minutes(0));
}

TEST(vectors, execution_order) {
  const auto file = load("coordinator/execution_order.json");
  if (!file) GTEST_SKIP() << "no vectors";
  tally count("coordinator/execution_order.json");
  const auto orders =
      std::map<std::string, execution_order>{{"FIFO", execution_order::fifo},
                                             {"LIFO", execution_order::lifo},
                                             {"LAST_ONLY", execution_order::last_only},
                                             {"NONE", execution_order::none}};
  for (size_t i = 0; i < file->size(); ++i) {
    const json& v = (*file)[i];
    if (v.contains("start_order")) {
      coordinator_definition d = support::coordinator(5, 9);
      d.order = orders.at(v["execution"]);
      const std::vector<uint32_t> first = choose_starts(d.order, d.concurrency, {3, 4, 5}, 0);
      const uint32_t expected = v["start_order"] == "nominal ascending" ? 3 : 5;
      count.pass(i, first == std::vector<uint32_t>{expected}, v.dump());
    } else if (v.contains("allowed_from")) {
      std::set<std::string> allowed;
      for (size_t s = 1; s < status_count; ++s)
        if (action_statuses.has(static_cast<status>(s)) &&
            next_status(action_table, "skip", static_cast<status>(s)))
          allowed.insert(std::string(name(static_cast<status>(s))));
      count.pass(i, allowed == v["allowed_from"].get<std::set<std::string>>(), v.dump());
    } else if (v["expected"].is_object()) {
      const execution_order order = orders.at(v["execution"]);
      bool ok = true;
      for (uint32_t number : {2U, 3U, 4U, 5U})
        ok = ok && skipped_after(order, 5, 16, 600, number) ==
                       (v["expected"]["@" + std::to_string(number)] == "SKIPPED");
      count.pass(i, ok, v.dump());
    } else {
      const std::map<size_t, bool> told{
          {2, skipped_after(execution_order::last_only, 10, 65, 235, 1)},
          {3, skipped_after(execution_order::last_only, 10, 65, 3, 7)},
          {4, skipped_after(execution_order::last_only, 10, 65, -60, 1)},
          {5, skipped_after(execution_order::none, 10, 60, 600, 1)},
          {6, skipped_after(execution_order::none, 10, -60, 600, 1)},
          {7, skipped_after(execution_order::none, 10, 5, 600, 1)},
          {8, skipped_after(execution_order::none, 10, 2, 600, 1)}};
      count.pass(i, told.contains(i) && told.at(i) == (v["expected"] == "SKIPPED"), v.dump());
    }
  }
}

}  // namespace
}  // namespace foliot::model

// Holds the tables beside this file against the model, and counts what they cover.
#include "tests/tables/table.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <set>
#include <sstream>

#include "http/job_orders.hpp"
#include "model/bundle.hpp"
#include "model/tables.hpp"
#include "tests/model/support.hpp"
#include "tests/vectors/played_job.hpp"

namespace foliot::tables {
namespace {

using model::status;
using vectors::played_job;

std::string shown(status s) { return std::string(model::name(s)); }

// -- every pair once ------------------------------------------------------------------------------

using play = std::function<std::string(status, const std::string& command, const row& told)>;

/// Plays every pair of `members` and `commands` that a table tells, and prints how many it does.
void expect_table(const std::string& file, model::status_set members,
                  const std::set<std::string>& commands, const play& outcome_of) {
  std::set<std::pair<status, std::string>> covered;
  for (const row& each : read_table(file)) {
    const std::string& command = each.at("command");
    EXPECT_TRUE(commands.contains(command)) << file << ":" << each.line << ": " << command;
    for (const status from : statuses_in(each.at("statuses"))) {
      const std::string place = file + ":" + std::to_string(each.line) + ": " + shown(from);
      EXPECT_TRUE(members.has(from)) << place;
      EXPECT_TRUE(covered.insert({from, command}).second) << place << " is told twice";
      EXPECT_EQ(outcome_of(from, command, each), each.at("outcome")) << place << ", " << command;
    }
  }
  const size_t all = model::size_of(members) * commands.size();
  std::printf("%s: %zu of %zu pairs of status and command\n", file.c_str(), covered.size(), all);
  EXPECT_EQ(covered.size(), all) << file << " is not complete";
}

// -- bundles --------------------------------------------------------------------------------------

/// A bundle that has come to `state`: one coordinator is there, the other one is about to be read.
model::bundle_record bundle_in(status state) {
  model::bundle_record out;
  if (state == status::none) return out;
  out.version = 1;
  out.state = state;
  if (model::prep_statuses.has(state)) return out;
  model::bundle_member there;
  there.coordinator = 100;
  there.created = true;
  model::bundle_member awaited;
  awaited.index = 1;
  awaited.coordinator = 101;
  out.members = {there, awaited};
  return out;
}

/// What its steps make of a command, where the bundle has a step that cannot do anything else.
std::string bundle_after(status from, const model::bundle_event& event) {
  const model::bundle_definition definition = model::support::bundle({"a", "b"});
  const auto step = model::advance({model::support::bundle_id, definition}, bundle_in(from), event,
                                   model::support::day);
  if (step.broken) return *step.broken;
  return step.accepted ? shown(step.next.state) : "nothing";
}

std::string trigger_of(const std::string& command) {
  if (command == "pause time is reached") return "pause";
  if (command == "change pausetime away") return "unpause";
  if (command == "change endtime") return "change";
  return command;
}

/// A code, "same" and "nothing" have no rule: which of them it is stands in the table alone.
std::string bundle_outcome(status from, const std::string& command, const row& told) {
  const std::string& outcome = told.at("outcome");
  const auto to = model::next_status(model::bundle_table, trigger_of(command), from);
  const bool moves = to && *to != from;
  const std::string by_step = moves ? shown(*to) : "nothing";
  if (command == "start") {
    EXPECT_EQ(bundle_after(from, model::bundle_events::started{{1, 2}}), by_step) << shown(from);
  }
  if (command == "kill") {
    EXPECT_EQ(bundle_after(from, model::bundle_events::killed{}), by_step) << shown(from);
  }
  if (moves) return shown(*to);
  return model::status_named(outcome) ? "no rule" : outcome;
}

TEST(tables, of_bundles_hold) {
  expect_table("bundle.csv", model::bundle_statuses,
               {"start", "suspend", "resume", "kill", "pause time is reached",
                "change pausetime away", "change endtime", "rerun"},
               bundle_outcome);
}

// -- coordinator jobs -----------------------------------------------------------------------------

const instant clock_time = vectors::played_job(status::prep, {}).now;

played_job job_in(status state, const std::string& command) {
  played_job job(state, plus_ms(clock_time, -ms_per_day));
  if (!model::prep_statuses.has(state) && command != "change endtime to the start")
    job.has(1, status::failed);
  return job;
}

std::string code_of_start() {
  const auto query = http::parameters::parse("action=start");
  const auto order = http::parse_order(*query, http::id_shape::coordinator, 2, {});
  return order ? "" : order.error().oozie;
}

std::string change(played_job& job, const std::string& command) {
  model::coordinator_change values;
  if (command == "change pausetime away") values.pause = never;
  if (command == "change concurrency") values.concurrency = 3;
  if (command == "change endtime to a later one")
    values.end = plus_ms(job.definition.end, ms_per_day);
  if (command == "change endtime to the start") values.end = job.definition.start;
  if (command == "change status to RUNNING") values.state = status::running;
  if (command == "change status to IGNORED") values.state = status::ignored;
  return job.order_quietly(model::orders::change{values});
}

/// Does it; the code of the refusal.
std::string command_job(played_job& job, const std::string& command) {
  namespace orders = model::orders;
  const model::action_scope first = vectors::numbers_told("1");
  if (command == "start") return code_of_start();
  if (command == "suspend") return job.order_quietly(orders::suspend{});
  if (command == "resume") return job.order_quietly(orders::resume{});
  if (command == "kill") return job.order_quietly(orders::kill{});
  if (command == "rerun") return job.order_quietly(orders::rerun{first, {}});
  if (command == "ignore actions") return job.order_quietly(orders::ignore_actions{first});
  if (command == "kill actions") return job.order_quietly(orders::kill_actions{first});
  if (command.starts_with("change ")) return change(job, command);
  if (command.starts_with("materialise")) {
    if (command == "materialise what cannot be resolved")
      job.definition.flaw = {"E1012", "no action can be made"};
    job.take(model::coordinator_events::materialised{1});
    return "";
  }
  EXPECT_EQ(command, "pause time is reached");
  job.record.pause_at = job.now;
  job.take(model::coordinator_events::pause_reached{});
  return "";
}

std::string job_outcome(played_job& job, const std::string& command) {
  const model::coordinator_record before = job.record;
  const std::string code = command_job(job, command);
  if (!code.empty()) return code;
  if (job.record.state != before.state) return shown(job.record.state);
  const bool obeyed =
      job.record.version != before.version || (command == "kill actions" && job.note.empty());
  return obeyed ? "same" : "nothing";
}

TEST(tables, of_coordinator_jobs_hold) {
  expect_table(
      "coordinator.csv", model::coordinator_statuses,
      {"start", "suspend", "resume", "kill", "materialise", "materialise what cannot be resolved",
       "pause time is reached", "change pausetime away", "change concurrency",
       "change endtime to a later one", "change endtime to the start", "change status to RUNNING",
       "change status to IGNORED", "rerun", "ignore actions", "kill actions"},
      [](status from, const std::string& command, const row&) {
        played_job job = job_in(from, command);
        return job_outcome(job, command);
      });
}

// -- actions --------------------------------------------------------------------------------------

model::action_event news(const std::string& command) {
  namespace events = model::action_events;
  if (command == "kill") return events::killed{};
  if (command == "job is suspended") return events::ordered{1, true};
  if (command == "job is resumed") return events::ordered{2, false};
  if (command == "inputs are found") return events::inputs_found{};
  if (command == "time-out") return events::timed_out{};
  if (command == "skip") return events::skipped{};
  if (command == "slot is given") return events::submitted{200, {}};
  if (command == "application is refused") return events::start_refused{"E0701", "it is wrong"};
  EXPECT_TRUE(command.starts_with("workflow ")) << command;
  return events::workflow_changed{vectors::status_told(command.substr(9)), "", ""};
}

std::string action_outcome(status from, const std::string& command) {
  namespace orders = model::orders;
  played_job job(status::running, plus_ms(clock_time, -ms_per_day));
  job.has(1, from);
  const model::action_scope first = vectors::numbers_told("1");
  std::string code;
  if (command == "ignore") {
    code = job.order_quietly(orders::ignore_actions{first});
  } else if (command == "rerun") {
    code = job.order_quietly(orders::rerun{first, {}});
  } else if (command == "job ends before it") {
    model::coordinator_change values;
    values.end = job.definition.start;
    code = job.order_quietly(orders::change{values});
  } else {
    if (command == "job is resumed" && !model::is_terminal(from)) job.actions[1].held = true;
    job.take(1, news(command));
  }
  if (!code.empty()) return code;
  if (!job.actions.contains(1)) return "gone";
  const model::action_record& action = job.actions.at(1);
  if (action.state != from) return shown(action.state);
  return action.version > 1 ? "same" : "nothing";
}

TEST(tables, of_actions_hold) {
  expect_table("action.csv", model::action_statuses,
               {"kill", "ignore", "rerun", "job is suspended", "job is resumed",
                "job ends before it", "inputs are found", "time-out", "skip", "slot is given",
                "application is refused", "workflow RUNNING", "workflow SUSPENDED",
                "workflow SUCCEEDED", "workflow KILLED", "workflow FAILED"},
               [](status from, const std::string& command, const row&) {
                 return action_outcome(from, command);
               });
}

// -- the arrows of the design documents -----------------------------------------------------------

std::vector<status> sources(const std::string& name) {
  if (name == "NONE") return {status::none};
  if (name != "ANY") return statuses_in(name);
  std::vector<status> out;
  for (size_t i = 1; i < model::status_count; ++i)
    if (const auto each = static_cast<status>(i);
        model::bundle_statuses.has(each) && !model::is_terminal(each))
      out.push_back(each);
  return out;
}

/// The news that makes a bundle take an arrow of the design; nothing for commands whose steps are
/// tested with them.
std::optional<model::bundle_event> bundle_news(const std::string& trigger, status to) {
  namespace events = model::bundle_events;
  using model::support::children;
  if (trigger == "submit") return events::created{{}, "joe", "retail", "/apps/retail"};
  if (trigger == "start") return events::started{{100, 101}};
  if (trigger == "kill") return events::killed{};
  if (trigger.ends_with("-refused")) return events::coordinator_refused{1, "E1001", "it is gone"};
  if (trigger == "aggregate")
    return events::children_changed{to == status::succeeded
                                        ? children({status::succeeded, status::succeeded})
                                        : children({status::succeeded, status::killed})};
  return std::nullopt;
}

/// How many children hear "SUBMIT children" and "KILL children".
void expect_children(const std::string& told, const model::bundle_context& context,
                     const model::bundle_record& after) {
  namespace fx = model::bundle_effects;
  const auto effects = model::owed(context, after, model::support::day);
  const auto kills = std::count_if(effects.begin(), effects.end(), [](const auto& effect) {
    const auto* order = std::get_if<fx::order_coordinator>(&effect);
    return order != nullptr && std::holds_alternative<model::orders::kill>(order->what);
  });
  const size_t submissions = model::support::count<fx::load_coordinator>(effects);
  EXPECT_EQ(kills > 0, told == "KILL children" && !after.members.empty());
  EXPECT_EQ(submissions, told == "SUBMIT children" ? 2U : 0U);
}

TEST(tables, every_row_of_the_bundle_design_holds) {
  const std::vector<row> rows = read_table("seed003.csv");
  EXPECT_EQ(rows.size(), 23U);
  for (const row& each : rows) {
    SCOPED_TRACE("seed003.csv:" + std::to_string(each.line));
    const status to = vectors::status_told(each.at("to"));
    for (const status from : sources(each.at("from"))) {
      bool ruled = false;
      for (const model::transition_rule& rule : model::bundle_table)
        ruled = ruled || (rule.trigger == each.at("here") && rule.from.has(from) && rule.to == to);
      EXPECT_TRUE(ruled) << shown(from);
      const auto event = bundle_news(each.at("here"), to);
      if (!event) continue;
      model::bundle_definition definition = model::support::bundle({"a", "b"});
      definition.coordinators[1].critical = each.at("here") == "critical-refused";
      const model::bundle_context context{model::support::bundle_id, definition};
      model::bundle_record before = bundle_in(from);
      if (each.at("here") == "aggregate") before.members[1].created = true;
      const auto step = model::advance(context, before, *event, model::support::day);
      ASSERT_TRUE(step.accepted) << shown(from) << step.broken.value_or("");
      EXPECT_EQ(step.next.state, to) << shown(step.next.state);
      if (each.at("here") != "submit") expect_children(each.at("children"), context, step.next);
    }
  }
}

status aggregated(status from, const std::string& told) {
  played_job job(from, plus_ms(clock_time, -ms_per_day * 9));
  std::istringstream words(told);
  for (std::string word; words >> word;) {
    if (word == "done")
      job.record.done = true;
    else
      job.has(job.record.actions + 1, vectors::status_told(word));
  }
  job.transit();
  return job.record.state;
}

TEST(tables, every_arrow_of_the_coordinator_design_holds) {
  const std::vector<row> rows = read_table("seed000_job.csv");
  EXPECT_EQ(rows.size(), 32U);
  for (const row& each : rows) {
    SCOPED_TRACE("seed000_job.csv:" + std::to_string(each.line));
    const status from = vectors::status_told(each.at("from"));
    if (each.at("here") == "aggregate") {
      EXPECT_EQ(shown(aggregated(from, each.at("actions"))), each.at("to"));
      continue;
    }
    played_job job = job_in(from, each.at("here"));
    EXPECT_EQ(job_outcome(job, each.at("here")), each.at("to"));
  }
}

TEST(tables, every_arrow_of_the_action_design_holds) {
  const std::vector<row> rows = read_table("seed000_action.csv");
  EXPECT_EQ(rows.size(), 17U);
  for (const row& each : rows)
    EXPECT_EQ(action_outcome(vectors::status_told(each.at("from")), each.at("here")), each.at("to"))
        << "seed000_action.csv:" << each.line;
}

}  // namespace
}  // namespace foliot::tables

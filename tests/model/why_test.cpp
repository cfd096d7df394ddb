#include "model/why.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "model/tables.hpp"
#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::minutes;

std::vector<std::string> kinds(const std::vector<reason>& reasons) {
  std::vector<std::string> out;
  for (const reason& r : reasons) out.emplace_back(name(r.kind));
  return out;
}
using kind_list = std::vector<std::string>;

TEST(why, every_kind_has_its_row_in_the_manual) {
  std::ifstream file(FOLIOT_SOURCE_DIR "/docs/why.md");
  const std::string manual{std::istreambuf_iterator<char>(file), {}};
  for (uint8_t i = 0; i <= static_cast<uint8_t>(reason_kind::step); ++i) {
    const std::string kind(name(static_cast<reason_kind>(i)));
    EXPECT_NE(manual.find("\n| `" + kind + "` |"), std::string::npos) << kind;
  }
}

struct action_case {
  coordinator_definition definition = support::coordinator(60, 24);
  action_record record;
  action_facts facts;

  action_case(status state) {
    record.version = 3;
    record.state = state;
    record.nominal = minutes(0);
    record.created = minutes(-30);
    record.modified = minutes(1);
  }
  std::vector<reason> ask(instant now = minutes(5)) const {
    return why(action_context{action_of(support::coordinator_id, 4), definition, definition.end},
               record, facts, now);
  }
};

TEST(why, a_waiting_action_names_the_inputs_that_are_missing) {
  action_case c(waiting);
  c.facts.dependencies = {{"file:///raw/a/_SUCCESS", true}, {"file:///raw/b/_SUCCESS", false}};
  const std::vector<reason> reasons = c.ask();
  ASSERT_EQ(kinds(reasons), (kind_list{"input"}));
  EXPECT_EQ(reasons[0].what, "waits for file:///raw/b/_SUCCESS");
  EXPECT_EQ(reasons[0].since, minutes(-30));
  EXPECT_EQ(reasons[0].wakes, "its creation, or the time-out at 2026-01-05T02:01Z");
  EXPECT_FALSE(reasons[0].remedy.empty());
  EXPECT_EQ(reasons[0].act, remedy_kind::create);
  EXPECT_EQ(reasons[0].uris, (std::vector<std::string>{"file:///raw/b/_SUCCESS"}));
  EXPECT_EQ(reasons[0].otherwise, minutes(121));
}

TEST(why, open_inputs_are_told_before_their_time) {
  action_case c(waiting);
  c.facts.open = "${coord:latest(0)}";
  EXPECT_EQ(kinds(c.ask(minutes(-5))), (kind_list{"clock", "input"}));
  c.facts.open_why = "nothing is there";
  c.facts.open_absent = {"file:///raw/a", "file:///raw/b"};
  const std::vector<reason> reasons = c.ask(minutes(5));
  ASSERT_EQ(kinds(reasons), (kind_list{"input"}));
  EXPECT_EQ(reasons[0].uris, c.facts.open_absent);
}

TEST(why, one_that_is_passed_over_says_when) {
  action_case c(ready);
  c.definition.order = execution_order::none;
  c.facts.slot_holders = {2};
  const std::vector<reason> reasons = c.ask(minutes(0));
  ASSERT_EQ(kinds(reasons), (kind_list{"slot"}));
  EXPECT_EQ(reasons[0].otherwise, skip_at({c.definition, c.definition.end}, 4, c.record.nominal));
}

TEST(why, many_missing_inputs_are_counted) {
  action_case c(waiting);
  for (int i = 0; i < 30; ++i) c.facts.dependencies.push_back({"file:///" + std::to_string(i)});
  const std::vector<reason> reasons = c.ask();
  ASSERT_EQ(reasons.size(), reasons_listed_max + 1);
  EXPECT_EQ(reasons.back().what, "waits for 10 more inputs");
}

TEST(why, a_waiting_action_tells_the_clock_and_its_parent) {
  action_case c(waiting);
  c.facts.coordinator = suspended;
  c.record.held = true;
  const std::vector<reason> reasons = c.ask(minutes(-5));
  ASSERT_EQ(kinds(reasons), (kind_list{"parent", "clock"}));
  EXPECT_EQ(reasons[0].act, remedy_kind::resume);
  EXPECT_EQ(reasons[0].target, support::coordinator_id);
  EXPECT_EQ(reasons[1].until, minutes(0));
  c.record.held = false;  // the job is suspended because its other actions are
  EXPECT_EQ(kinds(c.ask(minutes(-5))), (kind_list{"clock"}));
  c.facts.coordinator = running;
  EXPECT_EQ(kinds(c.ask(minutes(5))), (kind_list{"step"})) << "everything is there";
}

TEST(why, a_ready_action_names_who_holds_the_slots) {
  action_case c(ready);
  c.facts.slot_holders = {2};
  c.facts.ready = {4, 5, 6};
  const std::vector<reason> full = c.ask();
  ASSERT_EQ(kinds(full), (kind_list{"slot"}));
  EXPECT_EQ(full[0].what, "waits for a slot: concurrency is 1, taken by @2; 2 more are READY");
  EXPECT_EQ(full[0].holders, (std::vector<entity_id>{action_of(support::coordinator_id, 2)}));
  EXPECT_EQ(full[0].act, remedy_kind::raise_concurrency);
  EXPECT_EQ(full[0].target, support::coordinator_id);
  EXPECT_EQ(full[0].number, 4) << "so many that it starts whoever comes first";
  c.facts.slot_holders.clear();
  EXPECT_EQ(c.ask()[0].what, "is about to get a slot");
}

TEST(why, a_started_action_points_to_its_workflow) {
  for (status state : {submitted, running}) {
    action_case c(state);
    c.facts.workflow_id = "0000001-260105000000000-f-W";
    const std::vector<reason> reasons = c.ask();
    ASSERT_EQ(kinds(reasons), (kind_list{"run"}));
    EXPECT_NE(reasons[0].what.find("0000001-260105000000000-f-W"), std::string::npos);
  }
  action_case killed_one(killed);
  EXPECT_TRUE(killed_one.ask().empty());
  killed_one.record.pending = true;
  EXPECT_EQ(kinds(killed_one.ask()), (kind_list{"run"}));
}

TEST(why, quarantine_comes_first) {
  action_case c(ready);
  c.facts.quarantine = quarantine_note{{}, minutes(2), "action.submitted", "no workflow id"};
  const std::vector<reason> reasons = c.ask();
  ASSERT_EQ(kinds(reasons), (kind_list{"quarantine"}));
  EXPECT_NE(reasons[0].what.find("action.submitted"), std::string::npos);
}

TEST(why, a_coordinator_tells_clock_throttle_and_children) {
  coordinator_definition definition = support::coordinator(60, 24);
  definition.throttle = 2;
  const coordinator_context context{support::coordinator_id, definition};
  coordinator_record record;
  record.version = 1;
  record.state = prep;
  EXPECT_EQ(kinds(why(context, record, {}, minutes(-120))), (kind_list{"clock"}));
  EXPECT_EQ(why(context, record, {}, minutes(-120))[0].what,
            "action @1 for 2026-01-05T00:00Z is made at 2026-01-04T23:00Z");
  EXPECT_EQ(kinds(why(context, record, {}, minutes(0))), (kind_list{"step"}));
  record.state = running;
  record.actions = 3;
  coordinator_facts facts;
  facts.actions.of[static_cast<size_t>(waiting)] = 2;
  facts.actions.of[static_cast<size_t>(running)] = 1;
  const std::vector<reason> busy = why(context, record, facts, minutes(600));
  ASSERT_EQ(kinds(busy), (kind_list{"throttle", "children"}));
  EXPECT_EQ(busy[1].what, "waits for its actions: 2 WAITING, 1 RUNNING");
}

TEST(why, a_bundle_tells_clock_loading_and_children) {
  bundle_definition definition = support::bundle({"a", "b", "c", "d"});
  definition.kick_off = minutes(10);
  const bundle_context context{support::bundle_id, definition};
  bundle_record record;
  record.version = 1;
  record.state = prep;
  EXPECT_EQ(kinds(why(context, record, {}, minutes(0))), (kind_list{"clock"}));
  EXPECT_EQ(kinds(why(context, record, {}, minutes(10))), (kind_list{"step"}));
  record.state = running;
  for (uint16_t i = 0; i < 4; ++i)
    record.members.push_back({i, 100U + i, i < 2, false, i == 3, "", ""});
  const std::vector<reason> reasons =
      why(context, record, {{succeeded, running}, {}, {}}, minutes(20));
  ASSERT_EQ(kinds(reasons), (kind_list{"children", "loading"}));
  EXPECT_EQ(reasons[0].what, "waits for coordinator 'b', which is RUNNING");
  EXPECT_NE(reasons[1].what.find("'c'"), std::string::npos);
}

TEST(why, a_workflow_tells_its_open_nodes) {
  workflow_definition definition;
  definition.nodes.resize(3);
  definition.nodes[0].name = "load";
  definition.nodes[1].name = "join";
  definition.nodes[1].kind = node_kind::join;
  definition.nodes[2].name = "hold";
  workflow_record record;
  record.version = 1;
  record.state = running;
  EXPECT_EQ(kinds(why(definition, record, {})), (kind_list{"step"}));
  node_state node;
  node.node = 0;
  node.state = node_status::running;
  node.external_id = 4711;
  record.nodes.push_back(node);
  node.node = 1;
  node.state = node_status::prep;
  node.arrived = 1;
  record.nodes.push_back(node);
  node.node = 2;
  node.state = node_status::start_manual;
  record.nodes.push_back(node);
  record.questions.push_back({"fs:exists", {"file:///a"}});
  const std::vector<reason> reasons = why(definition, record, {});
  ASSERT_EQ(kinds(reasons), (kind_list{"fact", "run", "run", "held"}));
  EXPECT_EQ(reasons[0].what, "asks fs:exists(file:///a)");
  EXPECT_EQ(reasons[1].what, "runs node 'load' as process 4711");
  EXPECT_NE(reasons[2].what.find("1 have arrived"), std::string::npos);

  record.nodes.edit(0).external_id = 0;
  workflow_facts facts;
  facts.places[0] = {32, 5};
  const reason waits = why(definition, record, facts).at(1);
  EXPECT_EQ(waits.kind, reason_kind::run);
  EXPECT_EQ(waits.what,
            "node 'load' waits for one of 32 places for programs on this host; 5 go before it");
  EXPECT_EQ(waits.node, "load");
}

/// Whatever the status: somebody who asks gets an answer while the entity lives.
TEST(why, every_living_entity_has_a_reason) {
  const coordinator_definition coordinator = support::coordinator(60, 24);
  const bundle_definition bundle = support::bundle({"a"});
  const workflow_definition workflow;
  for (size_t i = 1; i < status_count; ++i) {
    const auto state = static_cast<status>(i);
    const bool lives = !is_terminal(state);
    if (bundle_statuses.has(state)) {
      bundle_record record;
      record.version = 1;
      record.state = state;
      EXPECT_EQ(!why(bundle_context{support::bundle_id, bundle}, record, {}, minutes(0)).empty(),
                lives)
          << name(state);
    }
    for (const bool done : {false, true}) {
      if (!coordinator_statuses.has(state)) continue;
      coordinator_record record;
      record.version = 1;
      record.state = state;
      record.done = done;
      const coordinator_context context{support::coordinator_id, coordinator};
      EXPECT_EQ(!why(context, record, {}, minutes(0)).empty(), lives) << name(state);
    }
    if (action_statuses.has(state)) {
      EXPECT_EQ(!action_case(state).ask().empty(), lives) << name(state);
    }
    if (workflow_statuses.has(state)) {
      workflow_record record;
      record.version = 1;
      record.state = state;
      EXPECT_EQ(!why(workflow, record, {}).empty(), lives) << name(state);
    }
  }
}

}  // namespace
}  // namespace foliot::model

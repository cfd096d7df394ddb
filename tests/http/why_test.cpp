#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

json why(world& w, const std::string& id) {
  const http::response out = w.ask("GET", "/api/why/" + id);
  EXPECT_EQ(out.status, 200) << out.body;
  return json::parse(out.body);
}

TEST(why, answers_for_every_kind) {
  world w;
  for (const std::string& id : {bundle_wire, coordinator_wire, coordinator_wire + "@2"}) {
    const json out = why(w, id);
    EXPECT_EQ(out.at("id"), id);
    EXPECT_EQ(out.at("terminal"), false);
    ASSERT_GE(out.at("reasons").size(), 1U) << id;
    for (const json& reason : out.at("reasons")) {
      EXPECT_NE(reason.at("kind"), "");
      EXPECT_NE(reason.at("what"), "");
    }
  }
  EXPECT_EQ(w.unanswered, 0);
}

TEST(why, tells_programs_what_to_do) {
  world w;
  const json out = why(w, coordinator_wire + "@2");
  for (const json& reason : out.at("reasons")) {
    EXPECT_NE(reason.at("act"), "");
    EXPECT_TRUE(reason.at("uris").is_array());
    EXPECT_TRUE(reason.at("holders").is_array());
    if (reason.at("kind") == "input") {
      EXPECT_TRUE(reason.at("lookedAt").is_string());
    }
    if (reason.at("act") == "create") {
      EXPECT_FALSE(reason.at("uris").empty());
    }
    if (reason.at("act") == "ask") {
      EXPECT_FALSE(reason.at("holders").empty());
    }
  }
}

TEST(why, has_no_reason_for_what_has_ended) {
  world w;
  const json out = why(w, workflow_wire);
  EXPECT_EQ(out.at("terminal"), true);
  EXPECT_EQ(out.at("reasons"), json::array());
  EXPECT_EQ(w.unanswered, 0);
}

/// The workflow as it is while its node "load" has not begun.
model::workflow_record& unfinished(world& w, model::status state) {
  auto& record = std::get<model::workflow_record>(w.reader.records[workflow_id]);
  record.state = state;
  record.ended = {};
  model::node_state& load = record.nodes.edit(1);
  load.state = model::node_status::prep;
  load.ended = {};
  load.external_id = 0;
  load.transition = model::no_node;
  return record;
}

TEST(why, tells_the_place_of_a_run_that_was_not_started_yet) {
  world w;
  model::node_state& load = unfinished(w, model::status::running).nodes.edit(1);
  load.open = true;
  load.plan = model::program_plan{};
  EXPECT_EQ(why(w, workflow_wire).at("reasons").at(0).at("what"), "starts node 'load'");
  w.places[workflow_wire + "@load.2"] = {8, 3};
  const json out = why(w, workflow_wire);
  ASSERT_EQ(out.at("reasons").size(), 1U);
  EXPECT_EQ(out.at("reasons").at(0).at("what"),
            "node 'load' waits for one of 8 places for programs on this host; 3 go before it");
}

TEST(why, names_the_point_where_a_workflow_was_suspended) {
  world w;
  model::workflow_record& record = unfinished(w, model::status::suspended);
  record.nodes.edit(1).paused = true;
  EXPECT_EQ(why(w, workflow_wire).at("reasons").at(1).at("what"),
            "stands before node 'load': nothing begins while the job is suspended");
  record.conf["oozie.suspend.on.nodes"] = "else, load";
  const json out = why(w, workflow_wire).at("reasons").at(1);
  EXPECT_EQ(out.at("what"),
            "stands before node 'load', where oozie.suspend.on.nodes suspends the job");
  EXPECT_EQ(out.at("act"), "resume");
  EXPECT_EQ(out.at("target"), workflow_wire);
}

TEST(why, refuses_a_node_that_the_definition_lacks) {
  world w;
  const http::response out = w.ask("GET", "/api/why/" + workflow_wire + "@nosuchnode");
  EXPECT_EQ(out.status, 404);
  const json error = json::parse(out.body).at("error");
  EXPECT_EQ(error.at("code"), "E0605");
  EXPECT_EQ(error.at("sentence"), "there is no node 'nosuchnode' in " + workflow_wire);
  EXPECT_EQ(w.unanswered, 0) << "who asks was wrong, not the answer";
}

TEST(why, of_a_node_tells_its_own_reasons) {
  world w;
  model::workflow_record& record = unfinished(w, model::status::running);
  model::node_state& load = record.nodes.edit(1);
  load.open = true;
  load.plan = model::program_plan{};
  model::node_state other = load;
  other.node = 2;
  record.nodes.push_back(other);
  w.places[workflow_wire + "@load.2"] = {8, 3};
  EXPECT_EQ(why(w, workflow_wire).at("reasons").size(), 2U);
  const json out = why(w, workflow_wire + "@load");
  EXPECT_EQ(out.at("id"), workflow_wire + "@load");
  EXPECT_EQ(out.at("status"), "PREP");
  EXPECT_EQ(out.at("terminal"), false);
  ASSERT_EQ(out.at("reasons").size(), 1U);
  EXPECT_EQ(out.at("reasons").at(0).at("what"),
            "node 'load' waits for one of 8 places for programs on this host; 3 go before it");
}

TEST(why, of_a_node_that_has_ended_or_not_begun_says_so) {
  world w;
  auto& record = std::get<model::workflow_record>(w.reader.records[workflow_id]);
  const json over = why(w, workflow_wire + "@done");
  EXPECT_EQ(over.at("status"), "NONE");
  EXPECT_EQ(over.at("terminal"), true);
  EXPECT_EQ(over.at("reasons").at(0).at("what"),
            "node 'done' has not begun: the job ended before a path came to it");

  record.state = model::status::running;
  model::node_state& load = record.nodes.edit(1);
  load.state = model::node_status::error;
  load.error_code = "E1";
  load.error = "broken";
  const json ended = why(w, workflow_wire + "@load");
  EXPECT_EQ(ended.at("status"), "ERROR");
  EXPECT_EQ(ended.at("terminal"), true);
  EXPECT_EQ(ended.at("error").at("code"), "E1");
  EXPECT_EQ(ended.at("reasons").at(0).at("what"), "node 'load' has ended: ERROR");

  const json ahead = why(w, workflow_wire + "@done");
  EXPECT_EQ(ahead.at("status"), "NONE");
  EXPECT_EQ(ahead.at("terminal"), false);
  ASSERT_EQ(ahead.at("reasons").size(), 1U);
  EXPECT_EQ(ahead.at("reasons").at(0).at("what"),
            "node 'done' has not begun: no path has come to it yet");
  EXPECT_EQ(ahead.at("reasons").at(0).at("holders"), json::array({workflow_wire}));
  EXPECT_EQ(w.unanswered, 0);
}

TEST(why, names_quarantine) {
  world w;
  w.reader.note = model::quarantine_note{coordinator_id, at(2, 30), "coordinator.killed", "broken"};
  const json out = why(w, coordinator_wire);
  bool named = false;
  for (const json& reason : out.at("reasons")) named = named || reason.at("kind") == "quarantine";
  EXPECT_TRUE(named) << out.dump(1);
}

TEST(why, counts_what_it_cannot_answer) {
  world w;
  w.definitions.coordinator_refusal =
      failure{errc::too_new, "written by a later version", "", "", "Start that version"};
  const http::response out = w.ask("GET", "/api/why/" + coordinator_wire);
  EXPECT_EQ(out.status, 500);
  EXPECT_EQ(json::parse(out.body).at("error").at("remedy"), "Start that version");
  EXPECT_EQ(w.unanswered, 1);
}

}  // namespace
}  // namespace foliot::testing

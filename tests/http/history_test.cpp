// /api/history/ID and /api/tree/ID.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

const entity_id action_id = action_of(coordinator_id, 2);

/// The second action is born, suspended, resumed and killed; others have entries in between.
struct story : world {
  story() {
    model::action_events::created born;
    born.nominal = at(0, 5);
    add(action_id, 1, born, {3, "", "", ""});
    model::coordinator_events::killed other;
    add(coordinator_id, 9, other, {});
    add(action_id, 2, model::action_events::ordered{1, true}, {12, "", "", ""});
    add(action_id, 3, model::action_events::ordered{2, false}, {});
    add(action_id, 4, model::action_events::killed{}, {0, "ada", "10.0.0.1:99", "r-7"});
  }
  template <class Event>
  void add(const entity_id& id, uint64_t version, Event event, model::cause why) {
    model::journal_entry entry;
    entry.sequence = 10 + reader.entries.size();
    entry.entity = id;
    entry.version = version;
    entry.now = at(2, static_cast<int>(reader.entries.size()));
    if constexpr (std::is_constructible_v<model::action_event, Event>)
      entry.event = model::action_event(std::move(event));
    else
      entry.event = model::coordinator_event(std::move(event));
    entry.why = std::move(why);
    reader.entries.push_back(std::move(entry));
  }
  json ask_json(const std::string& address) {
    const http::response out = ask("GET", address);
    EXPECT_EQ(out.status, 200) << out.body;
    return json::parse(out.body);
  }
};

TEST(history, tells_each_event_with_who_and_why) {
  story w;
  const json out = w.ask_json("/api/history/" + coordinator_wire + "@2");
  EXPECT_EQ(out.at("id"), coordinator_wire + "@2");
  const json& events = out.at("events");
  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(events[0].at("sequence"), 10);
  EXPECT_EQ(events[0].at("time"), "2026-01-05T02:00:00.000Z");
  EXPECT_EQ(events[0].at("event"), "action.created");
  EXPECT_EQ(events[0].at("from"), nullptr);
  EXPECT_EQ(events[0].at("to"), "WAITING");
  // Its cause stands in no entry of this tree.
  EXPECT_EQ(events[0].at("cause"), (json{{"sequence", 3}, {"id", nullptr}, {"what", nullptr}}));
  EXPECT_EQ(
      events[1].at("cause"),
      (json{{"sequence", 12}, {"id", coordinator_wire + "@2"}, {"what", events[1].at("what")}}));
  EXPECT_EQ(events[3].at("from"), "WAITING");
  EXPECT_EQ(events[3].at("to"), "KILLED");
  EXPECT_EQ(events[3].at("user"), "ada");
  EXPECT_EQ(events[3].at("address"), "10.0.0.1:99");
  EXPECT_EQ(events[3].at("request"), "r-7");
  EXPECT_EQ(events[3].at("cause"), nullptr);
  EXPECT_EQ(out.at("older"), 0);
  EXPECT_EQ(out.at("next"), nullptr);
}

TEST(history, is_told_page_by_page) {
  story w;
  const std::string path = "/api/history/" + coordinator_wire + "@2";
  const json newest = w.ask_json(path + "?len=2");
  EXPECT_EQ(newest.at("events").size(), 2U);
  EXPECT_EQ(newest.at("events")[1].at("sequence"), 14);
  EXPECT_EQ(newest.at("events")[1].at("to"), "KILLED");
  EXPECT_EQ(newest.at("older"), 2);
  const json first = w.ask_json(path + "?from=0&len=3");
  EXPECT_EQ(first.at("events").size(), 3U);
  EXPECT_EQ(first.at("next"), 14);
  const json second = w.ask_json(path + "?len=3&from=14");
  EXPECT_EQ(second.at("events").size(), 1U);
  EXPECT_EQ(second.at("events")[0].at("from"), "WAITING");
  EXPECT_EQ(second.at("older"), 3);
  EXPECT_EQ(second.at("next"), nullptr);
  EXPECT_TRUE(w.ask_json(path + "?from=99").at("events").empty());
}

TEST(history, bounds_what_is_asked) {
  story w;
  const std::string path = "/api/history/" + coordinator_wire + "@2";
  EXPECT_EQ(w.ask("GET", path + "?len=many").status, 400);
  EXPECT_EQ(w.ask("GET", path + "?from=x").status, 400);
  EXPECT_EQ(w.ask("GET", path + "?len=0").status, 400);
  EXPECT_EQ(w.ask("GET", path + "?len=1001").status, 400);
  EXPECT_EQ(w.ask_json(path + "?from=0&len=1000").at("events").size(), 4U);
  EXPECT_EQ(w.ask("GET", "/api/history/" + coordinator_wire + "@9").status, 404);
  EXPECT_EQ(w.ask("GET", "/api/history/moon").status, 404);
  EXPECT_EQ(w.ask("POST", path).status, 405);
}

TEST(history, of_a_node_that_the_definition_lacks_is_refused) {
  story w;
  const http::response out = w.ask("GET", "/api/history/" + workflow_wire + "@nosuch");
  EXPECT_EQ(out.status, 404);
  EXPECT_EQ(json::parse(out.body).at("error").at("code"), "E0605");
  const json known = w.ask_json("/api/history/" + workflow_wire + "@load");
  EXPECT_TRUE(known.at("events").empty());
  EXPECT_EQ(known.at("status"), "OK");
}

TEST(history, goes_on_where_a_step_cannot_be_followed) {
  story w;
  w.reader.entries[3].version = 7;  // what the core makes is version 3
  const json out = w.ask_json("/api/history/" + coordinator_wire + "@2");
  ASSERT_EQ(out.at("events").size(), 4U);
  EXPECT_EQ(out.at("events")[1].at("to"), "WAITING");
  EXPECT_EQ(out.at("events")[2].at("to"), nullptr);
  EXPECT_EQ(out.at("events")[3].at("to"), nullptr);
  EXPECT_NE(out.at("unfollowed").get<std::string>().find("entry 13"), std::string::npos);
}

TEST(history, begins_with_the_snapshot_that_a_purge_left) {
  story w;
  model::journal_entry& first = w.reader.entries[0];
  first.version = 1;
  auto record = std::get<model::action_record>(w.reader.records[action_id]);
  record.version = 1;
  record.extra.reset();
  first.snapshot = std::make_shared<const model::any_record>(record);
  const json out = w.ask_json("/api/history/" + coordinator_wire + "@2");
  EXPECT_EQ(out.at("events")[0].at("event"), "snapshot");
  EXPECT_EQ(out.at("events")[0].at("to"), nullptr);
  EXPECT_EQ(out.at("events")[3].at("to"), "KILLED");
}

TEST(tree, shows_all_that_lies_below) {
  world w;
  const json out = json::parse(w.ask("GET", "/api/tree/" + bundle_wire).body);
  EXPECT_EQ(out.at("kind"), "bundle");
  EXPECT_EQ(out.at("status"), "RUNNING");
  const json& coordinator = out.at("below").at(0);
  EXPECT_EQ(coordinator.at("id"), coordinator_wire);
  const json& actions = coordinator.at("below");
  ASSERT_EQ(actions.size(), 2U);
  EXPECT_EQ(actions[0].at("status"), "SUCCEEDED");
  EXPECT_EQ(actions[1].at("below"), json::array());
  const json& workflow = actions[0].at("below").at(0);
  EXPECT_EQ(workflow.at("id"), workflow_wire);
  EXPECT_EQ(workflow.at("below").at(1).at("name"), "load");
  EXPECT_EQ(workflow.at("below").at(1).at("type"), "shell");
}

TEST(tree, shows_the_newest_actions_and_counts_the_others) {
  world w;
  const json out = json::parse(w.ask("GET", "/api/tree/" + coordinator_wire + "?len=1").body);
  ASSERT_EQ(out.at("below").size(), 1U);
  EXPECT_EQ(out.at("below")[0].at("name"), "@2");
  EXPECT_EQ(out.at("more"), 1);
  EXPECT_EQ(w.ask("GET", "/api/tree/" + coordinator_wire + "?len=x").status, 400);
  EXPECT_EQ(w.ask("GET", "/api/tree/" + workflow_wire + "@load").status, 404);
}

}  // namespace
}  // namespace foliot::testing

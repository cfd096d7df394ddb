// GET /api/datasets: which data is waited for, and by whom.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "el/parser.hpp"
#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

constexpr uint32_t waiting = 14;

/// The world's coordinator with one action that succeeded and 14 that wait for two instances each,
/// which overlap, and for the newest there is.
struct waiting_world : world {
  waiting_world() {
    auto definition = std::make_shared<model::coordinator_definition>(*definitions.coordinator_);
    definition->datasets = {five_minute_dataset()};
    for (const char* text : {"current(0)", "latest(0)"}) {
      model::data_event event;
      event.name = text[0] == 'c' ? "now" : "newest";
      event.instances.push_back(el::parse("${coord:" + std::string(text) + "}").value());
      definition->inputs.push_back(std::move(event));
    }
    definition->inputs[0].instances.push_back(el::parse("${coord:current(-1)}").value());
    definitions.coordinator_ = definition;
    auto record = std::get<model::action_record>(reader.records[action_of(coordinator_id, 2)]);
    for (uint32_t i = 0; i < waiting; ++i) {
      record.nominal = at(0, 5 + 5 * static_cast<int>(i));
      reader.records[action_of(coordinator_id, 2 + i)] = record;
    }
  }

  json ask_json(const std::string& query) {
    const http::response out = ask("GET", "/api/datasets" + query);
    EXPECT_EQ(out.status, 200) << out.body;
    return json::parse(out.body);
  }
};

std::vector<std::string> uris(const json& of) {
  std::vector<std::string> out;
  for (const json& each : of.at("instances")) out.push_back(each.at("uri"));
  return out;
}

TEST(watched, are_instances_with_those_who_wait) {
  waiting_world w;
  const json out = w.ask_json("");
  ASSERT_EQ(out.at("instances").size(), waiting + 1);
  const json& first = out.at("instances").at(0);
  EXPECT_EQ(first.at("uri"), "file:///data/0000/_SUCCESS");
  EXPECT_EQ(first.at("waiting"), 1);
  const json& second = out.at("instances").at(1);
  EXPECT_EQ(second.at("waiting"), 2);
  EXPECT_EQ(second.at("actions"), json::array({coordinator_wire + "@2", coordinator_wire + "@3"}));
  EXPECT_EQ(second.at("dataset"), "raw");
  EXPECT_EQ(second.at("needed"), true);
  EXPECT_EQ(second.at("there"), false);
  EXPECT_EQ(out.at("next"), nullptr);
  EXPECT_EQ(out.at("truncated"), false);
}

TEST(watched, tell_latest_apart_and_name_ten_of_many) {
  waiting_world w;
  const json out = w.ask_json("");
  ASSERT_EQ(out.at("open").size(), 1U);
  const json& open = out.at("open").at(0);
  EXPECT_EQ(open.at("instances"), "${coord:latest(0)}");
  EXPECT_EQ(open.at("event"), "newest");
  EXPECT_EQ(open.at("coordinator"), coordinator_wire);
  EXPECT_EQ(open.at("waiting"), waiting);
  EXPECT_EQ(open.at("actions").size(), 10U);
}

TEST(watched, may_be_only_what_is_missing) {
  waiting_world w;
  w.there = {"file:///data/0000/_SUCCESS", "file:///data/0010/_SUCCESS"};
  EXPECT_EQ(w.ask_json("").at("instances").at(0).at("there"), true);
  const json out = w.ask_json("?missing=true");
  EXPECT_EQ(out.at("instances").size(), waiting - 1);
  EXPECT_EQ(out.at("instances").at(0).at("uri"), "file:///data/0005/_SUCCESS");
}

TEST(watched, come_in_pages_without_gaps) {
  waiting_world w;
  w.there = {"file:///data/0010/_SUCCESS"};
  std::vector<std::string> all;
  json page = w.ask_json("?missing=true&len=4");
  for (int i = 0; i < 10; ++i) {
    for (const std::string& each : uris(page)) all.push_back(each);
    if (page.at("next").is_null()) break;
    page = w.ask_json("?missing=true&len=4&after=" + page.at("next").get<std::string>());
    EXPECT_TRUE(page.at("open").empty());
  }
  EXPECT_EQ(all, uris(w.ask_json("?missing=true")));
}

TEST(watched, may_be_of_one_job_or_below_one_path) {
  waiting_world w;
  EXPECT_EQ(w.ask_json("?coordinator=" + coordinator_wire).at("instances").size(), waiting + 1);
  EXPECT_EQ(uris(w.ask_json("?prefix=file:///data/010")),
            (std::vector<std::string>{"file:///data/0100/_SUCCESS", "file:///data/0105/_SUCCESS"}));
  EXPECT_TRUE(uris(w.ask_json("?prefix=hdfs:")).empty());
  EXPECT_EQ(w.ask("GET", "/api/datasets?coordinator=" + bundle_wire).status, 404);
  EXPECT_EQ(w.ask("GET", "/api/datasets?coordinator=moon").status, 404);
}

TEST(watched, are_not_of_jobs_that_have_ended) {
  waiting_world w;
  std::get<model::coordinator_record>(w.reader.records[coordinator_id]).state =
      model::status::killed;
  EXPECT_TRUE(w.ask_json("").at("instances").empty());
}

TEST(watched, are_not_needed_where_logic_decides) {
  waiting_world w;
  auto definition = std::make_shared<model::coordinator_definition>(*w.definitions.coordinator_);
  definition->logic = model::input_logic{model::logic_node{}};
  w.definitions.coordinator_ = definition;
  EXPECT_EQ(w.ask_json("").at("instances").at(0).at("needed"), false);
}

}  // namespace
}  // namespace foliot::testing

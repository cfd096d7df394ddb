// POST /api/datasets/ready, and what `why` and the missing dependencies say of inputs that depend
// on which data is there.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "el/parser.hpp"
#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

const std::string address = "/api/datasets/ready?user.name=joe";

const http::header_list as_json{{"Content-Type", "application/json"}};

http::response post(world& w, const json& body) {
  return w.ask("POST", address, body.dump(), as_json);
}

TEST(datasets_ready, takes_json_only) {
  for (const char* type : {"", "text/plain", "application/xml", "multipart/form-data",
                           "application/x-www-form-urlencoded"}) {
    world w;
    const http::response out =
        w.ask("POST", address, R"({"uris":["/data/a"]})", {{"Content-Type", type}});
    EXPECT_EQ(out.status, 415) << type;
    EXPECT_EQ(json::parse(out.body)["error"].at("place"), "Content-Type");
    EXPECT_TRUE(w.commands.told.empty()) << type;
  }
  world w;
  EXPECT_EQ(w.ask("POST", address, R"({"uris":["/data/a"]})",
                  {{"Content-Type", "Application/JSON; charset=utf-8"}})
                .status,
            200);
}

TEST(datasets_ready, hands_the_uris_on_and_tells_who_waited) {
  world w;
  const http::response out =
      post(w, {{"uris", {"file:///data/raw/2026-01-05", "/data/raw/2026-01-06/_SUCCESS"}}});
  EXPECT_EQ(out.status, 200) << out.body;
  EXPECT_EQ(json::parse(out.body), (json{{"uris", 2}, {"lookedAt", 1}, {"waiting", 3}}));
  ASSERT_EQ(w.commands.told.size(), 1U);
  EXPECT_EQ(w.commands.told[0].first, (std::vector<std::string>{"file:///data/raw/2026-01-05",
                                                                "/data/raw/2026-01-06/_SUCCESS"}));
  EXPECT_EQ(w.commands.told[0].second.user, "joe");
  EXPECT_EQ(w.api->uncommitted(), 0U);
}

TEST(datasets_ready, refuses_what_it_cannot_use) {
  const std::string one = "file:///d";
  const std::vector<std::pair<std::string, std::string>> rows{
      {"", "body"},
      {"[]", "body"},
      {"{}", "body"},
      {R"({"uris":[]})", "body"},
      {R"({"uris":"file:///d"})", "body"},
      {R"({"uris":["file:///d"],"more":1})", "body"},
      {R"({"uris":["file:///d",7]})", "uris[1]"},
      {R"({"uris":["file:///d",["file:///e"]]})", "uris[1]"},
      {R"({"uris":{"file:///d":"file:///d"}})", "body"},
      {R"({"uris":["file:///d"]} more)", "body"},
      {R"({"uris":["file:///d"])", "body"},
      {R"(["uris","file:///d"])", "body"},
      {R"({"uris":["file:///d"],"uris":["file:///e"]})", "body"},
      {R"({"uris":[],"uris":["file:///e"]})", "body"},
      {R"({"uris":["hdfs://nn/data/2026"]})", "uris[0]"},
      {R"({"uris":["hcat://h:1/db/t/dt=1"]})", "uris[0]"},
      {R"({"uris":["data/relative"]})", "uris[0]"},
      {json{{"uris", {one + std::string(limits::announced_uri_bytes_max, 'x')}}}.dump(), "uris[0]"},
      {json{{"uris", std::vector<std::string>(limits::announced_uris_max + 1, one)}}.dump(),
       "body"}};
  for (const auto& [body, place] : rows) {
    world w;
    const http::response out = w.ask("POST", address, body, as_json);
    EXPECT_EQ(out.status / 100, 4) << body.substr(0, 80);
    const json error = json::parse(out.body)["error"];
    EXPECT_EQ(error.at("place"), place) << body.substr(0, 80);
    EXPECT_NE(error.at("remedy"), "") << body.substr(0, 80);
    EXPECT_TRUE(w.commands.told.empty());
  }
}

std::string sentence_of(const std::string& body) {
  world w;
  const http::response out = w.ask("POST", address, body, as_json);
  return json::parse(out.body).at("error").at("sentence");
}

/// What comes behind it could fill the memory: it is not looked at, be it JSON or not.
TEST(datasets_ready, stops_at_the_first_thing_that_does_not_fit) {
  EXPECT_EQ(sentence_of(R"({"uris":[{},{},not read)"), "a URI is a text");
  EXPECT_EQ(sentence_of(R"({"more":[{},not read)"), "there is no member 'more'");
  EXPECT_EQ(sentence_of(R"({"uris":["/d"],"uris":["/e")"), "there are two members 'uris'");
  EXPECT_EQ(sentence_of("[[[[not read"), "the body is no JSON object");
  std::string many = R"({"uris":["/d")";
  for (size_t i = 0; i < limits::announced_uris_max; ++i) many += R"(,"/d")";
  EXPECT_EQ(sentence_of(many + ",not read"), "'uris' has more than 1000 texts");
}

TEST(datasets_ready, takes_post_only) {
  world w;
  EXPECT_EQ(w.ask("GET", address).status, 405);
  EXPECT_EQ(w.ask("PUT", address).status, 405);
  w.ready = false;
  EXPECT_EQ(post(w, {{"uris", {"file:///d"}}}).status, 503);
}

/// Action 2 of the world waits for `events` of a dataset of every 5 minutes.
void wait_for(world& w, const std::vector<std::string>& instances, int32_t min = -1,
              int32_t wait = -1) {
  auto definition = std::make_shared<model::coordinator_definition>(*w.definitions.coordinator_);
  definition->datasets = {five_minute_dataset()};
  for (const std::string& text : instances) {
    model::data_event event;
    event.name = "e" + std::to_string(definition->inputs.size());
    event.instances.push_back(el::parse("${coord:" + text + "}").value());
    definition->inputs.push_back(std::move(event));
  }
  if (min >= 0) {
    model::logic_node node;
    node.min = min;
    node.wait_minutes = wait;
    definition->logic = model::input_logic{node};
  }
  w.definitions.coordinator_ = definition;
  model::action_record& record =
      std::get<model::action_record>(w.reader.records.at(action_of(coordinator_id, 2)));
  record.state = model::status::waiting;
  record.nominal = at(2, 50);
  record.created = at(2, 52);
}

std::string all_reasons(world& w) {
  const http::response out = w.ask("GET", "/api/why/" + coordinator_wire + "@2");
  EXPECT_EQ(out.status, 200) << out.body;
  std::string text;
  const json body = json::parse(out.body);
  for (const json& reason : body.at("reasons"))
    text +=
        reason.at("what").get<std::string>() + " | " + reason.at("wakes").get<std::string>() + "\n";
  return text;
}

std::string missing(world& w) {
  const http::response out = w.ask("GET", "/oozie/v2/job/" + coordinator_wire + "@2");
  EXPECT_EQ(out.status, 200) << out.body;
  return json::parse(out.body).at("missingDependencies");
}

TEST(why_of_open_inputs, says_what_latest_found) {
  world w;
  wait_for(w, {"latest(0)"});
  EXPECT_NE(all_reasons(w).find("waits for data: ${coord:latest(0)} of dataset 'raw': newest "
                                "instance looked at 'file:///data/0250', none of 35 found"),
            std::string::npos)
      << all_reasons(w);
  EXPECT_EQ(missing(w), "!!${coord:latest(0)}");
}

TEST(why_of_open_inputs, names_what_the_calendar_tells_first) {
  world w;
  wait_for(w, {"current(0)", "future(0, 3)"});
  const std::string text = all_reasons(w);
  EXPECT_NE(text.find("waits for file:///data/0250/_SUCCESS"), std::string::npos) << text;
  EXPECT_NE(text.find("looks for ${coord:future(0, 3)} when all else is there"), std::string::npos)
      << text;
  EXPECT_EQ(missing(w), "file:///data/0250/_SUCCESS!!${coord:future(0, 3)}");
}

TEST(why_of_open_inputs, says_until_when_logic_waits) {
  world w;
  wait_for(w, {"current(0)"}, 1, 20);
  const std::string text = all_reasons(w);
  EXPECT_NE(text.find("event 'e0' lacks some of its 1 instances and waits for more until "
                      "2026-01-05T03:12Z"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("or the clock at 2026-01-05T03:12Z"), std::string::npos) << text;
  EXPECT_EQ(missing(w), "");
}

}  // namespace
}  // namespace foliot::testing

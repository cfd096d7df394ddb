// GET /api/preview/ID and POST /api/preview.
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

json get(world& w, const std::string& address) {
  const http::response out = w.ask("GET", address);
  EXPECT_EQ(out.status, 200) << out.body;
  return json::parse(out.body);
}

const std::string of_coordinator = "/api/preview/" + coordinator_wire;

std::vector<std::string> times(const json& of) {
  std::vector<std::string> out;
  for (const json& each : of.at("actions")) out.push_back(each.at("nominalTime"));
  return out;
}

/// The coordinator reads and writes a dataset of every 5 minutes.
void with_data(world& w) {
  auto definition = std::make_shared<model::coordinator_definition>(*w.definitions.coordinator_);
  definition->datasets = {five_minute_dataset()};
  model::data_event input;
  input.name = "in";
  input.instances.push_back(el::parse("${coord:current(-1)}").value());
  definition->inputs = {input};
  input.name = "out";
  input.instances = {el::parse("${coord:current(0)}").value()};
  definition->outputs = {input};
  definition->workflow_conf.emplace_back("from", el::parse("${coord:dataIn('in')}").value());
  w.definitions.coordinator_ = definition;
}

TEST(preview_of_a_job, goes_on_where_the_job_is) {
  world w;
  with_data(w);
  const json out = get(w, of_coordinator + "?count=2");
  EXPECT_EQ(times(out), (std::vector<std::string>{"2026-01-05T00:10Z", "2026-01-05T00:15Z"}));
  EXPECT_EQ(out.at("more"), true);
  const json& action = out.at("actions").at(0);
  EXPECT_EQ(action.at("id"), coordinator_wire + "@3");
  EXPECT_EQ(action.at("inputs").at(0).at("waitsFor"), json::array({"file:///data/0005/_SUCCESS"}));
  EXPECT_EQ(action.at("outputs").at(0).at("uris"), json::array({"file:///data/0010"}));
  EXPECT_EQ(action.at("configuration").at("from"), "file:///data/0005");
  EXPECT_EQ(action.at("error"), nullptr);
  const json& job = out.at("coordinators").at(0);
  EXPECT_EQ(job.at("schedule"), "every 5 minutes");
  EXPECT_EQ(job.at("made"), 2);
  EXPECT_EQ(job.at("expected"), 24);
}

TEST(preview_of_a_job, shows_a_window) {
  world w;
  const json out = get(w, of_coordinator + "?from=2026-01-05T01:00Z&to=2026-01-05T01:10Z");
  EXPECT_EQ(times(out), (std::vector<std::string>{"2026-01-05T01:00Z", "2026-01-05T01:05Z"}));
  EXPECT_EQ(out.at("more"), false);
  EXPECT_EQ(out.at("actions").at(0).at("number"), 13);
  EXPECT_EQ(times(get(w, of_coordinator + "?from=2000-01-01T00:00Z&count=1")),
            std::vector<std::string>{"2026-01-05T00:10Z"});
  EXPECT_TRUE(times(get(w, of_coordinator + "?from=2027-01-01T00:00Z")).empty());
  const http::response backwards =
      w.ask("GET", of_coordinator + "?from=2026-01-05T02:00Z&to=2026-01-05T01:00Z");
  EXPECT_EQ(backwards.status, 400);
  EXPECT_NE(backwards.body.find("before 'from'"), std::string::npos) << backwards.body;
}

TEST(preview_of_a_job, ends_where_the_job_does) {
  world w;
  auto& record = std::get<model::coordinator_record>(w.reader.records[coordinator_id]);
  record.end_changed = at(0, 20);
  const json out = get(w, of_coordinator + "?count=1000");
  EXPECT_EQ(times(out).size(), 2U);
  EXPECT_EQ(out.at("coordinators").at(0).at("end"), "2026-01-05T00:20Z");
  record.state = model::status::killed;
  EXPECT_TRUE(times(get(w, of_coordinator)).empty());
}

TEST(preview_of_a_job, tells_why_an_action_will_fail) {
  world w;
  with_data(w);
  auto definition = std::make_shared<model::coordinator_definition>(*w.definitions.coordinator_);
  definition->workflow_conf.emplace_back("bad", el::parse("${nothing}").value());
  w.definitions.coordinator_ = definition;
  const json out = get(w, of_coordinator + "?count=1");
  EXPECT_EQ(out.at("actions").at(0).at("error").at("place"), "property 'bad': column 3");
}

TEST(preview_of_a_job, shows_the_coordinators_of_a_bundle) {
  world w;
  const json out = get(w, "/api/preview/" + bundle_wire + "?count=1");
  EXPECT_EQ(out.at("kind"), "bundle");
  EXPECT_EQ(out.at("kickOffTime"), "2026-01-05T01:00Z");
  EXPECT_EQ(out.at("coordinators").at(0).at("id"), coordinator_wire);
  EXPECT_EQ(times(out).size(), 1U);
}

TEST(preview_of_a_job, reads_what_a_bundle_will_start) {
  world w;
  auto& record = std::get<model::bundle_record>(w.reader.records[bundle_id]);
  record.state = model::status::prep;
  record.members.clear();
  w.understood->coordinators = {{"ingest", w.definitions.coordinator_, "", ""},
                                {"clean", nullptr, "E1001", "there is no such file"}};
  const json out = get(w, "/api/preview/" + bundle_wire + "?count=1");
  EXPECT_EQ(times(out), std::vector<std::string>{"2026-01-05T00:00Z"});
  EXPECT_EQ(out.at("actions").at(0).at("id"), nullptr);
  EXPECT_EQ(out.at("refused").at(0).at("name"), "clean");
}

TEST(preview_of_a_job, is_not_of_what_has_no_schedule) {
  world w;
  EXPECT_EQ(w.ask("GET", "/api/preview/" + workflow_wire).status, 400);
  EXPECT_EQ(w.ask("GET", of_coordinator + "@1").status, 400);
  EXPECT_EQ(w.ask("GET", "/api/preview/moon").status, 404);
}

// -- of a submission ------------------------------------------------------------------------------

const std::string address = "/api/preview?user.name=joe&count=1";
const http::header_list as_json{{"Content-Type", "application/json; charset=utf-8"}};
const std::string a_path = R"({"properties": {"oozie.coord.application.path": "file:///app"}})";

TEST(preview_of_a_submission, reads_what_the_properties_name) {
  world w;
  w.understood->kind = entity_kind::coordinator;
  w.understood->name = "ingest";
  w.understood->coordinators = {{"ingest", w.definitions.coordinator_, "", ""}};
  w.understood->warnings = {"careful."};
  const http::response out = w.ask("POST", address, a_path, as_json);
  ASSERT_EQ(out.status, 200) << out.body;
  const json body = json::parse(out.body);
  EXPECT_EQ(body.at("id"), nullptr);
  EXPECT_EQ(body.at("warnings"), json::array({"careful."}));
  EXPECT_EQ(times(body), std::vector<std::string>{"2026-01-05T00:00Z"});
  EXPECT_EQ(w.asked_of.at("user.name"), "joe");
  EXPECT_EQ(w.asked_of.at("oozie.coord.application.path"), "file:///app");
  EXPECT_TRUE(w.commands.calls.empty());
}

TEST(preview_of_a_submission, takes_a_configuration_document) {
  world w;
  const http::header_list xml{{"Content-Type", "application/xml"}};
  EXPECT_EQ(w.ask("POST", address, "<configuration/>", xml).status, 200);
  const http::response out = w.ask("POST", address, "<conf/>", xml);
  EXPECT_EQ(out.status, 400);
  EXPECT_EQ(json::parse(out.body)["error"]["place"], "body:1:1");
}

TEST(preview_of_a_submission, takes_nothing_else) {
  world w;
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", ""}) {
    const http::response out = w.ask("POST", address, a_path, {{"Content-Type", type}});
    EXPECT_EQ(out.status, 415) << type;
    EXPECT_EQ(json::parse(out.body)["error"]["place"], "Content-Type");
  }
  const std::vector<std::pair<std::string, std::string>> rows{
      {"", "body"},
      {"[]", "body"},
      {"{}", "body"},
      {R"({"properties": []})", "body"},
      {R"({"properties": {}, "more": 1})", "body"},
      {R"({"properties": {"a": 1}})", "properties.a"},
      {R"({"properties": {"a": {"b": "c"}}})", "properties.a"},
      {R"({"properties": {"a": "x", "a": "y"}})", "properties.a"},
      {R"({"properties": {"a": "x"}, "properties": {}})", "body"},
      {R"({"properties": {"a": ["x", not read)", "properties.a"},
      {R"({"properties": {")" + std::string(limits::property_name_bytes_max + 1, 'n') +
           R"(": "x"}})",
       "properties." + std::string(100, 'n')},
      {R"({"properties": {"a": ")" + std::string(limits::property_value_bytes_max + 1, 'v') +
           R"("}})",
       "properties.a"},
      {R"({"properties": {"": "x"}})", "properties."},
      {R"({"properties": {"a": "x\u0000y"}})", "properties.a"}};
  for (const auto& [body, place] : rows) {
    const http::response out = w.ask("POST", address, body, as_json);
    EXPECT_EQ(out.status, 400) << body;
    EXPECT_EQ(json::parse(out.body)["error"]["place"], place) << body;
  }
}

TEST(preview_of_a_submission, passes_on_the_refusal) {
  world w;
  w.understood = failure{errc::not_found, "no such file", "E0307", "file:///app", "Write one"};
  const http::response out = w.ask("POST", address, a_path, as_json);
  EXPECT_EQ(out.status, 400);
  EXPECT_EQ(json::parse(out.body)["error"]["code"], "E0307");
}

}  // namespace
}  // namespace foliot::testing

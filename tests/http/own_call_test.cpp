// What all addresses below /api share: methods, parameters, the form of refusals.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

std::string header(const http::response& out, const char* name) {
  return std::string(http::find_header(out.headers, name).value_or(""));
}

json error_of(const http::response& out) { return json::parse(out.body).at("error"); }

TEST(own_call, names_the_methods_that_an_address_takes) {
  world w;
  const http::response wrong = w.ask("DELETE", "/api/purge");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(header(wrong, "Allow"), "GET, HEAD, POST, OPTIONS");
  EXPECT_EQ(error_of(wrong).at("remedy"), "Use GET, POST");
  EXPECT_EQ(header(w.ask("GET", "/api/datasets/ready"), "Allow"), "POST, OPTIONS");
  EXPECT_EQ(w.ask("HEAD", "/api/datasets/ready").status, 405);
  EXPECT_EQ(w.ask("PUT", "/api/why/" + bundle_wire).status, 405);
  EXPECT_EQ(w.ask("POST", "/api/moon").status, 404);
  EXPECT_EQ(w.ask("GET", "/api/audit/").status, 404);
}

TEST(own_call, tells_options_without_doing_anything) {
  world w;
  const http::response out = w.ask("OPTIONS", "/api/purge");
  EXPECT_EQ(out.status, 200);
  EXPECT_EQ(header(out, "Allow"), "GET, HEAD, POST, OPTIONS");
  EXPECT_EQ(w.ask("OPTIONS", "/api/datasets/ready", R"({"uris":["/d"]})").status, 200);
  EXPECT_TRUE(w.commands.told.empty());
}

TEST(own_call, answers_head_as_get) {
  world w;
  for (const char* address : {"/api/health", "/api/backlog", "/api/moon"}) {
    const http::response get = w.ask("GET", address);
    const http::response head = w.ask("HEAD", address);
    EXPECT_EQ(head.status, get.status) << address;
    EXPECT_EQ(head.body, get.body) << address << ": the transport leaves it out";
  }
}

TEST(own_call, refuses_parameters_that_an_address_does_not_know) {
  world w;
  const http::response out = w.ask("GET", "/api/backlog?hold=true&user.name=joe");
  EXPECT_EQ(out.status, 400);
  EXPECT_EQ(error_of(out).at("place"), "hold");
  EXPECT_EQ(error_of(out).at("remedy"), "Use held");
  EXPECT_EQ(w.ask("GET", "/api/why/" + bundle_wire + "?x").status, 400);
  EXPECT_EQ(w.ask("GET", "/api/health?probe=7").status, 200);
}

TEST(own_call, names_the_parameter_that_is_wrong) {
  const std::string too_long = "/api/datasets?prefix=" + std::string(4'201, 'x');
  const std::pair<const char*, const char*> rows[] = {
      {"/api/backlog?held=yes", "held"},
      {"/api/backlog?held=", "held"},
      {"/api/audit?len=", "len"},
      {"/api/audit?len=0", "len"},
      {"/api/audit?len=1.5", "len"},
      {"/api/audit?len=99999999999999999999", "len"},
      {"/api/bulk?kind=bundle&filter=name%3Dx", "action"},
      {"/api/bulk?action=kill&filter=name%3Dx", "kind"},
      {"/api/bulk?action=kill&kind=bundle", "filter"},
      {"/api/bulk?action=start&kind=bundle&filter=name%3Dx", "action"},
      {"/api/bulk?action=kill&kind=bundle&filter=name", "filter"},
      {"/api/datasets?missing=1", "missing"},
      {"/api/datasets?prefix=", "prefix"},
      {too_long.c_str(), "prefix"},
      {"/api/purge?limit=", "limit"},
      {"/api/purge?old-actions=maybe", "old-actions"},
      {"/api/preview/x?from=2026-02-30T00:00Z", "from"},
      {"/api/preview/x?from=2026-01-05T00:00", "from"},
      {"/api/preview/x?to=tomorrow", "to"},
      {"/api/preview/x?count=1001", "count"},
      {"/api/warnings/x?offset=0", "offset"}};
  for (const auto& [address, place] : rows) {
    world w;
    const http::response out = w.ask("GET", address);
    EXPECT_EQ(out.status, 400) << address;
    EXPECT_EQ(error_of(out).at("place"), place) << address;
    EXPECT_NE(error_of(out).at("sentence"), "") << address;
    EXPECT_NE(error_of(out).at("remedy"), "") << address;
  }
}

TEST(own_call, of_oozies_purge_an_empty_value_is_none) {
  world w;
  const std::string purge = "/oozie/v2/admin/purge";
  EXPECT_EQ(w.ask("PUT", purge + "?wf=&coord=3&bundle=&limit=&oldcoordaction=").status,
            w.ask("PUT", purge).status);
  for (const char* wrong : {"?wf=-1", "?coord=100001", "?bundle=x", "?limit=x", "?limit=4294967296",
                            "?oldcoordaction=yes"}) {
    const http::response out = w.ask("PUT", purge + wrong);
    EXPECT_EQ(out.status, 400) << wrong;
    EXPECT_EQ(header(out, "oozie-error-code"), "E1603") << wrong;
  }
}

TEST(own_call, counts_characters_not_bytes) {
  world w;
  std::string umlauts = "/api/datasets?prefix=";
  for (int i = 0; i < 4'200; ++i) umlauts += "%C3%A4";
  EXPECT_EQ(w.ask("GET", umlauts).status, 200);
  EXPECT_EQ(w.ask("GET", umlauts + "%C3%A4").status, 400);
}

TEST(own_call, refuses_broken_addresses_in_its_own_form) {
  world w;
  EXPECT_EQ(error_of(w.ask("GET", "/api/why/%zz")).at("place"), "path");
  EXPECT_EQ(w.ask("GET", "/api/backlog?held=%zz").status, 400);
}

TEST(own_call, refuses_nobody_in_its_own_form) {
  world w;
  http::api_options options;
  http::simple_settings simple;
  simple.anonymous = false;
  options.authenticate = http::simple_authentication(std::move(simple));
  http::api strict(w.reader, w.definitions, w.commands, w.clock, std::move(options));
  http::response out;
  strict.handle(request_of("GET", "/api/backlog"), [&](http::response told) { out = told; });
  EXPECT_EQ(out.status, 403);
  EXPECT_EQ(error_of(out).at("sentence"), "Anonymous requests are disallowed. Add user.name.");
  EXPECT_EQ(error_of(out).at("place"), "user.name");
  strict.handle(request_of("GET", "/api/openapi.json"), [&](http::response told) { out = told; });
  EXPECT_EQ(out.status, 200);
}

// -- GET /api/bulk --------------------------------------------------------------------------------

const std::string running = "&kind=bundle&filter=status%3DRUNNING";

TEST(bulk_preview, tells_what_an_order_would_do) {
  world w;
  const json out = json::parse(w.ask("GET", "/api/bulk?action=kill" + running).body);
  EXPECT_EQ(out.at("total"), 1);
  EXPECT_EQ(out.at("changes"), 1);
  EXPECT_EQ(out.at("jobs").at(0).at("id"), bundle_wire);
  EXPECT_EQ(out.at("jobs").at(0).at("outcome"), "would-change");
  const json same = json::parse(w.ask("GET", "/api/bulk?action=resume" + running).body);
  EXPECT_EQ(same.at("jobs").at(0).at("outcome"), "unchanged");
  EXPECT_EQ(same.at("changes"), 0);
  EXPECT_TRUE(w.commands.bulk_asked.empty());
}

TEST(bulk_preview, names_the_selection_that_the_order_takes) {
  world w;
  const json out = json::parse(w.ask("GET", "/api/bulk?action=kill" + running).body);
  const std::string order = "/oozie/v2/jobs?action=kill&jobtype=bundle&filter=status%3DRUNNING";
  const json oozie = json::parse(w.ask("PUT", order + "&dryrun=true").body);
  EXPECT_EQ(out.at("selection"), oozie.at("selection"));
  std::optional<http::response> refused;
  w.api->handle(request_of("PUT", order + "&selection=other"),
                [&](http::response told) { refused = told; });
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 400);
  w.api->handle(request_of("PUT", order + "&selection=" + out.at("selection").get<std::string>()),
                [](const http::response&) {});
  EXPECT_EQ(w.commands.bulk_asked.size(), 1U);
}

TEST(bulk_preview, tells_whom_the_asker_may_not_order) {
  world w;
  http::api_options options;
  options.authenticate = http::simple_authentication({});
  options.permitted = {true, {}, {}};
  w.api =
      std::make_unique<http::api>(w.reader, w.definitions, w.commands, w.clock, std::move(options));
  const auto ask = [&](const std::string& who) {
    return json::parse(w.ask("GET", "/api/bulk?action=kill" + running + "&user.name=" + who).body);
  };
  EXPECT_EQ(ask("joe").at("jobs").at(0).at("outcome"), "would-change");
  const json refused = ask("bob");
  EXPECT_EQ(refused.at("refused"), 1);
  EXPECT_EQ(refused.at("changes"), 0);
  EXPECT_EQ(refused.at("jobs").at(0).at("code"), "E0509");
}

// -- GET /api/warnings/ID -------------------------------------------------------------------------

TEST(warnings, are_those_of_a_job_and_of_what_it_starts) {
  world w;
  const json out = json::parse(w.ask("GET", "/api/warnings/" + bundle_wire).body);
  EXPECT_EQ(out.at("total"), 2);
  EXPECT_EQ(out.at("jobs").at(0).at("warnings").at(0), "file:///app: careful.");
  EXPECT_EQ(out.at("jobs").at(1).at("id"), coordinator_wire);
  EXPECT_EQ(out.at("jobs").at(1).at("kind"), "coordinator");
  const json second = json::parse(w.ask("GET", "/api/warnings/" + bundle_wire + "?offset=2").body);
  EXPECT_EQ(second.at("jobs").size(), 1U);
  const json one = json::parse(w.ask("GET", "/api/warnings/" + bundle_wire + "?len=1").body);
  EXPECT_EQ(one.at("jobs").at(0).at("id"), bundle_wire);
}

TEST(warnings, of_an_action_are_its_coordinators) {
  world w;
  const json out = json::parse(w.ask("GET", "/api/warnings/" + coordinator_wire + "@2").body);
  ASSERT_EQ(out.at("jobs").size(), 1U);
  EXPECT_EQ(out.at("jobs").at(0).at("id"), coordinator_wire);
  EXPECT_EQ(w.ask("GET", "/api/warnings/" + workflow_wire).status, 200);
  EXPECT_EQ(w.ask("GET", "/api/warnings/moon").status, 404);
}

}  // namespace
}  // namespace foliot::testing

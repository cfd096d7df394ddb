// Every refusal of the REST interface: request -> status, code (rest.md 1.2, 1.5, 7, 8).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "http/body_limits.hpp"
#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

struct row {
  std::string method;
  std::string address;
  int status;
  std::string code;       ///< Empty: none.
  std::string says = "";  ///< Part of the message.
};

const std::string other = "0000009-260105030000000-foliot";

std::vector<row> general_rows() {
  return {
      {"GET", "/nothing", 404, ""},
      {"GET", "/oozie/versions/", 404, ""},
      {"PUT", "/nothing", 404, ""},
      {"GET", "/oozie/v2/jobs/x", 404, ""},
      {"GET", "/oozie/v2/job/", 400, "E1603", "id cannot be empty"},
      {"GET", "/oozie/v2/job", 400, "E1603", "id cannot be empty"},
      {"GET", "/oozie/v2/job/a/b", 400, "E0301"},
      {"POST", "/oozie/v2/job/" + bundle_wire, 400, "E0301"},
      {"HEAD", "/oozie/v2/job/" + bundle_wire, 400, "E0301"},
      {"HEAD", "/oozie/versions", 400, "E0301"},
      {"DELETE", "/oozie/v2/jobs", 400, "E0301"},
      {"GET", "/oozie/v2/admin/nothing", 400, "E0301"},
      {"POST", "/oozie/v2/admin/status", 400, "E0301"},
      {"GET", "/oozie/v2/admin/status?systemmode=NORMAL", 400, "E0302"},
      {"PUT", "/oozie/v2/admin/status", 400, "E0305", "systemmode"},
      {"PUT", "/oozie/v0/admin/status", 400, "E0305", "safemode"},
      {"PUT", "/oozie/v0/admin/status?safemode=maybe", 400, "E0304"},
      {"PUT", "/oozie/v2/admin/status?systemmode=normal", 400, "E1603"},
      {"GET", "/oozie/v0/admin/metrics", 400, "E0301"},
      {"GET", "/oozie/v1/admin/metrics", 400, "E0302"},
      {"GET", "/oozie/v2/admin/instrumentation", 503, ""},
      {"GET", "/oozie/v1/admin/instrumentation", 500, ""},
      {"GET", "/oozie/v2/admin/jmsinfo", 400, "E1601"},
      {"GET", "/oozie/v2/admin/purge", 400, "E0301"},
      {"GET", "/oozie/callback", 400, "E0402"},
      {"GET", "/oozie/callback?id=x", 400, "E0402"},
      {"PUT", "/oozie/callback?id=x&status=OK", 400, "E0301"},
      {"GET", "/oozie/v2/sla", 400, "E0305", "filter"},
      {"GET", "/oozie/v2/sla?filter=moon%3D1", 400, "E0401"},
      {"GET", "/oozie/v2/sla?filter=id%3Dx&order=up", 400, "E0303"},
      {"GET", "/oozie/v1/sla", 400, "E0401"},
      {"GET", "/oozie/v0/sla", 404, ""},
      {"GET", "/oozie/v1/validate", 404, ""},
      {"POST", "/oozie/v2/validate?file=x", 400, "E0305", "user"},
      {"GET", "/oozie/v2/jobs?filter=%ZZ", 400, ""},
      {"GET", "/oozie/v2/job/" + bundle_wire + "?action=kill", 400, "E0302"},
      {"PUT", "/oozie/v2/job/" + bundle_wire + "?action=kill&show=info", 400, "E0302"},
      {"PUT", "/oozie/v2/job/" + bundle_wire, 400, "E0305", "action"},
      {"PUT", "/oozie/v2/job/" + bundle_wire + "?action=", 400, "E0303"},
      {"PUT", "/oozie/v2/job/" + bundle_wire + "?action=dance", 400, "E0303", "dance"},
      {"PUT", "/oozie/v2/job/" + coordinator_wire + "?action=start", 400, "E0303"},
      {"GET", "/oozie/v2/job/" + bundle_wire + "?show=", 400, "E0303"},
      {"GET", "/oozie/v2/job/" + bundle_wire + "?show=moon", 400, "E0303", "moon"},
      {"GET", "/oozie/v2/job/" + bundle_wire + "?doAs=ann&user.name=joe", 401, "E1400"},
      {"GET", "/oozie/v2/job/" + bundle_wire + "?doAs=ann", 400, "E1603", "proxyUser cannot be"},
      {"GET", "/oozie/v2/job/" + coordinator_wire + "?len=x", 400, "E1603"},
      {"GET", "/oozie/v2/job/" + coordinator_wire + "?len=", 400, "E1603"},
      {"GET", "/oozie/v2/job/" + workflow_wire + "?offset=x", 400, "E1603"},
      {"GET", "/oozie/v2/job/" + coordinator_wire + "?filter=moon%3D1", 400, "E0421"},
  };
}

std::vector<row> list_rows() {
  return {
      {"GET", "/oozie/v2/jobs?jobtype=moon", 500, ""},
      {"GET", "/oozie/v2/jobs?jobtype=", 500, ""},
      {"GET", "/oozie/v2/jobs?offset=x", 400, "E1603"},
      {"GET", "/oozie/v2/jobs?len=", 400, "E1603"},
      {"GET", "/oozie/v2/jobs?action=kill", 400, "E0302"},
      {"GET", "/oozie/v2/jobs?bulk=bundle%3Dx", 400, "E0603"},
      {"GET", "/oozie/v2/jobs?external-id=x&jobtype=moon", 500, ""},
      {"GET", "/oozie/v2/jobs?filter=moon%3D1", 400, "E0420"},
      {"GET", "/oozie/v2/jobs?filter=status", 400, "E0420"},
      {"GET", "/oozie/v2/jobs?filter=status%3Drunning", 400, "E0420"},
  };
}

std::vector<row> unknown_id_rows() {
  const std::string b = "/oozie/v2/job/" + other + "-B";
  const std::string c = "/oozie/v2/job/" + other + "-C";
  const std::string w = "/oozie/v2/job/" + other + "-W";
  return {
      {"GET", b, 400, "E0604"},
      {"GET", c, 400, "E0604"},
      {"GET", w, 400, "E0604"},
      {"GET", "/oozie/v2/job/moon", 400, "E0604"},
      {"GET", c + "@1", 400, "E0605"},
      {"GET", w + "@a", 400, "E0605"},
      {"GET", "/oozie/v2/job/" + coordinator_wire + "@99", 400, "E0605"},
      {"GET", "/oozie/v2/job/" + workflow_wire + "@moon", 400, "E0605"},
      {"GET", b + "?show=definition", 400, "E0604"},
      {"GET", w + "?show=definition", 400, "E0605"},
      {"GET", "/oozie/v2/job/" + coordinator_wire + "@1?show=definition", 400, "E0604"},
      {"GET", b + "?show=log", 400, "E0307", "E0604: Job does not exist"},
      {"GET", b + "?show=status", 400, "E0605"},
      {"GET", c + "@1?show=status", 400, "E0605"},
      {"GET", w + "@a?show=status", 500, ""},
      {"GET", "/oozie/v2/job/moon?show=status", 500, ""},
      {"GET", w + "?show=graph", 404, "E0307"},
      {"GET", "/oozie/v2/job/" + workflow_wire + "?show=graph&format=gif", 404, "E0307"},
      {"GET", c + "?show=graph", 400, "E0306"},
      {"GET", w + "?show=jmstopic", 400, "E1602"},
      {"GET", w + "?show=retries", 400, "E0605"},
      {"GET", c + "@1?show=missing-dependencies", 400, "E0605"},
      {"GET", w + "@a?show=missing-dependencies", 400, "E0302"},
      {"GET", c + "?show=missing-dependencies", 400, "E1029"},
      {"GET", c + "?show=wf-actions", 400, "E0305", "action-name"},
      {"GET", "/oozie/v1/job/" + other + "-W?show=status", 400, "E0302"},
      {"GET", "/oozie/v0/job/" + other + "-W?show=graph", 400, "E0306"},
      {"GET", "/oozie/v0/job/" + coordinator_wire, 400, "E0604"},
      {"GET", "/oozie/v2/job/" + workflow_wire + "?show=log&logfilter=moon%3D1", 400, "E0307"},
      {"GET", "/oozie/v2/job/" + coordinator_wire + "?show=log&type=action&scope=x", 400, "E0307"},
      {"PUT", w + "?action=start", 400, "E0605"},
      {"PUT", w + "?action=resume", 400, "E0605"},
      {"PUT", w + "?action=kill", 400, "E0605"},
      {"PUT", w + "?action=suspend", 400, "E0603", "E0605"},
      {"PUT", c + "?action=suspend", 400, "E0603", "E0605"},
      {"PUT", c + "?action=kill", 400, "E0605"},
      {"PUT", c + "?action=resume", 400, "E0604"},
      {"PUT", b + "?action=start", 400, "E0605"},
      {"PUT", b + "?action=kill", 400, "E0605"},
      {"PUT", b + "?action=suspend", 400, "E0604"},
      {"PUT", b + "?action=resume", 400, "E0604"},
  };
}

class refusal : public ::testing::TestWithParam<row> {};

TEST_P(refusal, has_status_code_and_form) {
  world w;
  const row& expected = GetParam();
  const http::response out = w.ask(expected.method, expected.address);
  EXPECT_EQ(out.status, expected.status);
  const auto code = http::find_header(out.headers, "oozie-error-code");
  const auto message = http::find_header(out.headers, "oozie-error-message");
  EXPECT_EQ(code.value_or(""), expected.code);
  EXPECT_EQ(message.has_value(), !expected.code.empty());
  EXPECT_NE(message.value_or("").find(expected.says), std::string_view::npos)
      << message.value_or("");
  EXPECT_FALSE(out.reason.empty());
  if (expected.method == "GET" || expected.method == "POST") {
    const auto body = nlohmann::json::parse(out.body);
    EXPECT_EQ(body.at("httpStatusCode"), expected.status);
    EXPECT_TRUE(body.at("errorMessage").is_string());
  } else {
    EXPECT_EQ(out.body, "");
  }
  EXPECT_TRUE(w.commands.calls.empty()) << "a refused request reached the engine";
}

std::string row_name(const ::testing::TestParamInfo<row>& info) {
  return "row" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(general, refusal, ::testing::ValuesIn(general_rows()), row_name);
INSTANTIATE_TEST_SUITE_P(lists, refusal, ::testing::ValuesIn(list_rows()), row_name);
INSTANTIATE_TEST_SUITE_P(unknown_ids, refusal, ::testing::ValuesIn(unknown_id_rows()), row_name);

TEST(api_errors, a_broken_store_is_500_without_a_code) {
  world w;
  w.reader.broken = failure{errc::io, "the disk is gone", "", "", ""};
  const http::response out = w.ask("GET", "/oozie/v2/job/" + bundle_wire);
  EXPECT_EQ(out.status, 500);
  EXPECT_FALSE(http::find_header(out.headers, "oozie-error-code"));
  EXPECT_EQ(w.ask("GET", "/oozie/v2/jobs").status, 500);
  EXPECT_EQ(w.ask("GET", "/api/why/" + bundle_wire).status, 500);
}

TEST(api_errors, a_starting_engine_answers_503_but_its_health) {
  world w;
  w.ready = false;
  for (const char* address : {"/oozie/versions", "/oozie/v2/jobs", "/metrics", "/", "/api/why/x"}) {
    const http::response out = w.ask("GET", address);
    EXPECT_EQ(out.status, 503) << address;
    EXPECT_EQ(http::find_header(out.headers, "Retry-After"), "1") << address;
  }
  const http::response health = w.ask("GET", "/api/health");
  EXPECT_EQ(health.status, 200);
  EXPECT_EQ(nlohmann::json::parse(health.body).at("ready"), false);
  EXPECT_EQ(w.ask("OPTIONS", "/oozie/versions").status, 200);
}

TEST(api_errors, safe_mode_refuses_new_work_but_no_kill) {
  world w;
  w.safe_mode = true;
  const http::response out =
      w.ask("POST", "/oozie/v2/jobs", "<configuration/>", {{"Content-Type", "application/xml"}});
  EXPECT_EQ(out.status, 503);
  EXPECT_EQ(http::find_header(out.headers, "oozie-error-code"), "E0002");
  EXPECT_TRUE(w.commands.calls.empty());
  w.api->handle(request_of("PUT", "/oozie/v2/job/" + bundle_wire + "?action=kill"),
                [](http::response) {});
  EXPECT_EQ(w.commands.calls.size(), 1U);
}

TEST(api_errors, long_forms_and_many_parameters_are_refused) {
  world w;
  const http::header_list form{{"Content-Type", "application/x-www-form-urlencoded"}};
  const std::string job = "/oozie/v2/job/" + bundle_wire;
  std::string pairs;
  while (pairs.size() < 3 * limits::http_parameters_max) pairs += "&a=";
  const std::string blanks(limits::http_form_bytes_max + 1, '+');
  EXPECT_EQ(w.ask("PUT", job + "?action=kill", pairs + "&b=", form).status, 400);
  EXPECT_EQ(w.ask("PUT", job + "?action=kill", blanks, form).status, 413);
  EXPECT_EQ(w.ask("PUT", job + "?action=kill" + pairs).status, 400);
  EXPECT_EQ(w.ask("GET", "/api/backlog?held=true" + pairs).status, 400);
  const http::response own = w.ask("POST", "/api/purge", blanks, form);
  EXPECT_EQ(own.status, 413);
  EXPECT_EQ(nlohmann::json::parse(own.body).at("error").at("place"), "body");
  EXPECT_TRUE(w.commands.calls.empty());
  // No form: it is looked at as what it has to be.
  EXPECT_EQ(w.ask("POST", "/api/datasets/ready", "{\"uris\":[\"/" + pairs + "\"]}", form).status,
            415);
}

TEST(api_errors, what_would_be_passed_over_is_refused) {
  world w;
  const auto place_of = [](const http::response& of) {
    return nlohmann::json::parse(of.body).at("error").at("place").get<std::string>();
  };
  const http::header_list json{{"Content-Type", "application/json"}};
  const http::header_list form{{"Content-Type", "application/x-www-form-urlencoded"}};
  const http::response body = w.ask("POST", "/api/purge", R"({"workflow-days": 10000})", json);
  EXPECT_EQ(body.status, 415);
  EXPECT_EQ(place_of(body), "Content-Type");
  for (const http::response& twice :
       {w.ask("GET", "/api/backlog?held=true&held=false"),
        w.ask("POST", "/api/purge?workflow-days=1", "workflow-days=9999", form)}) {
    EXPECT_EQ(twice.status, 400);
    EXPECT_NE(twice.body.find("given twice"), std::string::npos) << twice.body;
  }
  EXPECT_TRUE(w.commands.calls.empty());
}

TEST(api_errors, own_addresses_answer_in_json) {
  world w;
  const http::response gone = w.ask("GET", "/api/why/" + other + "-B");
  EXPECT_EQ(gone.status, 404);
  EXPECT_EQ(nlohmann::json::parse(gone.body).at("error").at("code"), "E0604");
  const http::response nothing = w.ask("GET", "/api/moon");
  EXPECT_EQ(nothing.status, 404);
  EXPECT_EQ(nlohmann::json::parse(nothing.body).at("error").at("code"), "not-found");
  EXPECT_FALSE(http::find_header(nothing.headers, "oozie-error-code"));
}

}  // namespace
}  // namespace foliot::testing

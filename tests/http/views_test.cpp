// The JSON objects member by member, as clients of Oozie read them.
#include "http/views.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

/// With FOLIOT_GOLDEN_UPDATE set the files are written instead of compared: read the difference.
void expect_golden(const std::string& name, const std::string& address) {
  world w;
  const http::response out = w.ask("GET", address);
  ASSERT_EQ(out.status, 200) << out.body;
  const std::string actual = json::parse(out.body).dump(1) + "\n";
  const std::string path = std::string(FOLIOT_SOURCE_DIR) + "/tests/http/golden/" + name + ".json";
  if (std::getenv("FOLIOT_GOLDEN_UPDATE") != nullptr) std::ofstream(path) << actual;
  std::ifstream file(path);
  std::ostringstream expected;
  expected << file.rdbuf();
  EXPECT_EQ(actual, expected.str()) << name;
}

TEST(views, match_their_golden_files) {
  expect_golden("bundle", "/oozie/v2/job/" + bundle_wire);
  expect_golden("coordinator", "/oozie/v2/job/" + coordinator_wire + "?len=5");
  expect_golden("coordinator_action", "/oozie/v2/job/" + coordinator_wire + "@2");
  expect_golden("workflow", "/oozie/v2/job/" + workflow_wire);
  expect_golden("workflow_list", "/oozie/v2/jobs");
  expect_golden("coordinator_list", "/oozie/v2/jobs?jobtype=coord");
  expect_golden("bundle_list", "/oozie/v2/jobs?jobtype=bundle");
}

TEST(views, keep_bytes_that_are_no_text_out_of_json) {
  EXPECT_EQ(http::json_text(json{{"a", std::string("\xFF")}}), "{\"a\":\"\xEF\xBF\xBD\"}");
}

TEST(views, escape_configurations) {
  EXPECT_EQ(http::configuration_xml({{"a", "<&>"}}),
            "<configuration>\r\n  <property>\r\n    <name>a</name>\r\n    "
            "<value>&lt;&amp;&gt;</value>\r\n  </property>\r\n</configuration>");
  EXPECT_EQ(http::configuration_xml({}), "<configuration />");
  EXPECT_NE(http::configuration_xml({{"a", ""}}).find("<value />"), std::string::npos);
}

TEST(views, order_configurations_as_java_does) {
  // The order of a real server's answer for these names.
  const std::string text = http::configuration_xml({{"user.name", "u"},
                                                    {"data", "d"},
                                                    {"choice", "c"},
                                                    {"oozie.wf.application.path", "p"},
                                                    {"mapreduce.job.user.name", "m"}});
  size_t last = 0;
  for (const char* name :
       {"oozie.wf.application.path", "data", "user.name", "choice", "mapreduce.job.user.name"}) {
    const size_t at = text.find(std::string("<name>") + name);
    EXPECT_GT(at, last) << name;
    last = at;
  }
}

TEST(views, show_unset_times_as_null) {
  EXPECT_EQ(http::date_or_null(instant{}), nullptr);
  EXPECT_EQ(http::date_or_null(never), nullptr);
  EXPECT_EQ(http::date_or_null(instant{1230768000000}), "Thu, 01 Jan 2009 00:00:00 GMT");
}

TEST(views, of_a_coordinator_need_no_definition) {
  world w;
  w.definitions.coordinator_refusal = failure{errc::too_new, "x", "", "", ""};
  const http::response out = w.ask("GET", "/oozie/v2/job/" + coordinator_wire);
  ASSERT_EQ(out.status, 200);
  const json body = json::parse(out.body);
  EXPECT_EQ(body.at("frequency"), "0");
  EXPECT_EQ(body.at("timeUnit"), "NONE");
  EXPECT_EQ(body.at("startTime"), nullptr);
}

}  // namespace
}  // namespace foliot::testing

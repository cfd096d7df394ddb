// foliot preview: what would run when, on which data, from files alone.
#include "tests/tools/support.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

const std::string retail = std::string(FOLIOT_SOURCE_DIR) + "/examples/retail";

std::string coordinator(const std::string& attributes, const std::string& inside = "") {
  return "<coordinator-app name='c' " + attributes + " xmlns='uri:oozie:coordinator:0.4'>" +
         inside +
         "<action><workflow><app-path>/w</app-path><configuration><property><name>day</name>"
         "<value>${coord:formatTime(coord:nominalTime(), 'yyyy-MM-dd')}</value></property>"
         "</configuration></workflow></action></coordinator-app>";
}

TEST(foliot_preview, puts_a_bundle_on_one_time_line) {
  const outcome got =
      run({"preview", retail, "-c", retail + "/job.properties", "--json", "--count", "100"});
  ASSERT_EQ(got.status, 0) << got.err << got.out;
  const json body = json_of(got);
  EXPECT_EQ(body["kind"], "bundle");
  ASSERT_EQ(body["coordinators"].size(), 3U);
  EXPECT_EQ(body["coordinators"][0]["actions"], 24);
  EXPECT_EQ(body["coordinators"][1]["schedule"], "every 15 minutes");
  ASSERT_EQ(body["actions"].size(), 24U + 8 + 2);
  std::string before;
  for (const json& each : body["actions"]) {
    EXPECT_LE(before, each["nominalTime"].get<std::string>());
    before = each["nominalTime"];
  }
  const json& clean = body["actions"][1];
  EXPECT_EQ(clean["coordinator"], "clean");
  EXPECT_EQ(clean["inputs"][0]["waitsFor"],
            json::array({"file:///srv/foliot/retail-data/raw/20260105T0010/_SUCCESS",
                         "file:///srv/foliot/retail-data/raw/20260105T0005/_SUCCESS",
                         "file:///srv/foliot/retail-data/raw/20260105T0000/_SUCCESS"}));
  EXPECT_EQ(clean["outputs"][0]["uris"],
            json::array({"file:///srv/foliot/retail-data/cleaned/20260105T0000"}));
  EXPECT_EQ(clean["configuration"]["nominal"], "2026-01-05T00:00Z");
}

TEST(foliot_preview, keeps_to_80_columns) {
  const outcome got = run({"preview", retail, "-c", retail + "/job.properties"});
  EXPECT_EQ(got.status, 0) << got.err;
  expect_narrow(got.out);
  EXPECT_NE(got.out.find("report@1"), std::string::npos) << got.out;
}

TEST(foliot_preview, marks_where_clocks_change) {
  const scratch dir;
  const std::string file = dir.write(
      "coordinator.xml",
      coordinator("frequency='${coord:days(1)}' start='2026-03-07T10:00Z' end='2026-03-12T10:00Z' "
                  "timezone='America/Los_Angeles'"));
  const outcome got = run({"preview", file});
  ASSERT_EQ(got.status, 0) << got.err;
  EXPECT_NE(got.out.find("2026-03-07T10:00Z  Sat 2026-03-07 02:00 -08:00  c@1\n"),
            std::string::npos)
      << got.out;
  EXPECT_NE(got.out.find("-- clocks in America/Los_Angeles go forward 1 h at 2026-03-08T10:00Z\n"),
            std::string::npos)
      << got.out;
  EXPECT_NE(got.out.find("2026-03-09T09:00Z  Mon 2026-03-09 02:00 -07:00  c@3\n"),
            std::string::npos)
      << got.out;
  const json body = json_of(run({"preview", file, "--json"}));
  ASSERT_EQ(body["clockChanges"].size(), 1U);
  EXPECT_EQ(body["clockChanges"][0], json({{"timezone", "America/Los_Angeles"},
                                           {"at", "2026-03-08T10:00Z"},
                                           {"before", "-08:00"},
                                           {"after", "-07:00"}}));
  EXPECT_EQ(body["actions"][0]["configuration"]["day"], "2026-03-07");
}

TEST(foliot_preview, looks_at_a_window_far_away) {
  const scratch dir;
  const std::string file =
      dir.write("coordinator.xml", coordinator("frequency='${f}' start='2010-01-01T00:00Z' "
                                               "end='2030-01-01T00:00Z' timezone='UTC'"));
  const json body = json_of(run({"preview", file, "-D", "f=5", "--json", "--from",
                                 "2026-01-01T00:01Z", "--to", "2026-01-01T00:11Z"}));
  ASSERT_EQ(body["actions"].size(), 2U) << body.dump();
  EXPECT_EQ(body["actions"][0]["number"], 1'683'074);
  EXPECT_EQ(body["actions"][1]["nominalTime"], "2026-01-01T00:10Z");
}

TEST(foliot_preview, tells_the_input_logic) {
  const scratch dir;
  const std::string file = dir.write(
      "coordinator.xml",
      "<coordinator-app name='c' frequency='60' start='2026-01-01T00:00Z' end='2026-01-01T01:00Z' "
      "timezone='UTC' xmlns='uri:oozie:coordinator:0.5'><datasets><dataset name='d' frequency='60' "
      "initial-instance='2025-01-01T00:00Z' timezone='UTC'><uri-template>/d/${HOUR}</uri-template>"
      "</dataset></datasets><input-events><data-in name='a' dataset='d'><instance>"
      "${coord:current(0)}</instance></data-in><data-in name='b' dataset='d'><instance>"
      "${coord:latest(0)}</instance></data-in></input-events><input-logic><or name='either'>"
      "<data-in dataset='a' min='1' wait='10'/><data-in dataset='b'/></or></input-logic><action>"
      "<workflow><app-path>/w</app-path><configuration><property><name>x</name>"
      "<value>${coord:dataIn('either')}</value></property></configuration></workflow></action>"
      "</coordinator-app>");
  const json body = json_of(run({"preview", file, "--json"}));
  EXPECT_EQ(body["coordinators"][0]["inputLogic"], "a at least 1 within 10 min or b")
      << body.dump();
  EXPECT_EQ(body["actions"][0]["configuration"]["x"], "<a at least 1 within 10 min or b>");
  EXPECT_EQ(body["actions"][0]["inputs"][1]["unresolved"], "${coord:latest(0)}");
}

TEST(foliot_preview, says_what_is_missing) {
  const scratch dir;
  const std::string file =
      dir.write("coordinator.xml", coordinator("frequency='${f}' start='2010-01-01T00:00Z' "
                                               "end='2030-01-01T00:00Z' timezone='UTC'"));
  const outcome got = run({"preview", file});
  EXPECT_EQ(got.status, 1);
  EXPECT_NE(got.err.find("E1004: " + file + ":1:27: attribute"), std::string::npos) << got.err;
  EXPECT_NE(got.err.find("-D f=..."), std::string::npos) << got.err;
  EXPECT_EQ(run({"preview", dir.path("none")}).status, 1);
  const std::string workflow = dir.write("workflow.xml", "<workflow-app/>");
  EXPECT_NE(run({"preview", workflow}).err.find("has no schedule"), std::string::npos);
}

TEST(foliot_preview, finds_the_coordinators_of_another_host) {
  const scratch dir;
  dir.write("apps/daily/coordinator.xml",
            coordinator("frequency='60' start='2026-01-01T00:00Z' end='2026-01-01T02:00Z' "
                        "timezone='UTC'"));
  const std::string bundle =
      dir.write("bundle.xml",
                "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'><coordinator name='daily'>"
                "<app-path>${nameNode}/user/etl/apps/daily</app-path></coordinator>"
                "</bundle-app>");
  const outcome got = run({"preview", bundle, "-D", "nameNode=hdfs://nn:8020"});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_NE(got.out.find("daily@2"), std::string::npos) << got.out;
}

const std::string two_hours =
    "frequency='60' start='2026-01-01T00:00Z' end='2026-01-01T02:00Z' timezone='UTC'";

TEST(foliot_preview, refuses_what_a_submission_refuses) {
  const scratch dir;
  const std::string file = dir.write("a/coordinator.xml", coordinator(two_hours));
  const outcome reserved = run({"preview", file, "-D", "YEAR=1"});
  EXPECT_EQ(reserved.status, 1);
  EXPECT_NE(reserved.err.find("E0808"), std::string::npos) << reserved.err;
  dir.write("a/coord-config-default.xml",
            "<configuration><property><name>user.name</name><value>me</value></property>"
            "</configuration>");
  EXPECT_NE(run({"preview", file}).err.find("E0808"), std::string::npos);
  dir.write("b/coordinator.xml", coordinator(two_hours));
  const std::string bundle = dir.write(
      "bundle.xml",
      "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'><coordinator name='x'><app-path>" +
          dir.path("b") +
          "</app-path><configuration><property><name>user.name</name><value>other</value>"
          "</property></configuration></coordinator></bundle-app>");
  EXPECT_NE(run({"preview", bundle}).err.find("E1303"), std::string::npos);
  const std::string idle =
      dir.write("idle.xml",
                "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'><coordinator name='x' "
                "enabled='false'><app-path>/x</app-path></coordinator></bundle-app>");
  EXPECT_NE(run({"preview", idle}).err.find("E1318"), std::string::npos);
}

TEST(foliot_preview, reads_as_the_job_says) {
  const scratch dir;
  const std::string file = dir.write(
      "coordinator.xml",
      coordinator(two_hours,
                  "<datasets><dataset name='d' frequency='60' initial-instance='2025-01-01T00:00Z' "
                  "timezone='UTC'><uri-template>/d/${HOUR}</uri-template></dataset></datasets>"
                  "<input-events><data-in name='in' dataset='d'><instance>${coord:endOfMonths(-1)}"
                  "</instance></data-in></input-events>"));
  EXPECT_EQ(run({"preview", file}).status, 0);
  const outcome got = run({"preview", file, "-D", "foliot.compat=oozie"});
  EXPECT_EQ(got.status, 1) << got.out;
  EXPECT_NE(got.out.find("every action shown fails"), std::string::npos) << got.out;
  expect_narrow(got.out);
}

TEST(foliot_preview, says_where_it_found_what_is_not_where_it_should_be) {
  const scratch dir;
  dir.write("apps/daily/coordinator.xml", coordinator(two_hours));
  const std::string bundle =
      dir.write("bundle.xml",
                "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'><coordinator name='daily'>"
                "<app-path>${root}/apps/daily</app-path></coordinator></bundle-app>");
  const json body = json_of(run({"preview", bundle, "-D", "root=/none", "--json"}));
  ASSERT_EQ(body["warnings"].size(), 1U) << body.dump();
  EXPECT_EQ(body["warnings"][0],
            "/none/apps/daily/coordinator.xml is not on this host; this shows " +
                dir.path("apps/daily/coordinator.xml") + " instead");
}

TEST(foliot_preview, fits_80_columns_whatever_it_shows) {
  const scratch dir;
  dir.write("c/coordinator.xml",
            "<coordinator-app name='c' frequency='0,15,30,45 6-20 * * MON-FRI' "
            "start='2026-01-01T00:00Z' end='2026-01-03T00:00Z' timezone='UTC' "
            "xmlns='uri:oozie:coordinator:0.4'><datasets><dataset name='d' frequency='60' "
            "initial-instance='2025-01-01T00:00Z' timezone='UTC'><uri-template>/d/${HOUR}"
            "</uri-template></dataset></datasets><input-events><data-in name='in' dataset='d'>"
            "<start-instance>${coord:current(-19)}</start-instance><end-instance>"
            "${coord:current(0)}</end-instance></data-in></input-events><action><workflow>"
            "<app-path>/w</app-path><configuration><property><name>in</name>"
            "<value>${coord:dataIn('in')}</value></property><property><name>esc</name>"
            "<value>${esc}</value></property></configuration></workflow></action>"
            "</coordinator-app>");
  const std::string bundle = dir.write(
      "bundle.xml", "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'><coordinator name='" +
                        std::string(90, 'n') + "'><app-path>" + dir.path("c") +
                        "</app-path></coordinator></bundle-app>");
  const std::string properties = dir.write("job.properties", "esc=x\\u001b[31m\\u202e\n");
  const outcome got = run({"preview", bundle, "-c", properties, "--count", "1"});
  ASSERT_EQ(got.status, 0) << got.err;
  EXPECT_NE(got.out.find("... and 16 more\n  conf"), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("x\\u001b[31m\\u202e"), std::string::npos) << got.out;
  EXPECT_EQ(got.out.find('\x1b'), std::string::npos);
  const size_t first = got.out.find('\n') + 1;
  expect_narrow(got.out.substr(first, got.out.find("\n\n") - first));
}

}  // namespace
}  // namespace foliot::testing

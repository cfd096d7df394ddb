// foliot scan: counts, verdicts, and what is needed with its place.
#include "tests/tools/support.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

const std::string shell =
    "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='a'/><action name='a'>"
    "<shell xmlns='uri:oozie:shell-action:0.3'><exec>true</exec></shell><ok to='end'/>"
    "<error to='fail'/></action><kill name='fail'><message>m</message></kill><end name='end'/>"
    "</workflow-app>";

std::string coordinator(const std::string& app_path, const std::string& start) {
  return "<coordinator-app name='c' frequency='0 6 * * ?' start='" + start +
         "'\n end='2026-02-05T00:00Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><action>\n"
         "<workflow><app-path>" +
         app_path + "</app-path></workflow></action></coordinator-app>";
}

const json& file_named(const json& body, const std::string& end) {
  for (const json& each : body["files"])
    if (each["file"].get<std::string>().ends_with(end)) return each;
  static const json none = json::object({{"verdict", "nothing"}});
  return none;
}

TEST(foliot_scan, gives_each_file_its_verdict) {
  const scratch dir;
  dir.write("good/workflow.xml", shell);
  dir.write("good/coordinator.xml", coordinator("/apps/good", "2026-01-05T00:00Z"));
  dir.write("far/coordinator.xml", coordinator("hdfs://nn/apps/good", "2026-01-05T00:00Z"));
  dir.write("odd/coordinator.xml", coordinator("/apps/good", "2026-03-05T00:00Z"));
  dir.write("broken/workflow.xml", "<workflow-app");
  dir.write("other/hive-site.xml", "<configuration/>");
  const outcome got = run({"scan", dir.path(), "--json"});
  ASSERT_EQ(got.status, 0) << got.err;
  const json body = json_of(got);
  EXPECT_EQ(body["applications"], json({{"bundles", 0}, {"coordinators", 3}, {"workflows", 1}}));
  EXPECT_EQ(body["schemas"],
            json({{"coordinator:0.4", 3}, {"workflow:0.5", 1}, {"shell-action:0.3", 1}}));
  EXPECT_EQ(body["actions"], json({{"shell", 1}}));
  EXPECT_EQ(body["features"], json({{"cron frequency", 3}}));
  EXPECT_EQ(file_named(body, "good/workflow.xml")["verdict"], "runs") << body.dump(1);
  EXPECT_EQ(file_named(body, "good/coordinator.xml")["verdict"], "runs") << body.dump(1);
  EXPECT_EQ(file_named(body, "far/coordinator.xml")["verdict"], "needs");
  EXPECT_EQ(file_named(body, "far/coordinator.xml")["needs"],
            json::array({{{"what", "hdfs:// paths"}, {"line", 3}, {"column", 21}}}));
  EXPECT_EQ(file_named(body, "odd/coordinator.xml")["verdict"], "refused");
  EXPECT_EQ(file_named(body, "odd/coordinator.xml")["findings"][0]["code"], "E1003");
  EXPECT_EQ(file_named(body, "broken/workflow.xml")["verdict"], "refused");
  EXPECT_EQ(body["verdicts"], json({{"runs", 2}, {"warnings", 0}, {"needs", 1}, {"refused", 2}}));
  EXPECT_EQ(body["files"].size(), 5U);
}

TEST(foliot_scan, is_readable) {
  const outcome got = run({"scan", std::string(FOLIOT_SOURCE_DIR) + "/examples"});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_NE(got.out.find("workflows 3"), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("files         7 run as they are\n"), std::string::npos) << got.out;
  EXPECT_EQ(run({"scan", "/no/such/place"}).status, 1);
  const outcome brief = run({"scan", std::string(FOLIOT_SOURCE_DIR) + "/examples", "--summary"});
  EXPECT_EQ(brief.out.find("Files\n"), std::string::npos) << brief.out;
}

TEST(foliot_scan, says_what_is_missing) {
  const scratch dir;
  dir.write("far/coordinator.xml", coordinator("hdfs://nn/apps/good", "2026-01-05T00:00Z"));
  dir.write("odd/coordinator.xml", coordinator("/apps/good", "2026-03-05T00:00Z"));
  const outcome got = run({"scan", dir.path()});
  EXPECT_EQ(got.status, 0) << got.err;
  expect_narrow(got.out);
  for (const char* line :
       {"files         1 cannot run here yet\n",
        "              1 wrong, and refused by Oozie too\n",
        "\nWhy some cannot run here yet\n  hdfs:// paths  1 place\n    Only files", "  not yet  ",
        "           uses hdfs:// paths\n", "  refused  "})
    EXPECT_NE(got.out.find(line), std::string::npos) << line << "\n" << got.out;
}

TEST(foliot_scan, says_runs_only_of_what_lint_finds_no_error_in) {
  const scratch dir;
  std::string misspelt = shell;
  misspelt.replace(misspelt.find(">m<"), 3, ">${wf:errorMesage(wf:lastErrorNode())}<");
  dir.write("misspelt/workflow.xml", misspelt);
  dir.write("nowhere/coordinator.xml", coordinator("apps/good", "2026-01-05T00:00Z"));
  const json body = json_of(run({"scan", dir.path(), "--json"}));
  EXPECT_EQ(file_named(body, "misspelt/workflow.xml")["verdict"], "refused") << body.dump(1);
  EXPECT_EQ(file_named(body, "misspelt/workflow.xml")["findings"][0]["remedy"],
            "Did you mean 'wf:errorMessage'?");
  EXPECT_EQ(file_named(body, "nowhere/coordinator.xml")["verdict"], "refused") << body.dump(1);
  EXPECT_EQ(file_named(body, "nowhere/coordinator.xml")["findings"][0]["code"], "E0307");
}

}  // namespace
}  // namespace foliot::testing

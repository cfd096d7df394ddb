// foliot lint: each folder of lint/ is one rule: bad/ gives exactly the lines of `expected`, good/
// gives nothing.
#include "tools/offline/lint.hpp"

#include <set>

#include "tests/tools/support.hpp"
#include "tools/offline/files.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

const std::string rules = std::string(FOLIOT_SOURCE_DIR) + "/tests/tools/lint";

/// "file:line:col CODE" of all findings below `path`, whose own name is cut off. What the engine
/// does not offer yet is left out: it is no rule's business.
std::vector<std::string> found_in(const std::string& path) {
  const auto in = offline::read_estate(path);
  EXPECT_TRUE(in) << path;
  std::vector<std::string> out;
  if (!in) return out;
  for (const offline::finding& each : offline::lint_estate(*in, offline::definition_reader())) {
    if (each.code == "not-offered") continue;
    EXPECT_FALSE(each.sentence.empty()) << each.place_and_code();
    EXPECT_FALSE(each.sentence.ends_with('.')) << each.sentence;
    out.push_back(each.place_and_code().substr(path.size() + 1));
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) out.push_back(line);
  return out;
}

TEST(foliot_lint, finds_what_each_rule_is_for_and_nothing_in_good_files) {
  size_t count = 0;
  for (const auto& rule : std::filesystem::directory_iterator(rules)) {
    const std::string path = rule.path().string();
    const std::string code = rule.path().filename().string();
    const std::vector<std::string> expected = lines_of(path + "/expected");
    EXPECT_TRUE(std::any_of(expected.begin(), expected.end(), [&](const std::string& each) {
      return each.ends_with(" " + code);
    })) << code;
    EXPECT_EQ(found_in(path + "/bad"), expected) << code;
    EXPECT_EQ(found_in(path + "/good"), std::vector<std::string>()) << code;
    ++count;
  }
  EXPECT_GE(count, 50U);
}

TEST(foliot_lint, has_every_rule_in_the_manual) {
  std::string manual;
  for (const std::string& line : lines_of(std::string(FOLIOT_SOURCE_DIR) + "/docs/tools.md"))
    manual += line + "\n";
  for (const auto& rule : std::filesystem::directory_iterator(rules)) {
    const std::string code = rule.path().filename().string();
    const bool oozie = code.size() == 5 && code[0] == 'E';
    EXPECT_TRUE(oozie || manual.find("`" + code + "`") != std::string::npos) << code;
  }
}

TEST(foliot_lint, finds_nothing_in_the_examples) {
  const outcome got = run({"lint", std::string(FOLIOT_SOURCE_DIR) + "/examples", "--strict"});
  EXPECT_EQ(got.status, 0) << got.out;
  EXPECT_NE(got.out.find(" 0 errors, 0 warnings"), std::string::npos) << got.out;
}

TEST(foliot_lint, tells_by_its_exit_status) {
  const std::string warning = rules + "/timeout-60-days/bad";
  EXPECT_EQ(run({"lint", warning}).status, 0);
  EXPECT_EQ(run({"lint", warning, "--strict"}).status, 1);
  EXPECT_EQ(run({"lint", rules + "/E0708/bad"}).status, 2);
  EXPECT_EQ(run({"lint", warning, rules + "/E0708/bad", "--strict"}).status, 2);
  EXPECT_EQ(run({"lint", rules + "/no-such-rule"}).status, 2);
  EXPECT_EQ(run({"lint", rules + "/timeout-60-days/good", "--strict"}).status, 0);
}

TEST(foliot_lint, prints_json_for_programs) {
  const json got = json_of(run({"lint", "--json", rules + "/unknown-dataset/bad"}));
  EXPECT_EQ(got["errors"], 1);
  ASSERT_EQ(got["findings"].size(), 1U);
  EXPECT_EQ(got["findings"][0]["code"], "unknown-dataset");
  EXPECT_EQ(got["findings"][0]["severity"], "error");
  EXPECT_EQ(got["findings"][0]["remedy"], "Did you mean 'logs'?");
}

TEST(foliot_lint, keeps_sentences_to_80_columns) {
  const outcome got = run({"lint", rules});
  for (size_t at = 0; at < got.out.size();) {
    const size_t end = std::min(got.out.find('\n', at), got.out.size());
    const std::string line = got.out.substr(at, end - at);
    if (line.starts_with("  ")) {
      EXPECT_LE(client::width_of(line), 80U) << line;
    }
    at = end + 1;
  }
}

TEST(foliot_lint, uses_what_a_bundle_passes_on) {
  const scratch dir;
  dir.write("job.properties", "oozie.bundle.application.path=hdfs://nn/apps/all\nroot=/data\n");
  dir.write("all/bundle.xml",
            "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'><coordinator name='c'>"
            "<app-path>hdfs://nn/apps/all/c</app-path><configuration><property>"
            "<name>days</name><value>2</value></property></configuration></coordinator>"
            "</bundle-app>");
  dir.write("all/c/coordinator.xml",
            "<coordinator-app name='c' frequency='${coord:days(days)}' start='2026-01-05T00:00Z' "
            "end='2026-02-05T00:00Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><action>"
            "<workflow><app-path>${root}/w</app-path><configuration><property><name>a</name>"
            "<value>${roots}</value></property></configuration></workflow></action>"
            "</coordinator-app>");
  const std::vector<std::string> found = found_in(dir.path());
  EXPECT_EQ(found, std::vector<std::string>{"all/c/coordinator.xml:1:252 undefined-property"});
}

TEST(foliot_lint, takes_undefined_properties_as_given_where_nothing_is_known_of_the_job) {
  const scratch dir;
  dir.write("coordinator.xml",
            "<coordinator-app name='c' frequency='${f}' start='${start}' end='${end}' "
            "timezone='${tz}' xmlns='uri:oozie:coordinator:0.4'><controls><timeout>${t}</timeout>"
            "<execution>${order}</execution></controls><action><workflow>"
            "<app-path>${nn}/w</app-path></workflow></action></coordinator-app>");
  EXPECT_EQ(found_in(dir.path()), std::vector<std::string>());
}

std::string coordinator(const std::string& attributes, const std::string& inside,
                        const std::string& version = "0.4") {
  return "<coordinator-app name='c' xmlns='uri:oozie:coordinator:" + version + "'\n" + attributes +
         ">\n" + inside + "</coordinator-app>";
}

const std::string given =
    "frequency='${coord:days(1)}' start='${start}' end='${end}' timezone='UTC'";
const std::string plain =
    "frequency='60' start='2026-01-05T00:00Z' end='2026-02-05T00:00Z' timezone='UTC'";
const std::string action = "<action><workflow><app-path>/w</app-path></workflow></action>\n";

std::vector<std::string> found_in_text(const std::string& name, const std::string& text) {
  const scratch dir;
  dir.write(name, text);
  return found_in(dir.path());
}

using strings = std::vector<std::string>;

TEST(foliot_lint, refuses_what_the_schema_refuses_though_values_are_not_known) {
  const auto found = [](const std::string& text) { return found_in_text("coordinator.xml", text); };
  EXPECT_EQ(found(coordinator(given, action)), strings());
  EXPECT_EQ(found(coordinator(given, action, "0.9")), strings{"coordinator.xml:1:27 E0701"});
  EXPECT_EQ(found(coordinator("frequency='60' start='${start}' end='${end}'", action)),
            strings{"coordinator.xml:1:1 E0701"});
  EXPECT_EQ(found(coordinator("freq='60' start='${start}' end='${end}' timezone='UTC'", action)),
            strings{"coordinator.xml:2:1 E0701"});
  EXPECT_EQ(found(coordinator("freq='60' start='${start}' ends='${end}' timezone='UTC'", action)),
            (strings{"coordinator.xml:2:1 E0701", "coordinator.xml:2:28 E0701"}));
  EXPECT_EQ(found(coordinator(given, "")), strings{"coordinator.xml:1:1 E0701"});
  EXPECT_EQ(found_in_text("workflow.xml",
                          "<workflow-app name='w-${x}' xmlns='uri:oozie:workflow:0.5'>"
                          "<start to='end'/></workflow-app>"),
            strings{"workflow.xml:1:1 E0701"});
}

TEST(foliot_lint, tells_all_mistakes_of_a_file_at_once) {
  const std::string controls =
      "<controls><timeout>1h</timeout>\n<execution>fifo</execution></controls>\n";
  const std::string data =
      "<datasets><dataset name='d' frequency='60' initial-instance='x' timezone='UTC'>"
      "<uri-template>/d/${YEAR}${MONTH}${DAY}${HOUR}</uri-template></dataset></datasets>\n"
      "<input-events><data-in name='in' dataset='d'><instance>${coord:curent(0)}</instance>"
      "</data-in></input-events>\n";
  const std::string conf =
      "<action><workflow><app-path>/w</app-path><configuration><property><name>p</name>"
      "<value>${coord:dataIn('inn')}</value></property></configuration></workflow></action>\n";
  EXPECT_EQ(found_in_text("coordinator.xml", coordinator(plain, controls + data + conf)),
            (strings{"coordinator.xml:3:11 E1003", "coordinator.xml:4:1 E1003",
                     "coordinator.xml:5:44 E1003", "coordinator.xml:6:46 E1004",
                     "coordinator.xml:7:81 E1004"}));
}

TEST(foliot_lint, tells_at_most_twenty_refusals_of_a_file) {
  std::string datasets;
  for (int i = 0; i < 30; ++i)
    datasets += "<dataset name='d" + std::to_string(i) +
                "' frequency='60' initial-instance='x' timezone='UTC'><uri-template>/d"
                "</uri-template></dataset>";
  const auto found = found_in_text(
      "coordinator.xml", coordinator(plain, "<datasets>" + datasets + "</datasets>" + action));
  EXPECT_EQ(std::count_if(found.begin(), found.end(),
                          [](const std::string& each) { return each.ends_with("E1003"); }),
            20);
}

TEST(foliot_lint, refuses_data_that_is_nowhere) {
  const auto found = [](const std::string& uri) {
    return found_in_text(
        "coordinator.xml",
        coordinator(plain,
                    "<datasets><dataset name='d' frequency='60' initial-instance="
                    "'2026-01-01T00:00Z' timezone='UTC'>\n<uri-template>" +
                        uri +
                        "</uri-template></dataset></datasets><input-events><data-in name='in' "
                        "dataset='d'><instance>${coord:current(0)}</instance></data-in>"
                        "</input-events>" +
                        action));
  };
  const std::string date = "${YEAR}${MONTH}${DAY}${HOUR}";
  EXPECT_EQ(found("data/sales/" + date), strings{"coordinator.xml:4:1 E0904"});
  EXPECT_EQ(found("~/sales/" + date), strings{"coordinator.xml:4:1 E0904"});
  EXPECT_EQ(found("file://host/sales/" + date), strings{"coordinator.xml:4:1 E0904"});
  EXPECT_EQ(found("${data}/sales/" + date), strings());
  EXPECT_EQ(found("hdfs://nn/sales/" + date), strings());
}

TEST(foliot_lint, refuses_includes_that_cannot_be_followed) {
  const scratch dir;
  const std::string self = dir.path("self.xml");
  dir.write("self.xml", "<datasets><include>" + self + "</include></datasets>");
  dir.write("coordinator.xml",
            coordinator(plain, "<datasets>\n<include>" + self + "</include></datasets>" + action));
  EXPECT_EQ(found_in(dir.path()), strings{"self.xml:1:11 E0803"});
}

TEST(foliot_lint, knows_that_a_unit_is_no_variable) {
  const scratch dir;
  const std::string file = dir.write(
      "coordinator.xml",
      coordinator(plain,
                  "<datasets><dataset name='d' frequency='60' initial-instance='2026-01-01T00:00Z' "
                  "timezone='UTC'><uri-template>/d/${HOUR}</uri-template></dataset></datasets>"
                  "<input-events><data-in name='in' dataset='d'><instance>"
                  "${coord:offset(-1,'DAYS')}</instance></data-in></input-events>" +
                      action));
  for (const char* command : {"lint", "preview"}) {
    const outcome got = run({command, file});
    EXPECT_NE((got.out + got.err).find("there is no unit 'DAYS'"), std::string::npos)
        << got.out << got.err;
  }
}

TEST(foliot_lint, prints_nothing_that_a_terminal_obeys) {
  const scratch dir;
  dir.write("a\x1b[31m\nb/coordinator.xml",
            coordinator("frequency='60' start='\xC2\x9B\xE2\x80\xAE' end='2026-02-05T00:00Z' "
                        "timezone='UTC'",
                        action));
  for (const char* command : {"lint", "scan"}) {
    const std::string out = run({command, dir.path()}).out;
    EXPECT_EQ(out.find('\x1b'), std::string::npos) << out;
    EXPECT_EQ(out.find("\xC2\x9B"), std::string::npos) << out;
    EXPECT_EQ(out.find("\xE2\x80\xAE"), std::string::npos) << out;
    EXPECT_NE(out.find("a\\u001b[31m\\nb/coordinator.xml"), std::string::npos) << out;
    EXPECT_NE(out.find("\\u009b\\u202e"), std::string::npos) << out;
  }
}

}  // namespace
}  // namespace foliot::testing

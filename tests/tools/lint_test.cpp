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

}  // namespace
}  // namespace foliot::testing

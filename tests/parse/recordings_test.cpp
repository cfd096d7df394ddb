// Submissions and dry runs recorded with a real Oozie 5.2.1, its applications included: the oozie
// dialect must come to the same code.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "parse/configuration.hpp"
#include "parse/dry_run.hpp"
#include "parse/submission.hpp"
#include "tests/recordings.hpp"
#include "time/datetime.hpp"

namespace foliot::parse {
namespace {

namespace fs = std::filesystem;
using foliot::testing::recordings;
using nlohmann::json;

// Files of the recorded session, whose root is "/ROOT" here.
result<std::string> read_application(const std::string& path) {
  const fs::path file = recordings() / "../session" / path.substr(std::min<size_t>(6, path.size()));
  if (!path.starts_with("/ROOT/") || !fs::is_regular_file(file))
    return failure{errc::not_found, "no such file", "", path, ""};
  std::ifstream in(file, std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(in), {}};
}

std::string replaced(std::string text, const std::string& old, const std::string& now) {
  for (size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + now.size()))
    text.replace(at, old.size(), now);
  return text;
}

// The request's properties, where it is one that this folder alone decides.
std::optional<model::configuration> properties_of(const json& step) {
  if (!step.contains("request") || step["request"]["method"] != "POST") return std::nullopt;
  const std::string path = step["request"]["path"];
  const bool plain =
      path == "/v2/jobs" || path == "/v2/jobs?action=start" || path == "/v2/jobs?action=dryrun";
  const std::string type = step["request"]["headers"].value("Content-Type", std::string());
  if (!plain || !type.starts_with("application/xml") || !step["request"]["body"].is_string())
    return std::nullopt;
  const std::string body = replaced(step["request"]["body"], "${ROOT}", "/ROOT");
  auto conf = read_configuration("body", body);
  if (!conf || conf->contains("oozie.jobs.api.generated.xml")) return std::nullopt;
  return *conf;
}

TEST(recordings, submissions_are_refused_with_the_same_codes) {
  if (!fs::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  size_t seen = 0;
  for (const char* area : {"wf", "wf_errors", "coord", "bundle"}) {
    std::ifstream in(recordings() / "a" / (std::string(area) + ".jsonl"));
    for (std::string line; std::getline(in, line);) {
      const json step = json::parse(line);
      const auto conf = properties_of(step);
      if (!conf) continue;
      const std::string name = step["name"];
      options how;
      how.reading = dialect::oozie;
      how.dry_run = step["request"]["path"] == "/v2/jobs?action=dryrun";
      const auto out = prepare(*conf, read_application, how);
      const std::string expected =
          step["response"]["headers"].value("oozie-error-code", std::string());
      EXPECT_EQ(out ? "" : out.error().oozie, expected)
          << area << ": " << name << ": " << (out ? "accepted" : out.error().text());
      ++seen;
    }
  }
  EXPECT_GE(seen, 100U);
}

// What was there when the session was recorded.
el::value was_there(const el::probe& question) {
  const std::string path = question.arguments.front();
  const std::string hour = "file:///ROOT/data/hourly/2020/01/01/";
  return path.starts_with("file:///ROOT/data/raw/2020/01/01") ||
         (path.starts_with(hour) && path.substr(hour.size()) <= "07");
}

std::string without_actual_time(std::string text) {
  const std::string name = "action-actual-time=\"";
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
    text.erase(at + name.size(), text.find('"', at + name.size()) - at - name.size());
  return text;
}

TEST(recordings, dry_runs_of_coordinators_answer_the_same_text) {
  if (!fs::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  const instant now = time::parse_datetime("2020-01-02T00:00Z", {}, dialect::oozie).value();
  size_t seen = 0;
  std::ifstream in(recordings() / "a/coord.jsonl");
  for (std::string line; std::getline(in, line);) {
    const json step = json::parse(line);
    const auto conf = properties_of(step);
    if (!conf || step["request"]["path"] != "/v2/jobs?action=dryrun") continue;
    options how;
    how.reading = dialect::oozie;
    const auto out = dry_run(*conf, read_application, {was_there, now}, how);
    EXPECT_EQ(out.ok(), step["response"]["status"] == 201) << step["name"];
    if (!out || step["response"]["status"] != 201) continue;
    const std::string body = replaced(step["response"]["body"], "${ROOT}", "/ROOT");
    EXPECT_EQ(without_actual_time(out->text),
              without_actual_time(json::parse(body)["id"].get<std::string>()))
        << step["name"];
    ++seen;
  }
  EXPECT_EQ(seen, 9U);
}

}  // namespace
}  // namespace foliot::parse

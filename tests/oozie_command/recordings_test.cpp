// What the real client did without a server's help: the same words, the same text and exit status.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/oozie_command/support.hpp"
#include "tests/recordings.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::vector<json> steps(const std::string& area) {
  std::vector<json> out;
  std::ifstream in(recordings() / "a" / (area + ".jsonl"));
  for (std::string line; std::getline(in, line);) {
    json step = json::parse(line, nullptr, false);
    if (step.is_object() && step.contains("argv")) out.push_back(std::move(step));
  }
  return out;
}

/// The steps whose text is our own: which build this is, and what -job's actions do.
bool own_words(const std::string& name) { return name == "version" || name == "job nothing"; }

std::set<std::string> options_in(const std::string& text) {
  static const std::regex option(R"((?:^|[\s\[(|,])(-[a-zA-Z][\w-]*))");
  std::set<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at)
    out.insert((*at)[1]);
  return out;
}

/// Runs a recorded step where nobody listens.
outcome run_step(const json& step, const std::string& root) {
  std::vector<std::string> words;
  for (std::string word : step["argv"]) {
    replace_all(word, "${ROOT}", root);
    words.push_back(std::move(word));
  }
  auto environment = step["env"].get<std::map<std::string, std::string>>();
  outcome got = run(words, nobody, environment);
  replace_all(got.out, root, "${ROOT}");
  replace_all(got.err, root, "${ROOT}");
  return got;
}

/// Compares what a step printed with what was recorded; a stack trace by its status alone.
void compare(const json& step, const outcome& got) {
  const std::string out = step["stdout"];
  const std::string err = step["stderr"];
  const std::string name = step["name"];
  EXPECT_EQ(got.status, step["exit"].get<int>()) << name << "\n" << got.err;
  if ((out + err).find("\tat ") != std::string::npos || own_words(name)) return;
  if (out.starts_with("usage: ")) {
    EXPECT_EQ(options_in(got.out), options_in(out)) << name;
  } else if (step.contains("volatile")) {
    EXPECT_EQ(got.out.substr(0, 40), out.substr(0, 40)) << name;
  } else {
    EXPECT_EQ(got.out, out) << name;
    EXPECT_EQ(got.err, err) << name;
  }
}

TEST(recordings, what_needs_no_server_is_done_alike) {
  if (!std::filesystem::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  // The session's ${ROOT}: its applications, and the properties that it writes.
  const scratch dir;
  const std::string root = dir.path();
  std::filesystem::copy(recordings() / "../session/apps", dir.path("apps"),
                        std::filesystem::copy_options::recursive);
  std::filesystem::create_directories(dir.path("out"));
  dir.write("out/wf.properties", "a=b\n");
  dir.write("out/coord.properties", "a=b\n");
  size_t compared = 0;
  for (const char* area : {"cli_basic", "cli_wf", "cli_coord"})
    for (const json& step : steps(area)) {
      if (step["name"] == "not a url") continue;  // its refusal is the sender's
      const outcome got = run_step(step, root);
      if (!got.sent.empty()) continue;
      compare(step, got);
      ++compared;
    }
  EXPECT_GE(compared, 40U) << "those without a server";
}

TEST(recordings, a_refused_connection_is_told_alike) {
  if (!std::filesystem::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  for (const json& step : steps("cli_basic")) {
    if (step["name"] != "no url" && step["name"] != "bad url") continue;
    const outcome got = run_step(step, "/");
    EXPECT_EQ(got.status, 255);
    // Without the stack trace, which stands before the last line.
    const std::string err = step["stderr"];
    const size_t trace = err.find("java.net.ConnectException: ");
    EXPECT_EQ(got.err, err.substr(0, trace) + err.substr(err.find("Error: ")));
  }
}

}  // namespace
}  // namespace foliot::testing

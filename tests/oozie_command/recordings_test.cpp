// What the real client did without a server's help: the same words, the same text and exit status.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

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

/// The lines in capitals and the labels of indented ones: what stays where figures move.
std::set<std::string> headings_in(const std::string& text) {
  std::set<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("\t")) out.insert(line.substr(0, line.find(" : ")));
    if (line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ-") == std::string::npos)
      out.insert(line);
  }
  return out;
}

/// Runs a recorded step where `root` is the session's folder.
outcome run_step(const json& step, const std::string& root, const server& to) {
  std::vector<std::string> words;
  for (std::string word : step["argv"]) {
    replace_all(word, "${ROOT}", root);
    words.push_back(std::move(word));
  }
  auto environment = step["env"].get<std::map<std::string, std::string>>();
  outcome got = run(words, to, environment);
  replace_all(got.out, root, "${ROOT}");
  replace_all(got.err, root, "${ROOT}");
  return got;
}

/// Makes the session's ${ROOT}: its applications, and the properties that it writes.
std::string session_root(const scratch& dir) {
  std::filesystem::copy(recordings() / "../session/apps", dir.path("apps"),
                        std::filesystem::copy_options::recursive);
  std::filesystem::create_directories(dir.path("out"));
  dir.write("out/wf.properties", "a=b\n");
  dir.write("out/coord.properties", "a=b\n");
  return dir.path();
}

/// What the real server answered to "METHOD PATH?QUERY" behind /oozie, the first time.
std::map<std::string, exec::http_reply> recorded_answers() {
  std::map<std::string, exec::http_reply> out;
  std::ifstream in(recordings() / "a" / "admin.jsonl");
  for (std::string line; std::getline(in, line);) {
    const json step = json::parse(line, nullptr, false);
    if (!step.is_object() || !step.contains("request")) continue;
    const std::string path = step["request"]["path"];
    out.try_emplace(step["request"]["method"].get<std::string>() + " " + path,
                    reply(step["response"]["status"], step["response"]["body"]));
  }
  return out;
}

/// "E0604: sentence" in the header of a refusal that was printed as "Error: E0604 : E0604: ...";
/// nothing for other texts.
std::optional<exec::http_reply> recorded_refusal(const json& step) {
  static const std::regex form("Error: (E[0-9]{4})( : |: )(.*)\n");
  const std::string err = step["stderr"];
  std::smatch parts;
  if (!std::regex_match(err, parts, form)) return std::nullopt;
  const std::string code = parts[1];
  const bool validates = parts[2] == ": ";
  return reply(400, "",
               {{"oozie-error-code", code},
                {"oozie-error-message", (validates ? code + ": " : "") + parts[3].str()}});
}

/// The answer of which a step printed no more than what is in it; nothing for those that are laid
/// out.
std::optional<std::string> plain_answer(const json& step) {
  const json& words = step["argv"];
  const std::string out = step["stdout"];
  if (step["exit"] != 0 || words.empty()) return std::nullopt;
  const std::string line = out.substr(0, out.empty() ? 0 : out.size() - 1);
  if (words[0] == "sla") return out;
  if (words[0] == "validate") return json{{"validate", line}}.dump();
  if (words[0] != "job" || words.size() < 2) return std::nullopt;
  const std::string action = words[1];
  if (action == "-log" || action == "-errorlog" || action == "-auditlog") return out;
  if (action == "-definition") return line;
  if (action == "-configcontent") return json{{"conf", line}}.dump();
  if (action == "-slaenable" || action == "-sladisable") return "";
  if (action == "-missingdeps" && out.empty()) return R"({"missingDependencies":[]})";
  if (action == "-retries") return R"({"retries":[]})";
  if (out.empty() && action != "-poll") return "";
  return std::nullopt;
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
    const auto first = [](const std::string& text) {
      return text.substr(0, std::min<size_t>(text.find('\n'), 40));
    };
    EXPECT_EQ(first(got.out), first(out)) << name;
    EXPECT_EQ(headings_in(got.out), headings_in(out)) << name;
  } else {
    EXPECT_EQ(got.out, out) << name;
    EXPECT_EQ(got.err, err) << name;
  }
}

TEST(recordings, what_needs_no_server_is_done_alike) {
  if (!std::filesystem::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  const scratch dir;
  const std::string root = session_root(dir);
  size_t compared = 0;
  for (const char* area : {"cli_basic", "cli_wf", "cli_coord"})
    for (const json& step : steps(area)) {
      const outcome got = run_step(step, root, nobody);
      if (!got.sent.empty()) continue;
      compare(step, got);
      ++compared;
    }
  EXPECT_GE(compared, 40U) << "those without a server";
}

TEST(recordings, the_servers_answers_about_itself_print_alike) {
  if (!std::filesystem::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  const auto answers = recorded_answers();
  size_t compared = 0;
  for (const json& step : steps("cli_basic")) {
    const std::string name = step["name"];
    if (!name.starts_with("admin ")) continue;
    bool known = false;
    const outcome got =
        run_step(step, "/no/such/root", friendly([&](const exec::http_call& what) {
                   const std::string path = what.url.substr(what.url.find("/oozie/") + 6);
                   const auto found = answers.find(what.method + " " + path);
                   // Of the process's own environment the number of variables was recorded.
                   known = found != answers.end() && !found->second.body.starts_with("<object");
                   return known ? found->second : reply(404, "");
                 }));
    if (!known) continue;
    compare(step, got);
    if (name == "admin configuration") {
      EXPECT_EQ(got.out, step["stdout"].get<std::string>());
    }
    ++compared;
  }
  EXPECT_GE(compared, 12U);
}

TEST(recordings, what_is_no_table_prints_alike) {
  if (!std::filesystem::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  const scratch dir;
  const std::string root = session_root(dir);
  size_t compared = 0;
  for (const char* area : {"cli_basic", "cli_wf", "cli_coord"})
    for (const json& step : steps(area)) {
      const auto body = plain_answer(step);
      if (!body) continue;
      compare(step, run_step(step, root,
                             friendly([&](const exec::http_call&) { return reply(200, *body); })));
      ++compared;
    }
  EXPECT_GE(compared, 35U);
}

TEST(recordings, refusals_print_alike) {
  if (!std::filesystem::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  const scratch dir;
  const std::string root = session_root(dir);
  size_t compared = 0;
  for (const char* area : {"cli_basic", "cli_wf", "cli_coord"})
    for (const json& step : steps(area)) {
      const auto refusal = recorded_refusal(step);
      if (!refusal) continue;
      compare(step,
              run_step(step, root, friendly([&](const exec::http_call&) { return *refusal; })));
      ++compared;
    }
  EXPECT_GE(compared, 50U);
}

TEST(recordings, a_refused_connection_is_told_alike) {
  if (!std::filesystem::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  for (const json& step : steps("cli_basic")) {
    if (step["name"] != "no url" && step["name"] != "bad url") continue;
    const outcome got = run_step(step, "/", nobody);
    EXPECT_EQ(got.status, 255);
    // Without the stack trace, which stands before the last line.
    const std::string err = step["stderr"];
    const size_t trace = err.find("java.net.ConnectException: ");
    EXPECT_EQ(got.err, err.substr(0, trace) + err.substr(err.find("Error: ")));
  }
}

}  // namespace
}  // namespace foliot::testing

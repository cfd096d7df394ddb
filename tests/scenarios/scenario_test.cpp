// Every *.scenario of this folder as a test: undisturbed, with crashes between its statements, and
// with crashes within them. FOLIOT_SCENARIO_SEED picks another order of events.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include "rehearsal/stage.hpp"

namespace foliot::rehearsal {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(FOLIOT_SOURCE_DIR) / "tests" / "scenarios";

std::string content_of(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Scenarios that are known to fail, with the reason: what they want is not there yet.
std::map<std::string, std::string> open_scenarios() {
  std::map<std::string, std::string> out;
  std::istringstream in(content_of(folder / "open.txt"));
  std::string text;
  while (std::getline(in, text)) {
    if (text.empty() || text.front() == '#') continue;
    const size_t blank = text.find(' ');
    out[text.substr(0, blank)] = blank == std::string::npos ? "" : text.substr(blank + 1);
  }
  return out;
}

struct scenario_case {
  std::string name;  ///< Of the file, without its ending.
  crashes when = crashes::none;
};

void PrintTo(const scenario_case& of, std::ostream* out) { *out << of.name; }

uint64_t seed() {
  const char* given = std::getenv("FOLIOT_SCENARIO_SEED");
  return given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
}

bool allows_crashes(const std::string& name) {
  const auto read = read_script(content_of(folder / (name + ".scenario")));
  const auto* what = std::get_if<script>(&read);
  return what != nullptr && what->crashes;
}

std::vector<scenario_case> cases(crashes when) {
  std::vector<scenario_case> out;
  const auto open = open_scenarios();
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".scenario") continue;
    const std::string name = entry.path().stem().string();
    if (when == crashes::none || (!open.contains(name) && allows_crashes(name)))
      out.push_back({name, when});
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

class scenario : public testing::TestWithParam<scenario_case> {};

TEST_P(scenario, holds) {
  const auto& [name, when] = GetParam();
  const std::string file = name + ".scenario";
  const auto read = read_script(content_of(folder / file));
  std::optional<problem> bad;
  if (const auto* wrong = std::get_if<problem>(&read))
    bad = *wrong;
  else
    bad = play(std::get<script>(read), {when, seed(), "", false}).bad;
  const auto open = open_scenarios();
  const auto known = open.find(name);
  if (known != open.end()) {
    // What fails for some order of events is not to be taken for mended by chance.
    for (uint64_t more = 1; more <= 8 && !bad; ++more)
      bad = play(std::get<script>(read), {when, seed() + more, "", false}).bad;
    EXPECT_TRUE(bad) << "tests/scenarios/open.txt: " << name << " holds now: take it off the list";
    return;
  }
  if (bad)
    ADD_FAILURE_AT((folder / file).c_str(), bad->line)
        << "tests/scenarios/" << file << ":" << bad->line << ": " << bad->sentence << "\nwhy "
        << testing::PrintToString(bad->why) << "\nlog " << testing::PrintToString(bad->log);
}

std::string name_of(const testing::TestParamInfo<scenario_case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(undisturbed, scenario, testing::ValuesIn(cases(crashes::none)), name_of);
INSTANTIATE_TEST_SUITE_P(crashes_between, scenario, testing::ValuesIn(cases(crashes::between)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(crashes_within, scenario, testing::ValuesIn(cases(crashes::within)),
                         name_of);

TEST(open_scenarios, are_files_and_have_a_reason) {
  for (const auto& [name, reason] : open_scenarios()) {
    EXPECT_TRUE(fs::exists(folder / (name + ".scenario"))) << name;
    EXPECT_FALSE(reason.empty()) << name;
  }
}

}  // namespace
}  // namespace foliot::rehearsal

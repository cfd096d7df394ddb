// Compares Foliot's time with Java's: this program asks and checks, Oracle.java answers;
// `tools/dev oracle` connects the two.
//   oracle_java zones                           questions about all zones
//   oracle_java compare-zones QUESTIONS ANSWERS  prints the ids that agree, tells on stderr of the
//                                               others; fails when they are more than 1 %
//                                               of all
//   oracle_java cases SEED COUNT ZONES          random questions about the ids in the file ZONES
//   oracle_java check QUESTIONS ANSWERS         fails when an answer differs
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "tests/oracle_java/cases.hpp"
#include "time/zone.hpp"

namespace foliot::oracle {
namespace {

std::vector<std::string> lines_of(const char* path) {
  std::vector<std::string> out;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

void print(const std::string& line) { std::printf("%s\n", line.c_str()); }

int compare_zones(const char* questions_path, const char* answers_path) {
  const auto questions = lines_of(questions_path);
  const auto answers = lines_of(answers_path);
  if (questions.size() != answers.size() || questions.empty()) {
    std::fprintf(stderr, "%zu questions have %zu answers\n", questions.size(), answers.size());
    return 1;
  }
  size_t zones = 0;
  size_t unknown = 0;
  size_t differ = 0;
  for (size_t i = 1; i + 1 < questions.size(); i += 2) {
    const std::string id = questions[i].substr(2);
    if (answers[i] == "no") {
      ++unknown;
      std::fprintf(stderr, "zone %s: Java does not know it\n", id.c_str());
      continue;
    }
    ++zones;
    if (answer(questions[i + 1]) == answers[i + 1]) {
      print(id);
      continue;
    }
    ++differ;
    std::fprintf(stderr, "zone %s: its changes differ\n", id.c_str());
  }
  std::fprintf(
      stderr,
      "zones: %zu compared over all changes from 1970 to 2200, %zu differ, Java does not know "
      "%zu more\n",
      zones, differ, unknown);
  const std::string ours = time::zone_database();
  if (ours != answers[0])
    std::fprintf(stderr, "zones: Java's database is %s, the system's %s\n", answers[0].c_str(),
                 ours.c_str());
  return (differ + unknown) * 100 <= zones + unknown ? 0 : 1;
}

int cases(const char* seed_text, const char* count_text, const char* zones_path) {
  uint64_t seed = 0;
  uint64_t count = 0;
  std::from_chars(seed_text, seed_text + std::strlen(seed_text), seed);
  std::from_chars(count_text, count_text + std::strlen(count_text), count);
  auto zones = lines_of(zones_path);
  if (zones.empty()) return 1;
  zones.insert(zones.end(), {"GMT+0530", "GMT-0330", "GMT+1300"});
  question_source source(seed, std::move(zones));
  for (uint64_t i = 0; i < count; ++i) print(source.next());
  return 0;
}

int check(const char* questions_path, const char* answers_path) {
  const auto questions = lines_of(questions_path);
  const auto answers = lines_of(answers_path);
  size_t crons = 0;
  size_t refused = 0;
  size_t mismatches = questions.size() == answers.size() && !questions.empty() ? 0 : 1;
  for (size_t i = 0; i < questions.size() && i < answers.size(); ++i) {
    crons += questions[i].starts_with("C") ? 1 : 0;
    refused += answers[i].starts_with("error") ? 1 : 0;
    const std::string ours = answer(questions[i]);
    if (same(questions[i], ours, answers[i])) continue;
    ++mismatches;
    if (mismatches <= 20)
      std::printf("%s\n    ours: %s\n    Java: %s\n", questions[i].c_str(), ours.c_str(),
                  answers[i].c_str());
  }
  std::printf("%zu cases (%zu of cron, of which %zu refused), %zu mismatches\n", questions.size(),
              crons, refused, mismatches);
  return mismatches == 0 ? 0 : 1;
}

int run(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "zones" && argc == 2) {
    for (const std::string& line : zone_questions()) print(line);
    return 0;
  }
  if (mode == "compare-zones" && argc == 4) return compare_zones(argv[2], argv[3]);
  if (mode == "cases" && argc == 5) return cases(argv[2], argv[3], argv[4]);
  if (mode == "check" && argc == 4) return check(argv[2], argv[3]);
  std::fprintf(stderr,
               "oracle_java zones | compare-zones | cases | check: see tests/oracle_java\n");
  return 2;
}

}  // namespace
}  // namespace foliot::oracle

int main(int argc, char** argv) { return foliot::oracle::run(argc, argv); }

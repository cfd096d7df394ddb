// Every file of vectors, as a test of its own.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/vectors/runner.hpp"

namespace foliot::vectors {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

/// The vectors of open.txt that are of `file`: they fail, everybody knows it, and the program
/// counts them as failed. One that holds by now has to leave the list.
std::set<std::string> open_ones(const std::string& file) {
  std::set<std::string> out;
  std::istringstream lines(content_of(FOLIOT_SOURCE_DIR "/tests/vectors/open.txt"));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(file + "#")) out.insert(line.substr(0, line.find(' ')));
  return out;
}

class vector_file : public testing::TestWithParam<suite> {};

TEST_P(vector_file, holds) {
  const char* given = std::getenv("FOLIOT_VECTORS");
  const std::string root = given != nullptr ? given : FOLIOT_SOURCE_DIR "/../shared/vectors";
  const std::string name(GetParam().file);
  const std::string text = content_of(root + "/" + name);
  if (text.empty()) GTEST_SKIP() << "no " << root << "/" << name;
  const differences known = read_differences(content_of(FOLIOT_SOURCE_DIR "/docs/differences.md"));
  const outcome all = run_file(name, json::parse(text), GetParam().holds, known);
  EXPECT_GT(all.total, 0U);
  std::set<std::string> open = open_ones(name);
  for (const std::string& each : all.failures)
    if (open.erase(each.substr(0, each.find(": "))) == 0) ADD_FAILURE() << each;
  for (const std::string& each : open) ADD_FAILURE() << each << " holds: take it off open.txt";
}

INSTANTIATE_TEST_SUITE_P(vectors, vector_file, testing::ValuesIn(suites()), [](const auto& file) {
  std::string name(file.param.file.substr(0, file.param.file.find('.')));
  for (char& c : name)
    if (c == '/') c = '_';
  return name;
});

}  // namespace
}  // namespace foliot::vectors

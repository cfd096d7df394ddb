// vectors [--root DIR] [FILE...]: judges the vectors below DIR, one line a file.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/vectors/runner.hpp"

namespace foliot::vectors {
namespace {

namespace fs = std::filesystem;

constexpr int bad_usage = 2;

int usage(const std::string& sentence) {
  std::fprintf(
      stderr,
      "vectors: %s\nusage: vectors [--root DIR] [FILE...]   FILE: a file or a folder below "
      "DIR\n",
      sentence.c_str());
  return bad_usage;
}

std::string default_root() {
  const char* given = std::getenv("FOLIOT_VECTORS");
  return given != nullptr ? given : FOLIOT_SOURCE_DIR "/../shared/vectors";
}

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

/// Names of the judged files that `wanted` (files or folders; empty: all) means.
std::vector<std::string> chosen(const std::vector<std::string>& wanted) {
  std::vector<std::string> out;
  for (const suite& each : suites()) {
    const std::string file(each.file);
    const auto meant = [&](std::string_view name) {
      while (name.ends_with('/')) name.remove_suffix(1);
      return file == name || file.starts_with(std::string(name) + "/");
    };
    if (wanted.empty() || std::any_of(wanted.begin(), wanted.end(), meant)) out.push_back(file);
  }
  return out;
}

int run(const std::string& root, const std::vector<std::string>& wanted) {
  if (!fs::is_directory(root)) return usage("there is no directory " + root);
  for (const std::string& each : wanted)
    if (chosen({each}).empty()) return usage("no vectors are judged at " + each);
  const differences known = read_differences(content_of(FOLIOT_SOURCE_DIR "/docs/differences.md"));
  outcome sum;
  for (const std::string& name : chosen(wanted)) {
    const json file = json::parse(content_of(fs::path(root) / name), nullptr, false);
    if (file.is_discarded()) {
      std::printf("%s: cannot be read as JSON\n", name.c_str());
      ++sum.total;
      continue;
    }
    const outcome one = run_file(name, file, judge_of(name), known);
    std::printf("%-50s %4zu total, %4zu passed, %2zu documented, %2zu failed\n", name.c_str(),
                one.total, one.passed, one.documented, one.failed());
    for (const std::string& each : one.failures) std::printf("    %s\n", each.c_str());
    sum += one;
  }
  std::printf("vectors: %zu total, %zu passed, %zu documented, %zu failed\n", sum.total, sum.passed,
              sum.documented, sum.failed());
  return sum.failed() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace foliot::vectors

int main(int count, char** words) {
  std::string root = foliot::vectors::default_root();
  std::vector<std::string> wanted;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--root" && i + 1 < count)
      root = words[++i];
    else if (word.starts_with("-"))
      return foliot::vectors::usage("unknown option " + word);
    else
      wanted.push_back(word);
  }
  return foliot::vectors::run(root, wanted);
}

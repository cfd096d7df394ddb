// The vectors mined from Oozie: read from where they are kept, counted, never skipped silently.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace foliot::parse {

/// The list of vectors of `file` ("workflow/parser.json"); nothing where the collection is absent.
inline std::optional<nlohmann::json> load_vectors(const std::string& file) {
  const char* elsewhere = std::getenv("FOLIOT_VECTORS");
  const std::string folder =
      elsewhere != nullptr ? elsewhere : std::string(FOLIOT_SOURCE_DIR) + "/../shared/vectors";
  std::ifstream in(folder + "/" + file);
  if (!in) return std::nullopt;
  nlohmann::json all = nlohmann::json::parse(in);
  return all.is_array() ? all : all["vectors"];
}

/// Counts the vectors of one file and prints "passed/total, not yet: n (reason)" at its end.
class vector_count {
 public:
  explicit vector_count(std::string file) : file_(std::move(file)) {}
  ~vector_count() {
    std::cerr << file_ << ": " << passed_ << "/" << total_ << " passed";
    for (const auto& [reason, count] : not_yet_)
      std::cerr << ", not yet: " << count << " (" << reason << ")";
    std::cerr << "\n";
  }

  void pass() { ++total_, ++passed_; }
  void not_yet(const std::string& reason) { ++total_, ++not_yet_[reason]; }
  /// Counts vector number `index` and fails the test unless both are equal.
  void check(size_t index, const std::string& name, const std::string& expected,
             const std::string& actual) {
    ++total_;
    if (expected == actual) ++passed_;
    EXPECT_EQ(expected, actual) << file_ << "#" << index << " " << name;
  }

 private:
  std::string file_;
  size_t total_ = 0;
  size_t passed_ = 0;
  std::map<std::string, size_t> not_yet_;
};

}  // namespace foliot::parse

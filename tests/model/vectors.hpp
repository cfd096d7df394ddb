// Reading the test vectors, which lie outside the project, and counting honestly: those that pass,
// those that differ on purpose, and those that cannot be run yet.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/status.hpp"

namespace foliot::model::vectors {

using json = nlohmann::json;

inline std::optional<json> load(const std::string& file) {
  const char* given = std::getenv("FOLIOT_VECTORS");
  const std::filesystem::path folder =
      given != nullptr ? std::filesystem::path(given)
                       : std::filesystem::path(FOLIOT_SOURCE_DIR) / "../shared/vectors";
  std::ifstream in(folder / file);
  if (!in) return std::nullopt;
  return json::parse(in);
}

/// Counts the outcomes of one file and prints them at its end.
class tally {
 public:
  explicit tally(std::string file) : file_(std::move(file)) {}
  ~tally() {
    std::string line =
        file_ + ": " + std::to_string(passed_) + "/" + std::to_string(total_) + " pass";
    for (const auto& [reason, indices] : others_)
      line += "\n    " + std::to_string(indices.size()) + " " + reason + ": " + listed(indices);
    ::testing::Test::RecordProperty("vectors", line);
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  void pass(size_t index, bool ok, const std::string& why) {
    ++total_;
    passed_ += ok ? 1 : 0;
    EXPECT_TRUE(ok) << file_ << "#" << index << ": " << why;
  }
  /// Differs on purpose: a difference that is none any more fails.
  void differs(size_t index, bool ok, const std::string& reason) {
    ++total_;
    EXPECT_FALSE(ok) << file_ << "#" << index << " passes: take it off the list";
    others_["differ (" + reason + ")"].push_back(index);
  }
  void not_yet(size_t index, const std::string& reason) {
    ++total_;
    others_["not yet (" + reason + ")"].push_back(index);
  }

 private:
  static std::string listed(const std::vector<size_t>& indices) {
    std::string out;
    for (size_t index : indices) out += (out.empty() ? "#" : " #") + std::to_string(index);
    return out;
  }

  std::string file_;
  size_t passed_ = 0;
  size_t total_ = 0;
  std::map<std::string, std::vector<size_t>> others_;
};

inline status status_of(const std::string& text) {
  const std::optional<status> found = status_named(text);
  EXPECT_TRUE(found) << text;
  return found.value_or(status::none);
}

}  // namespace foliot::model::vectors

// Reads the vectors mined from Oozie, where they are at hand.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace foliot::tests {

/// The document `path` ("coordinator/cron.json") below $FOLIOT_VECTORS, or beside the source tree.
/// Nothing, with a line that says so, when there is no such file.
inline std::optional<nlohmann::json> read_vectors(const std::string& path) {
  const char* folder = std::getenv("FOLIOT_VECTORS");
  const std::string file =
      (folder != nullptr ? std::string(folder) : FOLIOT_SOURCE_DIR "/../shared/vectors") + "/" +
      path;
  std::ifstream in(file);
  if (!in) {
    std::printf("[ VECTORS  ] %s is not here; set FOLIOT_VECTORS to run them\n", file.c_str());
    return std::nullopt;
  }
  return nlohmann::json::parse(in);
}

/// Counts the vectors of one file and says how many passed.
class vector_count {
 public:
  explicit vector_count(std::string name) : name_(std::move(name)) {}
  ~vector_count() {
    std::printf("[ VECTORS  ] %s: %d of %d passed, %d of later functions left out\n", name_.c_str(),
                passed_, passed_ + failed_, left_out_);
  }
  void add(bool good) { good ? ++passed_ : ++failed_; }
  void leave_out() { ++left_out_; }
  int passed() const { return passed_; }

 private:
  std::string name_;
  int passed_ = 0;
  int failed_ = 0;
  int left_out_ = 0;
};

}  // namespace foliot::tests

// Runs `foliot` inside the test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/client/cli.hpp"

namespace foliot::testing {

struct outcome {
  int status = -1;
  std::string out;
  std::string err;
};

class still_clock final : public monotonic_clock {
 public:
  int64_t now_ns() const override { return 0; }
};

inline outcome run(const std::vector<std::string>& arguments, bool colour = false) {
  outcome got;
  client::console to;
  to.colour = colour;
  to.out = [&](std::string_view text) { got.out += text; };
  to.err = [&](std::string_view text) { got.err += text; };
  const still_clock clock;
  got.status = client::run_cli(arguments, to, clock, {});
  return got;
}

inline nlohmann::json json_of(const outcome& got) {
  return nlohmann::json::parse(got.out, nullptr, false);
}

/// Every line has at most 80 characters.
inline void expect_narrow(const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    EXPECT_LE(client::width_of(text.substr(at, end - at)), 80U) << text.substr(at, end - at);
    at = end + 1;
  }
}

/// A directory of the test's own, removed with it.
class scratch {
 public:
  scratch() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    root_ = std::filesystem::temp_directory_path() /
            ("foliot_tools_" + std::to_string(::getpid()) + "_" + test->name());
    std::filesystem::create_directories(root_);
  }
  ~scratch() { std::filesystem::remove_all(root_); }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;

  std::string path(const std::string& name = "") const {
    return name.empty() ? root_.string() : (root_ / name).string();
  }
  std::string write(const std::string& name, const std::string& text) const {
    const auto file = root_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file.string();
  }

 private:
  std::filesystem::path root_;
};

}  // namespace foliot::testing

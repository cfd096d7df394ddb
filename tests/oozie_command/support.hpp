// Runs `oozie` inside the test, against a server that is a function.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tools/oozie/run.hpp"

namespace foliot::testing {

class fixed_clock final : public wall_clock {
 public:
  instant now() const override { return instant{1'800'000'000'000}; }
};

/// What a run printed, and what it asked of the world.
struct outcome {
  int status = -1;
  std::string out;
  std::string err;
  std::vector<exec::http_call> sent;
  std::vector<int64_t> pauses;
};

/// An answer to what is no log-in and no question for versions.
using server = std::function<result<exec::http_reply>(const exec::http_call&)>;

exec::http_reply reply(int status, std::string body,
                       std::vector<std::pair<std::string, std::string>> headers = {});

/// A server that logs everybody in with a cookie, knows versions 0, 1 and 2, and leaves the rest to
/// `rest`.
server friendly(server rest);
/// Nobody listens.
result<exec::http_reply> nobody(const exec::http_call& what);

/// Runs the words with these variables. The user is root at home in `home` (empty: nowhere).
outcome run(const std::vector<std::string>& words, const server& to = nobody,
            const std::map<std::string, std::string>& environment = {},
            const std::string& home = "");

/// "METHOD URL" of the last request of a run whose server answers `body`.
std::string request_of(const std::vector<std::string>& words, const std::string& body = "{}",
                       int status = 200);

/// A directory of the test's own, removed with it.
class scratch {
 public:
  scratch();
  ~scratch();
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  std::string path(const std::string& name = "") const;
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path root_;
};

}  // namespace foliot::testing

// foliot-action in directories of its own, and the servers it talks to.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/java_properties.hpp"
#include "exec/helper/document.hpp"
#include "exec/unique_fd.hpp"
#include "tests/exec/fifo.hpp"

namespace foliot::exec::helper {

using texts = std::vector<std::pair<std::string, std::string>>;

inline std::string properties(const texts& of) {
  std::string out;
  for (const auto& [name, value] : of) add_java_property(out, name, value);
  return out;
}

/// Starts `words` in `directory` with these streams (-1: /dev/null or our own).
inline pid_t spawn_in(const std::string& directory, const std::vector<std::string>& words,
                      const texts& environment, int in = -1, int out = -1, int err = -1) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  if (in >= 0) ::posix_spawn_file_actions_adddup2(&actions, in, 0);
  if (out >= 0) ::posix_spawn_file_actions_adddup2(&actions, out, 1);
  if (err >= 0) ::posix_spawn_file_actions_adddup2(&actions, err, 2);
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
  for (const char* name : {"PATH", "HOME"})
    if (const char* value = ::getenv(name)) variables.push_back(std::string{name} + "=" + value);
  const auto pointers = [](const std::vector<std::string>& from) {
    std::vector<char*> made;
    for (const auto& each : from) made.push_back(const_cast<char*>(each.c_str()));
    made.push_back(nullptr);
    return made;
  };
  pid_t pid = -1;
  EXPECT_EQ(::posix_spawn(&pid, words[0].c_str(), &actions, nullptr, pointers(words).data(),
                          pointers(variables).data()),
            0)
      << words[0];
  ::posix_spawn_file_actions_destroy(&actions);
  return pid;
}

inline int status_of(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// One of tests/services: lives as long as this object, whatever happens to the test.
class service {
 public:
  service(const std::string& name, const std::string& directory) {
    int in[2];
    int out[2];
    EXPECT_EQ(::pipe2(in, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(out, O_CLOEXEC), 0);
    unique_fd their_in{in[0]};
    unique_fd their_out{out[1]};
    lifeline_.reset(in[1]);
    const unique_fd words{out[0]};
    pid_ = spawn_in(directory, {FOLIOT_SOURCE_DIR "/tests/services/" + name, directory}, {},
                    their_in.get(), their_out.get());
    their_in.reset();
    their_out.reset();
    char byte = 0;
    while (::read(words.get(), &byte, 1) == 1 && byte != '\n') said_ += byte;
    if (said_.empty()) absent_ = status_of(std::exchange(pid_, -1)) == 77;
  }
  ~service() {
    lifeline_.reset();
    if (pid_ > 0) status_of(pid_);
  }
  service(const service&) = delete;
  service& operator=(const service&) = delete;

  const std::string& said() const { return said_; }  ///< Its first line.
  bool absent() const { return absent_; }            ///< Not installed here.

 private:
  unique_fd lifeline_;
  pid_t pid_ = -1;
  std::string said_;
  bool absent_ = false;
};

class helper_fixture : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "foliot-action-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    base_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(base_); }

  std::string path(const std::string& name) const { return base_ + "/" + name; }
  static std::string read(const std::string& file) {
    std::ifstream in{file, std::ios::binary};
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
  static void write(const std::string& file, const std::string& text) {
    std::ofstream{file, std::ios::binary} << text;
  }

  /// Starts a part in the new directory work/N; what it says comes behind what is in the file log.
  pid_t start(const std::string& part, const texts& plan) {
    work_ = path("work" + std::to_string(++count_));
    std::filesystem::create_directory(work_);
    write(work_ + "/plan.properties", properties(plan));
    write(path("settings"), properties(settings_));
    const unique_fd log{
        ::open(path("log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)};
    return spawn_in(work_, {FOLIOT_ACTION, part}, {{"FOLIOT_ACTION_SETTINGS", path("settings")}},
                    -1, -1, log.get());
  }

  /// What it answered: "ok", or "type code", and its exit status agrees.
  std::string answer(int status) {
    const auto told = document::read(work_ + "/result.properties");
    if (!told) return "no result, status " + std::to_string(status);
    result_ = *told;
    const std::string type = told->text("type");
    EXPECT_EQ(status, type == "ok" ? 0 : 1);
    return type == "ok" ? type : type + " " + told->text("code");
  }
  std::string run(const std::string& part, const texts& plan) {
    return answer(status_of(start(part, plan)));
  }

  /// Whether the process is there and no zombie that nobody fetches.
  static bool lives(const std::string& pid) {
    const std::string stat = read("/proc/" + pid + "/stat");
    const size_t end = stat.rfind(')');
    return end != std::string::npos && stat.substr(end + 2, 1) != "Z";
  }

  std::string base_;
  std::string work_;  ///< Of the last start.
  texts settings_;
  document result_;
  int count_ = 0;
};

}  // namespace foliot::exec::helper

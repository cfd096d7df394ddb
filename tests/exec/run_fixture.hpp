// Real launchers in a temporary data directory, and the news they cause.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "exec/launch_tree.hpp"
#include "exec/launcher_client.hpp"
#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"
#include "tests/exec/fifo.hpp"

namespace foliot::exec {

// Nothing here takes long; this only turns a hang into a failure.
inline constexpr std::chrono::seconds patience{90};

/// Collects news and lets a test wait for some.
class inbox {
 public:
  void push(run_news news) {
    const std::lock_guard lock{mutex_};
    news_.push_back(std::move(news));
    changed_.notify_all();
  }

  /// The first news of type T about `name`; nothing when patience ends.
  template <class T>
  std::optional<T> wait(const std::string& name, size_t nth = 1) {
    std::unique_lock lock{mutex_};
    std::optional<T> found;
    changed_.wait_for(lock, patience, [&] { return (found = nth_of<T>(name, nth)).has_value(); });
    return found;
  }

  template <class T>
  size_t count() {
    const std::lock_guard lock{mutex_};
    size_t out = 0;
    for (const auto& each : news_) out += std::holds_alternative<T>(each) ? 1 : 0;
    return out;
  }

 private:
  template <class T>
  std::optional<T> nth_of(const std::string& name, size_t nth) const {
    for (const auto& each : news_) {
      const T* news = std::get_if<T>(&each);
      if (news != nullptr && news->name == name && --nth == 0) return *news;
    }
    return {};
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<run_news> news_;
};

class run_fixture : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "foliot-run-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    base_ = pattern;
    data_ = base_ + "/data";
    std::filesystem::create_directory(data_);
    connect();
  }

  void TearDown() override {
    client_.reset();
    for (const char* name : {"FOLIOT_TEST_CRASH", "FOLIOT_CRASH_AT", "FOLIOT_CRASH_ONCE"}) {
      ::unsetenv(name);
    }
    // A launcher may be clearing its work directory at the same time.
    for (std::error_code again; std::filesystem::exists(base_);) {
      std::filesystem::remove_all(base_, again);
    }
  }

  /// A new engine side on the same directory: what a restart makes.
  void connect(uint32_t slots = 200) {
    client_.reset();
    inbox_ = std::make_unique<inbox>();
    client_ = open_client(slots, *inbox_);
  }

  std::unique_ptr<launcher_client> open_client(uint32_t slots, inbox& news) {
    launcher_options options;
    options.data_directory = data_;
    options.launcher_program = launcher_;
    options.slots = slots;
    options.retry_ms = 5;
    auto opened = launcher_client::open(options);
    EXPECT_TRUE(opened.ok());
    if (!opened) return nullptr;
    (*opened)->deliver_to([&news](run_news each) { news.push(std::move(each)); });
    return *std::move(opened);
  }

  static run_spec program(const std::string& name, const std::string& what,
                          std::vector<run_file> files = {}) {
    run_spec spec;
    spec.name = name;
    spec.program = what;
    spec.files = std::move(files);
    return spec;
  }

  static run_spec shell(const std::string& name, const std::string& script) {
    run_spec spec;
    spec.name = name;
    spec.program = "sh";
    spec.arguments = {"-c", script};
    return spec;
  }

  run_ended end_of(const std::string& name, size_t nth = 1) {
    auto end = inbox_->wait<run_ended>(name, nth);
    EXPECT_TRUE(end.has_value()) << name << " did not end";
    return end.value_or(run_ended{});
  }

  run_ended run(run_spec spec) {
    const std::string name = spec.name;
    client_->start(std::move(spec));
    return end_of(name);
  }

  std::string path(const std::string& name) const { return base_ + "/" + name; }
  std::string run_path(const std::string& file) const { return runs_directory(data_) + "/" + file; }

  static std::string read(const std::string& file) {
    std::ifstream in{file, std::ios::binary};
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }

  static void write(const std::string& file, const std::string& text) {
    std::ofstream{file, std::ios::binary} << text;
  }

  static std::vector<std::string> lines(const std::string& file) {
    std::ifstream in{file};
    std::vector<std::string> out;
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
  }

  /// The launcher that holds the claim of `name`; 0 when nobody does.
  pid_t holder(const std::string& name) const {
    unique_fd fd{::open(run_path(claim_name(name)).c_str(), O_RDWR | O_CLOEXEC)};
    struct flock lock {};
    lock.l_type = F_WRLCK;
    if (!fd || ::fcntl(fd.get(), F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return 0;
    return lock.l_pid;
  }

  static bool exists(pid_t pid) { return ::kill(pid, 0) == 0; }
  /// Of a process whose launcher died, too: whoever adopted it may not have reaped it yet.
  static bool lives_on(pid_t pid) {
    const auto facts = look_process(pid);
    return facts && facts->alive();
  }

  std::string base_;
  std::string data_;
  std::string launcher_ = FOLIOT_LAUNCHER;  ///< foliot-unpack is looked for beside it.
  std::unique_ptr<inbox> inbox_;
  std::unique_ptr<launcher_client> client_;
};

}  // namespace foliot::exec

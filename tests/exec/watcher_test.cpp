// Files that come into being, as the kernel tells it. The rescan is switched off (an hour) unless a
// test is about it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include "exec/free_space.hpp"
#include "exec/inotify_watcher.hpp"
#include "exec/path_gap.hpp"

namespace foliot::exec {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t no_rescan = 3'600'000;
constexpr std::chrono::seconds patience{90};

class watcher : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "foliot-watch-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    base_ = fs::canonical(pattern);
    open(no_rescan);
  }
  void TearDown() override {
    watcher_.reset();
    fs::remove_all(base_);
  }

  void open(uint32_t rescan_ms) {
    watcher_.reset();
    auto opened = inotify_watcher::open({.rescan_ms = rescan_ms});
    ASSERT_TRUE(opened.ok());
    watcher_ = *std::move(opened);
    watcher_->deliver_to([this](uint64_t token) {
      const std::lock_guard lock{mutex_};
      ++told_[token];
      changed_.notify_all();
    });
  }

  std::string path(const std::string& below) const { return base_ + "/" + below; }

  void make(const std::string& below) {
    fs::create_directories(fs::path{path(below)}.parent_path());
    std::ofstream{path(below)} << "x";
  }

  /// Waits until everything asked so far was handled: requests are served in order.
  void settle() {
    ++last_token_;
    watcher_->watch(last_token_, "/");
    EXPECT_TRUE(ready(last_token_));
  }

  bool ready(uint64_t token) {
    std::unique_lock lock{mutex_};
    return changed_.wait_for(lock, patience, [&] { return told_.count(token) != 0; });
  }

  bool all_ready(uint64_t first, uint64_t last) {
    for (uint64_t token = first; token <= last; ++token) {
      if (!ready(token)) return false;
    }
    return true;
  }

  int times_told(uint64_t token) {
    const std::lock_guard lock{mutex_};
    const auto found = told_.find(token);
    return found == told_.end() ? 0 : found->second;
  }

  std::string base_;
  std::unique_ptr<inotify_watcher> watcher_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<uint64_t, int> told_;
  uint64_t last_token_ = 1'000'000;
};

TEST_F(watcher, tells_at_once_what_exists) {
  make("a");
  watcher_->watch(1, path("a"));
  watcher_->watch(2, base_);
  EXPECT_TRUE(all_ready(1, 2));
}

TEST_F(watcher, tells_once_each_token_of_a_path) {
  watcher_->watch(1, path("a"));
  watcher_->watch(2, path("a"));
  settle();
  EXPECT_EQ(times_told(1), 0);
  make("a");
  EXPECT_TRUE(all_ready(1, 2));
  fs::remove(path("a"));
  make("a");
  settle();
  EXPECT_EQ(times_told(1), 1);
  EXPECT_EQ(times_told(2), 1);
}

TEST_F(watcher, waits_through_five_missing_parents) {
  watcher_->watch(1, path("1/2/3/4/5/_SUCCESS"));
  settle();
  for (const char* step : {"1", "1/2", "1/2/3", "1/2/3/4", "1/2/3/4/5"}) {
    fs::create_directory(path(step));
    settle();
    EXPECT_EQ(times_told(1), 0);
  }
  make("1/2/3/4/5/_SUCCESS");
  EXPECT_TRUE(ready(1));

  watcher_->watch(2, path("a/b/c/d/e/_SUCCESS"));
  settle();
  make("a/b/c/d/e/_SUCCESS");  // all at once: most of it happens before the watches are there
  EXPECT_TRUE(ready(2));
}

TEST_F(watcher, sees_renames_into_place) {
  make("tmp/day/_SUCCESS");
  make("tmp/file");
  watcher_->watch(1, path("out/day/_SUCCESS"));
  watcher_->watch(2, path("out/file"));
  fs::create_directory(path("out"));
  settle();
  fs::rename(path("tmp/day"), path("out/day"));
  fs::rename(path("tmp/file"), path("out/file"));
  EXPECT_TRUE(all_ready(1, 2));
}

TEST_F(watcher, sees_through_symbolic_links) {
  fs::create_directory(path("real"));
  fs::create_directory_symlink("real", path("link"));
  watcher_->watch(1, path("link/sub/file"));
  fs::create_symlink(path("target/file"), path("dangling"));
  watcher_->watch(2, path("dangling"));
  fs::create_directory(path("v1"));
  make("v2/file");
  fs::create_directory_symlink("v1", path("current"));
  watcher_->watch(3, path("current/file"));
  fs::create_symlink("loop", path("loop"));
  watcher_->watch(4, path("loop/file"));
  watcher_->watch(5, path("real/../link/./other"));
  settle();
  EXPECT_EQ(times_told(1) + times_told(2) + times_told(3) + times_told(4), 0);
  make("real/sub/file");
  EXPECT_TRUE(ready(1));
  make("target/file");
  EXPECT_TRUE(ready(2));
  fs::create_directory_symlink("v2", path("next"));
  fs::rename(path("next"), path("current"));  // the link points elsewhere in one step
  EXPECT_TRUE(ready(3));
  make("real/other");
  EXPECT_TRUE(ready(5));
  EXPECT_EQ(watcher_->look().unwatched, 1u);  // the loop
}

TEST_F(watcher, survives_directories_that_go_and_come_again) {
  make("a/b/other");
  watcher_->watch(1, path("a/b/file"));
  watcher_->watch(2, path("a/b/c/file"));
  settle();
  for (int i = 0; i < 50; ++i) {
    fs::remove_all(path("a"));
    fs::create_directories(path("a/b"));
  }
  settle();
  make("a/b/file");
  EXPECT_TRUE(ready(1));
  fs::rename(path("a/b"), path("a/moved"));
  make("a/moved/c/file");
  settle();
  EXPECT_EQ(times_told(2), 0);
  make("a/b/c/file");
  EXPECT_TRUE(ready(2));
}

TEST_F(watcher, a_file_in_the_way_may_become_a_directory) {
  make("a");
  watcher_->watch(1, path("a/file"));
  settle();
  fs::remove(path("a"));
  make("a/file");
  EXPECT_TRUE(ready(1));
}

TEST_F(watcher, sees_twenty_thousand_files_at_once) {
  constexpr uint64_t n = 20'000;
  open(200);  // the queue of inotify holds 16,384 events
  fs::create_directory(path("d"));
  for (uint64_t i = 1; i <= n; ++i) watcher_->watch(i, path("d/f" + std::to_string(i)));
  settle();
  const auto before = watcher_->look();
  EXPECT_LE(before.directories, 1u);
  for (uint64_t i = 1; i <= n; ++i) {
    const int fd = ::open(path("d/f" + std::to_string(i)).c_str(), O_CREAT | O_WRONLY, 0600);
    ::close(fd);
  }
  EXPECT_TRUE(all_ready(1, n));
}

TEST_F(watcher, shares_one_kernel_watch_per_directory_and_frees_it) {
  for (uint64_t i = 1; i <= 100; ++i) watcher_->watch(i, path("f" + std::to_string(i)));
  settle();
  settle();  // figures are published after the round that told the first
  EXPECT_EQ(watcher_->look().directories, 1u);
  EXPECT_EQ(watcher_->look().paths, 100u);
  for (uint64_t i = 1; i <= 100; ++i) watcher_->unwatch(i);
  settle();
  settle();
  EXPECT_EQ(watcher_->look().directories, 0u);
  EXPECT_EQ(watcher_->look().paths, 0u);
  make("f1");
  settle();
  EXPECT_EQ(times_told(1), 0);
}

TEST_F(watcher, the_rescan_finds_a_swapped_parent) {
  open(10);
  fs::create_directories(path("a/b/c"));
  make("other/b/c/file");
  watcher_->watch(1, path("a/b/c/file"));
  settle();
  fs::rename(path("a"), path("old"));
  fs::rename(path("other"), path("a"));
  EXPECT_TRUE(ready(1));
}

// Runs inside a user namespace whose limit is 100 watches; see the test below.
TEST_F(watcher, DISABLED_inner_watch_limit) {
  open(20);
  constexpr uint64_t n = 300;
  for (uint64_t i = 1; i <= n; ++i) fs::create_directory(path("d" + std::to_string(i)));
  for (uint64_t i = 1; i <= n; ++i) watcher_->watch(i, path("d" + std::to_string(i) + "/file"));
  settle();
  settle();
  EXPECT_LE(watcher_->look().directories, 100u);
  EXPECT_GE(watcher_->look().unwatched, n - 100);
  for (uint64_t i = 1; i <= n; ++i) make("d" + std::to_string(i) + "/file");
  EXPECT_TRUE(all_ready(1, n));
}

TEST(watch_limit, beyond_it_the_rescan_finds_everything) {
  const std::string self = fs::read_symlink("/proc/self/exe");
  const std::string script =
      "echo 100 > /proc/sys/user/max_inotify_watches || exit 88; exec '" + self +
      "' --gtest_also_run_disabled_tests --gtest_filter=watcher.DISABLED_inner_watch_limit";
  const char* arguments[] = {"unshare", "-U", "-r", "sh", "-c", script.c_str(), nullptr};
  pid_t pid = 0;
  ASSERT_EQ(
      ::posix_spawnp(&pid, "unshare", nullptr, nullptr, const_cast<char**>(arguments), ::environ),
      0);
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  ASSERT_TRUE(WIFEXITED(status));
  // unshare answers 1 where the machine forbids user namespaces, and so does a failed test: ask.
  if (WEXITSTATUS(status) != 0) {
    const char* probe[] = {"unshare", "-U", "-r", "true", nullptr};
    ASSERT_EQ(
        ::posix_spawnp(&pid, "unshare", nullptr, nullptr, const_cast<char**>(probe), ::environ), 0);
    int allowed = 0;
    ASSERT_EQ(::waitpid(pid, &allowed, 0), pid);
    if (allowed != 0 || WEXITSTATUS(status) == 88) {
      GTEST_SKIP() << "this machine allows no user namespace with a limit of its own";
    }
  }
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(find_gap, names_the_missing_place) {
  EXPECT_EQ(find_gap("/").what, path_gap::kind::none);
  const path_gap gap = find_gap("/no-such-directory/b/c");
  EXPECT_EQ(gap.what, path_gap::kind::missing);
  ASSERT_EQ(gap.places.size(), 1u);
  EXPECT_EQ(gap.places[0], (place_in_directory{"/", "no-such-directory"}));
}

TEST(disk_space, tells_bytes_or_why_not) {
  const auto some = disk_space{::testing::TempDir()}.bytes_free();
  ASSERT_TRUE(some.ok());
  EXPECT_GT(*some, 0u);
  EXPECT_EQ(disk_space{"/no/such/directory"}.bytes_free().error().code, errc::io);
}

}  // namespace
}  // namespace foliot::exec

// Moves over the border of a file system: what a crash, a full disk and a stop leave behind.
#include "exec/file_carry.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "exec/local_files.hpp"

namespace foliot::exec {
namespace {

namespace fs = std::filesystem;

/// `here` and `there` are directories of two file systems.
class file_carry : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "foliot-carry-XXXXXX";
    std::string other = "/dev/shm/foliot-carry-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    here_ = fs::canonical(pattern);
    if (::mkdtemp(other.data()) == nullptr) GTEST_SKIP() << "there is no /dev/shm";
    there_ = other;
    struct stat one {};
    struct stat two {};
    ::stat(here_.c_str(), &one);
    ::stat(there_.c_str(), &two);
    if (one.st_dev == two.st_dev) GTEST_SKIP() << "/dev/shm is of the same file system";
    write(here("tree/a"), "text of a");
    write(here("tree/sub/b"), "text of b");
  }
  void TearDown() override {
    fs::remove_all(here_);
    if (!there_.empty()) fs::remove_all(there_);
  }

  std::string here(const std::string& name) const { return here_ + "/" + name; }
  std::string there(const std::string& name) const { return there_ + "/" + name; }
  static void write(const std::string& file, const std::string& text) {
    fs::create_directories(fs::path{file}.parent_path());
    std::ofstream{file, std::ios::binary} << text;
  }
  static std::string read(const std::string& file) {
    std::ifstream in{file, std::ios::binary};
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
  static size_t entries(const std::string& directory) {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator{directory}, fs::directory_iterator{}));
  }

  static result<void> move(const std::string& from, const std::string& to, bool again) {
    file_operation what;
    what.what = file_operation::kind::move;
    what.path = from;
    what.target = to;
    return local_files{"/nonexistent"}.perform(what, again);
  }

  /// The state of a move when the copy has its name: what a crash finds before the source goes.
  static void place(const std::string& from, const std::string& to) {
    const fs::path target{to};
    fs::copy(from, target, fs::copy_options::recursive);
    const fs::path workshop = workshop_of(to);
    fs::create_directory(workshop);
    fs::create_symlink(file_identity(from), workshop / "mark");
  }
  static fs::path workshop_of(const std::string& to) {
    const fs::path target{to};
    return target.parent_path() / ("." + target.filename().string() + ".foliot-moving");
  }
  void expect_moved(const std::string& to) const {
    EXPECT_EQ(read(to + "/a"), "text of a");
    EXPECT_EQ(read(to + "/sub/b"), "text of b");
    EXPECT_EQ(entries(to), 2u) << "something else lies in the target";
    EXPECT_FALSE(fs::exists(here("tree")));
    EXPECT_FALSE(fs::exists(workshop_of(to)));
  }

  std::string here_;
  std::string there_;
};

TEST_F(file_carry, takes_permissions_times_and_links_along) {
  ::chmod(here("tree/a").c_str(), 0751);
  ::chmod(here("tree/sub").c_str(), 0710);
  fs::create_symlink("a", here("tree/link"));
  fs::create_symlink("/nowhere", here("tree/sub/dangling"));
  const timespec times[] = {{1'000'000'000, 5'000}, {1'100'000'000, 7'000}};
  ::utimensat(AT_FDCWD, here("tree/a").c_str(), times, 0);
  ::utimensat(AT_FDCWD, here("tree/sub").c_str(), times, 0);
  ASSERT_FALSE(carry(here("tree"), there("to"), false));
  struct stat facts {};
  ASSERT_EQ(::stat(there("to/a").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777U, 0751u);
  EXPECT_EQ(facts.st_mtim.tv_sec, 1'100'000'000);
  EXPECT_EQ(facts.st_mtim.tv_nsec, 7'000);
  ASSERT_EQ(::stat(there("to/sub").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777U, 0710u);
  EXPECT_EQ(facts.st_mtim.tv_sec, 1'100'000'000);
  EXPECT_EQ(fs::read_symlink(there("to/link")), "a");
  EXPECT_EQ(fs::read_symlink(there("to/sub/dangling")), "/nowhere");
  EXPECT_FALSE(fs::exists(here("tree")));
  EXPECT_EQ(entries(there_), 1u);
}

TEST_F(file_carry, never_replaces_and_leaves_nothing_behind) {
  write(there("to"), "was there");
  EXPECT_EQ(carry(here("tree"), there("to"), false), std::errc::file_exists);
  EXPECT_EQ(read(there("to")), "was there");
  EXPECT_EQ(entries(there_), 1u);
  ::mkfifo(here("tree/sub/pipe").c_str(), 0600);
  EXPECT_EQ(carry(here("tree"), there("new"), false), std::errc::not_supported);
  EXPECT_EQ(entries(there_), 1u);
  EXPECT_EQ(read(here("tree/a")), "text of a");
}

TEST_F(file_carry, a_stop_leaves_the_source_alone) {
  const stop_flag stop{true};
  EXPECT_EQ(carry(here("tree"), there("to"), false, &stop), std::errc::operation_canceled);
  EXPECT_EQ(read(here("tree/sub/b")), "text of b");
  EXPECT_EQ(entries(there_), 0u);
  EXPECT_EQ(remove_tree(here("tree"), &stop), std::errc::operation_canceled);
  EXPECT_EQ(read(here("tree/a")), "text of a");
}

TEST_F(file_carry, a_move_that_a_crash_interrupted_is_finished) {
  // The copy has its name, and some of the source is deleted.
  place(here("tree"), there("to"));
  fs::remove(here("tree/a"));
  EXPECT_TRUE(move(here("tree"), there("to"), true).ok());
  expect_moved(there("to"));
}

TEST_F(file_carry, a_move_into_a_directory_that_a_crash_interrupted_is_finished) {
  fs::create_directory(there("into"));
  place(here("tree"), there("into/tree"));
  fs::remove(here("tree/a"));
  EXPECT_TRUE(move(here("tree"), there("into"), true).ok());
  expect_moved(there("into/tree"));
  EXPECT_EQ(entries(there("into")), 1u);
}

TEST_F(file_carry, half_a_copy_is_made_anew) {
  write(workshop_of(there("to")).string() + "/copy/a", "half");
  EXPECT_TRUE(move(here("tree"), there("to"), true).ok());
  expect_moved(there("to"));
}

TEST_F(file_carry, what_is_left_when_the_source_is_gone_goes) {
  place(here("tree"), there("to"));
  fs::remove_all(here("tree"));
  EXPECT_TRUE(move(here("tree"), there("to"), true).ok());
  expect_moved(there("to"));
}

TEST_F(file_carry, the_mark_of_another_source_deletes_nothing) {
  write(here("old/a"), "old");
  place(here("old"), there("to"));
  EXPECT_TRUE(move(here("tree"), there("to"), true).ok());
  EXPECT_EQ(read(there("to/tree/sub/b")), "text of b") << "it went into the directory";
  EXPECT_EQ(read(there("to/a")), "old");
}

TEST_F(file_carry, a_deletion_to_the_trash_that_a_crash_interrupted_is_finished) {
  const std::string trash = there("home") + "/.Trash/Current" + here("tree");
  fs::create_directories(fs::path{trash}.parent_path());
  place(here("tree"), trash);
  fs::remove(here("tree/a"));
  file_operation what;
  what.path = here("tree");
  EXPECT_TRUE((local_files{there("home")}.perform(what, true).ok()));
  expect_moved(trash);
  EXPECT_FALSE(fs::exists(trash + ".1"));
}

TEST_F(file_carry, every_operation_on_many_files_can_be_stopped) {
  const auto stop = std::make_shared<stop_flag>(true);
  using kind = file_operation::kind;
  for (const kind each : {kind::remove, kind::move, kind::chmod}) {
    file_operation what;
    what.what = each;
    what.path = here("tree");
    what.target = there("to");
    what.permissions = "-rwxrwxrwx";
    what.recursive = true;
    what.skip_trash = true;
    what.stop = stop;
    EXPECT_FALSE((local_files{there("home")}.perform(what, false).ok()));
    EXPECT_EQ(read(here("tree/a")), "text of a");
    EXPECT_EQ(entries(there_), 0u);
    struct stat facts {};
    ::stat(here("tree/a").c_str(), &facts);
    EXPECT_NE(facts.st_mode & 0777U, 0777u);
  }
}

/// `there` is a file system of 256 KiB.
class file_carry_to_a_small_disk : public file_carry {
 protected:
  void SetUp() override {
    file_carry::SetUp();
    if (IsSkipped()) return;
    // Mounted for this process alone.
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount("", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", there_.c_str(), "tmpfs", 0, "size=256k") != 0) {
      GTEST_SKIP() << "this user may not mount a small file system";
    }
    write(here("tree/large"), std::string(400 << 10, 'x'));
  }
  void TearDown() override {
    ::umount2(there_.c_str(), MNT_DETACH);
    file_carry::TearDown();
  }
};

TEST_F(file_carry_to_a_small_disk, says_that_it_is_full_and_cleans_up) {
  for (const bool again : {false, true}) {
    const result<void> moved = move(here("tree"), there("to"), again);
    ASSERT_FALSE(moved) << again;
    EXPECT_EQ(moved.error().oozie, "FS008");
    EXPECT_NE(moved.error().text().find("No space left on device"), std::string::npos)
        << moved.error().text();
    EXPECT_EQ(entries(there_), 0u);
    EXPECT_EQ(read(here("tree/a")), "text of a");
  }
  file_operation trash;
  trash.path = here("tree");
  const result<void> deleted = local_files{there("home")}.perform(trash, false);
  ASSERT_FALSE(deleted);
  EXPECT_NE(deleted.error().text().find("No space left on device"), std::string::npos)
      << deleted.error().text();
  EXPECT_EQ(read(here("tree/sub/b")), "text of b");
}

}  // namespace
}  // namespace foliot::exec

// What Oozie's own examples leave open: hostile input, recovery, permissions, globs.
#include "exec/local_files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "exec/file_globs.hpp"
#include "exec/file_paths.hpp"

namespace foliot::exec {
namespace {

namespace fs = std::filesystem;
using kind = file_operation::kind;

class local_files_test : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "foliot-files-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    base_ = fs::canonical(pattern);
  }
  void TearDown() override { fs::remove_all(base_); }

  std::string path(const std::string& name) const { return base_ + "/" + name; }
  void write(const std::string& name, const std::string& text) {
    fs::create_directories(fs::path{path(name)}.parent_path());
    std::ofstream{path(name)} << text;
  }
  static file_operation operation(kind what, const std::string& path,
                                  const std::string& target = "") {
    file_operation out;
    out.what = what;
    out.path = path;
    out.target = target;
    out.skip_trash = true;
    return out;
  }
  result<void> perform(const file_operation& what, bool again = false) {
    return local_files{base_ + "/home", 10}.perform(what, again);
  }

  std::string base_;
  local_files files_{"/nonexistent"};
};

TEST_F(local_files_test, looks_and_reads) {
  write("a", "text");
  for (const std::string spelling : {"", "file:", "file://"}) {
    const auto facts = files_.look(spelling + path("a"));
    ASSERT_TRUE(facts.ok());
    EXPECT_TRUE(facts->exists);
    EXPECT_EQ(facts->size, 4);
    EXPECT_GT(facts->modified_ms, 1'600'000'000'000);
    EXPECT_EQ(files_.read(spelling + path("a"), 4).value(), "text");
  }
  EXPECT_FALSE(files_.look(path("b"))->exists);
  EXPECT_FALSE(files_.look(path("a/b"))->exists);
  EXPECT_TRUE(files_.look(base_)->is_directory);
  EXPECT_EQ(files_.read(path("b"), 10).error().code, errc::not_found);
  EXPECT_NE(files_.read(path("b"), 10).error().text().find(path("b")), std::string::npos);
  EXPECT_EQ(files_.read(path("a"), 3).error().code, errc::too_large);
  EXPECT_EQ(files_.read(base_, 10).error().code, errc::io);
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  EXPECT_EQ(files_.read(path("fifo"), 10).error().code, errc::io);
}

TEST_F(local_files_test, sums_the_files_directly_in_a_directory) {
  write("d/a", "four");
  write("d/b", "sixsix");
  write("d/below/c", "not counted");
  EXPECT_EQ(*files_.directory_size(path("d")), 10);
  EXPECT_EQ(*files_.directory_size(path("d/a")), -1);
  EXPECT_EQ(*files_.directory_size(path("nowhere")), -1);
}

TEST_F(local_files_test, refuses_other_file_systems_hosts_and_relative_paths) {
  for (const char* other : {"hdfs://x/a", "s3a://b/c", "viewfs:/x"}) {
    const auto got = files_.look(other);
    EXPECT_EQ(got.error().code, errc::unsupported);
    EXPECT_NE(got.error().text().find("only file: paths are supported so far"), std::string::npos);
    EXPECT_EQ(perform(operation(kind::remove, other)).error().code, errc::unsupported);
  }
  EXPECT_EQ(perform(operation(kind::mkdir, "file://host/a")).error().oozie, "E0904");
  EXPECT_EQ(perform(operation(kind::mkdir, "a/b")).error().oozie, "FS011");
  EXPECT_EQ(perform(operation(kind::mkdir, "")).error().oozie, "FS011");
  write("a", "");
  EXPECT_EQ(perform(operation(kind::move, path("a"), "hdfs://x/a")).error().oozie, "FS007");
}

TEST_F(local_files_test, never_deletes_the_root) {
  for (const char* root : {"/", "file:///", "/..", "file:/.", "/tmp/..", "/{,x}"}) {
    EXPECT_EQ(perform(operation(kind::remove, root)).error().oozie, "FS005") << root;
  }
}

TEST_F(local_files_test, deletes_a_link_and_not_what_it_points_to) {
  write("kept/file", "x");
  fs::create_directory_symlink(path("kept"), path("link"));
  fs::create_directory(path("dir"));
  fs::create_directory_symlink(path("kept"), path("dir/link"));
  EXPECT_TRUE(perform(operation(kind::remove, path("link"))).ok());
  EXPECT_TRUE(perform(operation(kind::remove, path("dir"))).ok());
  EXPECT_TRUE(fs::exists(path("kept/file")));
  EXPECT_FALSE(fs::exists(fs::symlink_status(path("link"))));
}

TEST_F(local_files_test, trash_keeps_earlier_deletions) {
  for (int i = 0; i < 3; ++i) {
    write("a", std::to_string(i));
    file_operation out = operation(kind::remove, path("a"));
    out.skip_trash = false;
    EXPECT_TRUE(perform(out).ok());
  }
  const std::string trash = base_ + "/home/.Trash/Current" + path("a");
  EXPECT_TRUE(fs::exists(trash));
  EXPECT_TRUE(fs::exists(trash + ".1"));
  EXPECT_TRUE(fs::exists(trash + ".2"));
}

TEST_F(local_files_test, bounds_the_matches_of_a_glob) {
  for (int i = 0; i < 11; ++i) write("d/f" + std::to_string(i), "");
  const auto got = perform(operation(kind::remove, path("d/*")));
  EXPECT_EQ(got.error().oozie, "FS013");
  EXPECT_TRUE(fs::exists(path("d/f0")));
  EXPECT_TRUE(perform(operation(kind::remove, path("d/f[0-4]"))).ok());
  EXPECT_FALSE(fs::exists(path("d/f0")));
  EXPECT_TRUE(fs::exists(path("d/f5")));
}

TEST_F(local_files_test, moves_never_replace_and_recovery_forgives) {
  write("a", "a");
  write("b", "b");
  EXPECT_EQ(perform(operation(kind::move, path("a"), path("b"))).error().oozie, "FS008");
  EXPECT_TRUE(perform(operation(kind::move, path("a"), path("b")), true).ok());
  write("d/a", "old");
  EXPECT_EQ(perform(operation(kind::move, path("a"), path("d"))).error().oozie, "FS008");
  EXPECT_EQ(perform(operation(kind::move, path("[ab]"), path("new"))).error().oozie, "FS012");
  EXPECT_TRUE(perform(operation(kind::move, path("[ab]"), path("new")), true).ok());
  EXPECT_EQ(perform(operation(kind::move, path("a"), path("no/such/dir"))).error().oozie, "FS008");
  EXPECT_EQ(files_.read(path("b"), 10).value(), "b");
  EXPECT_EQ(files_.read(path("d/a"), 10).value(), "old");
  EXPECT_TRUE(perform(operation(kind::move, path("b"), path("d"))).ok());
  EXPECT_EQ(files_.read(path("d/b"), 10).value(), "b");
}

TEST_F(local_files_test, moves_across_file_systems) {
  std::string other = "/dev/shm/foliot-files-XXXXXX";
  struct stat here {};
  struct stat there {};
  if (::mkdtemp(other.data()) == nullptr) GTEST_SKIP() << "there is no /dev/shm";
  ::stat(base_.c_str(), &here);
  ::stat(other.c_str(), &there);
  write("tree/sub/file", "text");
  EXPECT_TRUE(perform(operation(kind::move, path("tree"), other + "/moved")).ok());
  EXPECT_EQ(files_.read(other + "/moved/sub/file", 10).value(), "text");
  EXPECT_FALSE(fs::exists(path("tree")));
  EXPECT_NE(here.st_dev, there.st_dev) << "nothing was crossed";
  fs::remove_all(other);
}

TEST_F(local_files_test, chmod_says_what_is_wrong) {
  write("a", "");
  file_operation out = operation(kind::chmod, path("a"));
  for (const char* bad : {"", "7", "1777", "788", "rwxrwxrwx", "-rwxrwxrwy", "-xwrxwrxwr"}) {
    out.permissions = bad;
    EXPECT_EQ(perform(out).error().oozie, "FS010") << bad;
  }
  out.permissions = "600";
  EXPECT_TRUE(perform(out).ok());
  out.path = path("missing");
  EXPECT_EQ(perform(out).error().oozie, "FS009");
  EXPECT_EQ(parse_permissions("drwxrwxrwt").value(), 01777u);
}

TEST_F(local_files_test, chmod_goes_down_before_it_closes_the_door_and_leaves_links_alone) {
  write("outside", "");
  ::chmod(path("outside").c_str(), 0644);
  write("d/sub/file", "");
  fs::create_symlink(path("outside"), path("d/link"));
  fs::create_symlink(path("d"), path("d/loop"));
  file_operation out = operation(kind::chmod, path("d"));
  out.permissions = "-rw-------";
  out.recursive = true;
  EXPECT_TRUE(perform(out).ok());
  struct stat facts {};
  ::stat(path("outside").c_str(), &facts);
  EXPECT_EQ(facts.st_mode & 0777, 0644u);
  ::chmod(path("d").c_str(), 0700);
  ::chmod(path("d/sub").c_str(), 0700);
  ::stat(path("d/sub/file").c_str(), &facts);
  EXPECT_EQ(facts.st_mode & 0777, 0600u);
}

TEST_F(local_files_test, chgrp_names_an_unknown_group) {
  write("a", "");
  file_operation out = operation(kind::chgrp, path("a"));
  out.group = "no-such-group";
  EXPECT_NE(perform(out).error().text().find("'no-such-group'"), std::string::npos);
}

TEST_F(local_files_test, mkdir_and_touchz_make_parents) {
  EXPECT_TRUE(perform(operation(kind::mkdir, path("a/b/c"))).ok());
  EXPECT_TRUE(files_.look(path("a/b/c"))->is_directory);
  write("file", "");
  EXPECT_TRUE(perform(operation(kind::mkdir, path("file"))).ok());
  EXPECT_EQ(perform(operation(kind::mkdir, path("file/below"))).error().oozie, "FS004");
  EXPECT_TRUE(perform(operation(kind::touchz, path("x/y/z"))).ok());
  EXPECT_EQ(files_.look(path("x/y/z"))->size, 0);
  EXPECT_TRUE(perform(operation(kind::setrep, path("nowhere"))).ok());
}

// Runs as another user; see the test below.
TEST(local_files_denied, DISABLED_inner_no_permission) {
  local_files files{"/nonexistent"};
  const std::string place = ::getenv("FOLIOT_TEST_DENIED");
  file_operation out;
  out.skip_trash = true;
  out.permissions = "400";
  out.path = place + "/file";
  for (const kind what : {kind::remove, kind::chmod}) {
    out.what = what;
    const auto got = files.perform(out, false);
    ASSERT_FALSE(got.ok());
    EXPECT_EQ(got.error().oozie, "FS014");
    EXPECT_EQ(got.error().code, errc::forbidden);
  }
  out.what = kind::mkdir;
  out.path = place + "/new";
  EXPECT_EQ(files.perform(out, false).error().oozie, "FS014");
  EXPECT_EQ(files.read(place + "/file", 10).error().code, errc::forbidden);
}

TEST_F(local_files_test, a_missing_permission_is_fs014) {
  write("file", "");
  ::chmod(path("file").c_str(), 0600);
  ::chmod(base_.c_str(), 0755);
  const std::string self = fs::read_symlink("/proc/self/exe");
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  ::setenv("FOLIOT_TEST_DENIED", base_.c_str(), 1);
  const char* arguments[] = {"setpriv",
                             "--reuid",
                             "65534",
                             "--clear-groups",
                             self.c_str(),
                             "--gtest_also_run_disabled_tests",
                             "--gtest_filter=*DISABLED_inner_no_permission",
                             nullptr};
  pid_t pid = 0;
  ASSERT_EQ(
      ::posix_spawnp(&pid, "setpriv", nullptr, nullptr, const_cast<char**>(arguments), ::environ),
      0);
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
}

TEST(globs, match_as_hadoop_does) {
  EXPECT_TRUE(glob_matches("a*b?c", "aXXbYc"));
  EXPECT_TRUE(glob_matches("*", ".hidden"));
  EXPECT_TRUE(glob_matches("[^a-c]x", "dx"));
  EXPECT_FALSE(glob_matches("[^a-c]x", "bx"));
  EXPECT_TRUE(glob_matches("[]]", "]"));
  EXPECT_TRUE(glob_matches("\\*", "*"));
  EXPECT_FALSE(glob_matches("\\*", "x"));
  EXPECT_TRUE(glob_matches("[", "["));
  EXPECT_FALSE(glob_matches("", "x"));
  EXPECT_FALSE(glob_matches(std::string(200, '*') + "b", std::string(5'000, 'a')));
  const std::vector<std::string> wanted{"xacz", "xadz", "xbz"};
  EXPECT_EQ(glob_alternatives("x{a{c,d},b}z", 10).value(), wanted);
  EXPECT_EQ(glob_alternatives("a{b", 10).error().code, errc::bad_input);
  std::string bomb;
  for (int i = 0; i < 64; ++i) bomb += "{a,b}";
  EXPECT_EQ(glob_alternatives(bomb, 1'000).error().oozie, "FS013");
}

}  // namespace
}  // namespace foliot::exec

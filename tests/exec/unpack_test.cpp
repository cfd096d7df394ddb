// Archives that were made to do harm, and those that were not.
#include "exec/unpack.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/exec/archive_writer.hpp"

namespace foliot::exec {
namespace {

namespace fs = std::filesystem;

class unpack_archive : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "foliot-unpack-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    base_ = pattern;
    before_ = fs::current_path();
    fs::create_directories(base_ + "/outside");
    write(base_ + "/outside/secret", "secret");
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(base_);
  }

  static void write(const std::string& file, const std::string& text) {
    std::ofstream{file, std::ios::binary} << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream in{base_ + "/in/" + name, std::ios::binary};
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }

  result<unpacked_sum> unpack_file(const std::string& file,
                                   const unpack_bounds& bounds = {}) const {
    fs::remove_all(base_ + "/in");
    fs::create_directory(base_ + "/in");
    return unpack(file, base_ + "/in", bounds);
  }

  result<unpacked_sum> unpack_items(const std::vector<archive_item>& items,
                                    archive_kind kind = archive_kind::tar,
                                    const unpack_bounds& bounds = {}) const {
    write_archive(base_ + "/archive", kind, items);
    return unpack_file(base_ + "/archive", bounds);
  }

  void expect_refused(const std::vector<archive_item>& items, const std::string& word) const {
    const auto done = unpack_items(items);
    ASSERT_FALSE(done) << word;
    EXPECT_NE(done.error().sentence.find(word), std::string::npos) << done.error().sentence;
    EXPECT_EQ(std::ifstream{base_ + "/outside/secret"}.peek(), 's');
    EXPECT_FALSE(fs::exists(base_ + "/evil"));
    EXPECT_FALSE(fs::exists(base_ + "/outside/evil"));
  }

  std::string base_;
  fs::path before_;
};

TEST_F(unpack_archive, reads_tar_gzip_and_zip) {
  for (const auto kind : {archive_kind::tar, archive_kind::tar_gz, archive_kind::zip}) {
    const auto done = unpack_items(
        {{"lib/", "", {}, {}, AE_IFDIR, 0755}, {"./lib/a.txt", "hello"}, {"b/c/d", "deep"}}, kind);
    ASSERT_TRUE(done) << done.error().text();
    EXPECT_EQ(done->entries, 3U);
    EXPECT_EQ(done->bytes, 9U);
    EXPECT_EQ(read("lib/a.txt"), "hello");
    EXPECT_EQ(read("b/c/d"), "deep");
  }
}

/// While it lives no file grows beyond `bytes`: write(2) fails as on a full disk.
class small_files {
 public:
  explicit small_files(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~small_files() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  small_files(const small_files&) = delete;
  small_files& operator=(const small_files&) = delete;

 private:
  sighandler_t handler_;
  rlimit before_{};
};

TEST_F(unpack_archive, reads_nothing_but_regular_files) {
  ASSERT_EQ(::mkfifo((base_ + "/pipe").c_str(), 0600), 0);
  for (const std::string& file :
       {std::string{"/dev/zero"}, std::string{"/dev/null"}, base_ + "/pipe", base_ + "/outside"}) {
    const auto done = unpack_file(file);
    ASSERT_FALSE(done) << file;
    EXPECT_EQ(done.error().code, errc::bad_input);
    EXPECT_EQ(done.error().sentence, "it is no regular file") << file;
  }
}

TEST_F(unpack_archive, what_cannot_be_written_is_no_success) {
  for (const auto kind : {archive_kind::tar, archive_kind::zip}) {
    write_archive(base_ + "/archive", kind,
                  {{"small", "fits"}, {"large", std::string(200'000, 'x')}, {"last", "fits"}});
    const small_files limited{100'000};
    const auto done = unpack_file(base_ + "/archive");
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, errc::io);
    EXPECT_NE(done.error().sentence.find("'large' cannot be written"), std::string::npos)
        << done.error().sentence;
    EXPECT_NE(done.error().sentence.find("File too large"), std::string::npos)
        << done.error().sentence;
  }
}

TEST_F(unpack_archive, keeps_names_in_utf8_links_inside_and_the_right_to_execute) {
  const auto done = unpack_items({{"bin/grün", "x", {}, {}, AE_IFREG, 04755},
                                  {"bin/link", "", "../bin/grün"},
                                  {"same", "", {}, "bin/grün"},
                                  {"closed", "", {}, {}, AE_IFDIR, 0},
                                  {"closed/f", "inside", {}, {}, AE_IFREG, 0}});
  ASSERT_TRUE(done) << done.error().text();
  struct stat facts {};
  ASSERT_EQ(::lstat((base_ + "/in/bin/grün").c_str(), &facts), 0);
  EXPECT_EQ(
      facts.st_mode & 07777, 0755U & ~[] {
        const mode_t mask = ::umask(0);
        ::umask(mask);
        return mask;
      }());
  EXPECT_EQ(facts.st_nlink, 2U);
  EXPECT_EQ(read("bin/link"), "x");
  ASSERT_EQ(::lstat((base_ + "/in/closed").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0700, 0700U);
  EXPECT_EQ(read("closed/f"), "inside");
}

TEST_F(unpack_archive, refuses_paths_outside) {
  expect_refused({{"../evil", "x"}}, "'..'");
  expect_refused({{"a/../../evil", "x"}}, "'..'");
  expect_refused({{base_ + "/evil", "x"}}, "absolute");
  const auto done = unpack_items({{"../evil", "x"}}, archive_kind::zip);
  ASSERT_FALSE(done);
}

TEST_F(unpack_archive, refuses_links_that_lead_out) {
  expect_refused({{"a", "", "/etc/passwd"}}, "lead out");
  expect_refused({{"a", "", "../outside"}}, "lead out");
  expect_refused({{"d/a", "", "../../outside"}}, "lead out");
  expect_refused({{"d/a", "", "x/../../../outside"}}, "lead out");
  // By its letters this one stays inside; through the other link it would not.
  expect_refused({{"a/b", "", ".."}, {"m", "", "a/b/../outside"}}, "lead out");
}

TEST_F(unpack_archive, writes_through_no_link) {
  const auto done = unpack_items(
      {{"real/", "", {}, {}, AE_IFDIR, 0755}, {"link", "", "real"}, {"link/evil", "x"}});
  EXPECT_FALSE(fs::exists(base_ + "/in/real/evil"));
  EXPECT_FALSE(done);
}

TEST_F(unpack_archive, refuses_hard_links_to_what_it_did_not_unpack) {
  expect_refused({{"a", "", {}, "../outside/secret"}}, "'..'");
  expect_refused({{"a", "", {}, base_ + "/outside/secret"}}, "absolute");
  expect_refused({{"a", "", {}, "nowhere"}}, "no file that was unpacked");
  // A hard link to a symbolic link would carry it to another depth.
  expect_refused({{"d/e/l", "", "../../x"}, {"m", "", {}, "d/e/l"}}, "no file that was unpacked");
}

TEST_F(unpack_archive, refuses_devices_and_pipes) {
  expect_refused({{"pipe", "", {}, {}, AE_IFIFO, 0600}}, "neither a file");
  expect_refused({{"device", "", {}, {}, AE_IFCHR, 0600}}, "neither a file");
}

TEST_F(unpack_archive, is_bounded_in_bytes_entries_and_depth) {
  const std::vector<archive_item> items{{"a", std::string(600, 'x')}, {"b", std::string(400, 'x')}};
  EXPECT_TRUE(unpack_items(items, archive_kind::tar_gz, {1'000, 2, 1}));
  auto done = unpack_items(items, archive_kind::tar_gz, {999, 2, 1});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, errc::too_large);
  EXPECT_NE(done.error().sentence.find("999 bytes"), std::string::npos);
  done = unpack_items(items, archive_kind::zip, {1'000, 1, 1});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().sentence.find("1 entries"), std::string::npos);
  done = unpack_items({{"a/b", "x"}}, archive_kind::zip, {1'000, 1, 1});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().sentence.find("deep"), std::string::npos);
}

TEST_F(unpack_archive, a_small_file_that_unpacks_to_a_lot_ends_at_the_bound) {
  write_archive(base_ + "/bomb", archive_kind::tar_gz, {{"zeros", std::string(8 << 20, '\0')}});
  ASSERT_LT(fs::file_size(base_ + "/bomb"), 100'000U);
  const auto done = unpack_file(base_ + "/bomb", {1 << 20, 10, 10});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, errc::too_large);
}

TEST_F(unpack_archive, refuses_what_is_no_archive_or_is_cut) {
  write(base_ + "/text", "this is no archive\n");
  EXPECT_FALSE(unpack_file(base_ + "/text"));
  EXPECT_FALSE(unpack_file(base_ + "/nowhere"));
  EXPECT_FALSE(unpack_file(base_ + "/outside"));
  for (const auto kind : {archive_kind::tar, archive_kind::tar_gz, archive_kind::zip}) {
    write_archive(base_ + "/whole", kind, {{"a", std::string(50'000, 'x') + "y"}, {"b", "c"}});
    fs::resize_file(base_ + "/whole", kind == archive_kind::tar ? 30'000 : 100);
    EXPECT_FALSE(unpack_file(base_ + "/whole")) << static_cast<int>(kind);
  }
}

TEST(archive_link, stays_only_if_it_goes_up_in_front_and_not_too_far) {
  EXPECT_TRUE(link_stays("a", "b"));
  EXPECT_TRUE(link_stays("a", "./b/./c"));
  EXPECT_TRUE(link_stays("d/e/a", "../../b"));
  EXPECT_FALSE(link_stays("d/e/a", "../../../b"));
  EXPECT_FALSE(link_stays("d/e/a", "b/../c"));
  EXPECT_FALSE(link_stays("a", ".."));
  EXPECT_FALSE(link_stays("a", "/b"));
  EXPECT_FALSE(link_stays("a", ""));
}

}  // namespace
}  // namespace foliot::exec

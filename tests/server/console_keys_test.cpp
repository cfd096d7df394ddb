#include "server/console_keys.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace foliot::server {
namespace {

constexpr instant now{1'767'571'200'000};  // 2026-01-05T00:00:00Z

class console_keys_test : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = testing::TempDir() + "console-keys-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    data = path;
  }
  void TearDown() override { std::filesystem::remove_all(data); }

  console_keys open(instant at = now) const {
    auto keys = console_keys::open(data, at, true);
    EXPECT_TRUE(keys) << keys.error().text();
    return std::move(*keys);
  }
  size_t anchors() const {
    size_t count = 0;
    for (const auto& each : std::filesystem::directory_iterator(data + "/console/trust")) {
      static_cast<void>(each);
      ++count;
    }
    return count;
  }
  static unsigned mode(const std::string& path) {
    struct stat about {};
    EXPECT_EQ(::stat(path.c_str(), &about), 0) << path;
    return about.st_mode & 0777;
  }

  std::string data;
};

TEST_F(console_keys_test, the_first_start_makes_them_for_nobody_else) {
  const console_keys keys = open();
  for (const char* each : {"", "/trust", "/consoles"})
    EXPECT_EQ(mode(keys.directory() + each), 0700U) << each;
  for (const char* each : {"/engine.pem", "/engine.key", "/engine-anchor.pem", "/local.console",
                           "/consoles/local.pem"})
    EXPECT_EQ(mode(keys.directory() + each), 0600U) << each;
  const auto known = keys.list();
  ASSERT_TRUE(known);
  ASSERT_EQ(known->size(), 1U);
  EXPECT_EQ(known->front().name, "local");
  EXPECT_TRUE(keys.leaf_of("local", now));
  EXPECT_EQ(anchors(), 1U);
}

TEST_F(console_keys_test, a_second_start_changes_nothing) {
  const auto before = open().list();
  const auto after = open().list();
  ASSERT_TRUE(before && after);
  EXPECT_EQ(before->front().fingerprint, after->front().fingerprint);
}

TEST_F(console_keys_test, a_console_is_made_once_and_trusted_until_it_is_revoked) {
  const console_keys keys = open();
  const auto file = keys.issue("ada", 30, now);
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_TRUE(read_console_file(*file));
  EXPECT_EQ(anchors(), 2U);
  EXPECT_TRUE(keys.leaf_of("ada", now));
  const auto again = keys.issue("ada", 30, now);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, errc::conflict);
  ASSERT_TRUE(keys.revoke("ada"));
  EXPECT_FALSE(keys.leaf_of("ada", now));
  EXPECT_EQ(anchors(), 1U);
  const auto twice = keys.revoke("ada");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, errc::not_found);
  EXPECT_TRUE(keys.issue("ada", 30, now));
}

TEST_F(console_keys_test, trust_ends_with_the_certificate) {
  const console_keys keys = open();
  ASSERT_TRUE(keys.issue("ada", 1, now));
  EXPECT_TRUE(keys.leaf_of("ada", plus_ms(now, ms_per_day - 1)));
  EXPECT_FALSE(keys.leaf_of("ada", plus_ms(now, ms_per_day)));
  EXPECT_FALSE(keys.leaf_of("ada", plus_ms(now, -1)));
}

TEST_F(console_keys_test, the_local_console_is_renewed_but_not_forgiven) {
  const instant later = plus_ms(now, (console_days_max + 1) * ms_per_day);
  open();
  const console_keys keys = open(later);
  EXPECT_TRUE(keys.leaf_of("local", later));
  EXPECT_EQ(anchors(), 1U);
  ASSERT_TRUE(keys.revoke("local"));
  EXPECT_FALSE(std::filesystem::exists(keys.local_file()));
  EXPECT_FALSE(open(later).leaf_of("local", later));
}

TEST_F(console_keys_test, wrong_names_and_days_are_refused) {
  const console_keys keys = open();
  for (const char* name : {"", "../engine", "a/b", ".hidden"}) {
    EXPECT_FALSE(keys.issue(name, 30, now)) << name;
    EXPECT_FALSE(keys.revoke(name)) << name;
    EXPECT_FALSE(keys.leaf_of(name, now)) << name;
  }
  EXPECT_FALSE(keys.issue("ada", 0, now));
  EXPECT_FALSE(keys.issue("ada", console_days_max + 1, now));
}

TEST_F(console_keys_test, without_an_engine_there_is_nothing_to_sign_with) {
  const auto keys = console_keys::open(data, now, false);
  ASSERT_FALSE(keys);
  EXPECT_EQ(keys.error().code, errc::not_found);
  EXPECT_NE(keys.error().remedy.find("--data"), std::string::npos);
}

TEST_F(console_keys_test, what_others_may_read_is_refused) {
  const console_keys keys = open();
  ASSERT_EQ(::chmod(keys.directory().c_str(), 0750), 0);
  const auto open_to_others = console_keys::open(data, now, true);
  ASSERT_FALSE(open_to_others);
  EXPECT_EQ(open_to_others.error().code, errc::forbidden);
  ASSERT_EQ(::chmod(keys.directory().c_str(), 0700), 0);
  ASSERT_EQ(::chmod((keys.directory() + "/engine.key").c_str(), 0640), 0);
  EXPECT_FALSE(console_keys::open(data, now, true));
}

TEST_F(console_keys_test, a_key_that_does_not_fit_is_told) {
  const console_keys keys = open();
  const auto other = issue_certificate("engine", certificate_use::engine, now, 1);
  ASSERT_TRUE(other);
  ASSERT_TRUE(write_private_file(keys.directory() + "/engine.key", other->key));
  const auto again = console_keys::open(data, now, true);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, errc::corrupt);
}

TEST_F(console_keys_test, a_start_that_was_cut_off_is_begun_again) {
  std::filesystem::create_directories(data + "/console.new/trust");
  std::ofstream(data + "/console.new/engine.pem") << "half";
  EXPECT_TRUE(open().leaf_of("local", now));
  EXPECT_FALSE(std::filesystem::exists(data + "/console.new"));
}

}  // namespace
}  // namespace foliot::server

#include "server/signing.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "server/host_names.hpp"

namespace foliot::server {
namespace {

/// A directory of this test alone.
class secret_file : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "secret.XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    path_ = directory_ + "/http.secret";
  }
  void TearDown() override {
    ::unlink(path_.c_str());
    ::unlink((path_ + ".new").c_str());
    ::unlink((directory_ + "/link").c_str());
    ::rmdir(directory_.c_str());
  }
  void write(const std::string& text, mode_t mode = 0600) {
    ::unlink(path_.c_str());
    std::ofstream(path_, std::ios::binary) << text;
    ::chmod(path_.c_str(), mode);
  }
  std::string refusal(bool make = false) {
    const auto out = load_secret(path_, make);
    return out ? "accepted" : out.error().text();
  }

  std::string directory_;
  std::string path_;
};

TEST_F(secret_file, is_made_once_for_this_user_alone) {
  ::umask(0);
  const auto first = load_secret(path_, true);
  ::umask(022);
  ASSERT_TRUE(first) << first.error().text();
  EXPECT_EQ(first->size(), 64U);
  struct stat about {};
  ASSERT_EQ(::stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
  EXPECT_EQ(*load_secret(path_, true), *first);
  ::unlink(path_.c_str());
  EXPECT_NE(*load_secret(path_, true), *first);
}

TEST_F(secret_file, of_a_crash_in_the_making_is_made_anew) {
  std::ofstream(path_ + ".new") << "half";
  EXPECT_EQ(load_secret(path_, true)->size(), 64U);
}

TEST_F(secret_file, must_be_private_and_long_enough) {
  EXPECT_NE(refusal().find("there is no file with the secret"), std::string::npos) << refusal();
  write("0123456789abcdef \r\n");
  EXPECT_EQ(*load_secret(path_, false), "0123456789abcdef");
  for (const mode_t mode : {0640U, 0604U, 0620U, 0602U, 0666U}) {
    write("0123456789abcdef", mode);
    EXPECT_NE(refusal(true).find("others may read the secret of cookies. Run chmod 600"),
              std::string::npos)
        << mode << refusal(true);
  }
  write("0123456789abcde\n");
  EXPECT_NE(refusal(true).find("16 to 4096 bytes"), std::string::npos) << refusal();
  write(std::string(4'097, 'x'));
  EXPECT_NE(refusal(true).find("16 to 4096 bytes"), std::string::npos) << refusal();
  write("");
  EXPECT_NE(refusal(true).find("16 to 4096 bytes"), std::string::npos) << refusal();
}

TEST_F(secret_file, is_no_link_and_no_directory) {
  write("0123456789abcdef");
  ASSERT_EQ(::symlink(path_.c_str(), (directory_ + "/link").c_str()), 0);
  EXPECT_FALSE(load_secret(directory_ + "/link", true));
  EXPECT_FALSE(load_secret(directory_, true));
}

// Test cases 1 and 2 of RFC 4231.
TEST(hmac_signature, is_hmac_sha256) {
  EXPECT_EQ(hmac_signature(std::string(20, '\x0b'))("Hi There"),
            "sDRMYdjbOFNcqK/OrwvxK4gdwgDJgz2nJuk3bC4yz/c=");
  EXPECT_EQ(hmac_signature("Jefe")("what do ya want for nothing?"),
            "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=");
  EXPECT_NE(hmac_signature("one")("text"), hmac_signature("two")("text"));
}

TEST(host_names, knows_users_and_hosts) {
  const auto of_root = groups_on_host("root");
  ASSERT_FALSE(of_root.empty());
  EXPECT_EQ(of_root.front(), "root");
  EXPECT_TRUE(groups_on_host("no-such-user-here").empty());
  EXPECT_TRUE(groups_on_host("").empty());
  const auto here = addresses_of_host("127.0.0.1");
  ASSERT_FALSE(here.empty());
  EXPECT_EQ(here.front(), "127.0.0.1");
  EXPECT_TRUE(addresses_of_host("no such host").empty());
}

}  // namespace
}  // namespace foliot::server

#include "base/public_url.hpp"

#include <gtest/gtest.h>

namespace foliot {
namespace {

TEST(public_url, shows_neither_user_nor_query) {
  EXPECT_EQ(public_url("http://user:S3CRETPW@127.0.0.1:1/x?token=TOK"), "http://127.0.0.1:1/x?...");
  EXPECT_EQ(public_url("https://ghp_TOKEN@host/x.git"), "https://host/x.git");
  EXPECT_EQ(public_url("https://a:p@ss@host"), "https://host");
  EXPECT_EQ(public_url("https://host?token=a@b"), "https://host?...");
  EXPECT_EQ(public_url("https://host/x#token"), "https://host/x#...");
  EXPECT_EQ(public_url("https://host/a@b/c"), "https://host/a@b/c");
}

TEST(public_url, is_careful_with_what_is_no_url) {
  EXPECT_EQ(public_url(""), "");
  EXPECT_EQ(public_url("secret@host:path"), "host:path");
  EXPECT_EQ(public_url("secret://pass@host:path"), "secret://host:path");
  EXPECT_EQ(public_url("user:pass@host/a://b@c"), "host/a://b@c");
  EXPECT_EQ(public_url("/a/path?x=y"), "/a/path?...");
}

TEST(host_of_url, is_host_and_port) {
  EXPECT_EQ(host_of_url("http://ann:pw@Host.Example:80/x?y"), "host.example:80");
  EXPECT_EQ(host_of_url("https://[::1]:8/"), "[::1]:8");
  EXPECT_EQ(host_of_url("http://"), "");
}

}  // namespace
}  // namespace foliot

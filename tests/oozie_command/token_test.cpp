#include "tools/oozie/token.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/oozie_command/support.hpp"

namespace foliot::oozie {
namespace {

using foliot::testing::reply;
using foliot::testing::scratch;

TEST(token, is_the_value_of_the_cookie_without_quotes) {
  EXPECT_EQ(token_of(reply(200, "", {{"Set-Cookie", "hadoop.auth=\"u=a&e=1\"; Path=/"}})),
            "u=a&e=1");
  EXPECT_EQ(token_of(reply(200, "", {{"set-cookie", "hadoop.auth=u=a&e=1"}})), "u=a&e=1");
  EXPECT_EQ(token_of(reply(200, "", {{"Set-Cookie", "other=1"}})), "");
  EXPECT_EQ(token_of(reply(200, "", {{"Set-Cookie", "hadoop.auth=; Path=/; HttpOnly"}})), "");
  EXPECT_EQ(token_of(reply(200, "", {{"Set-Cookie", "hadoop.auth=a\"b"}})), "");
}

TEST(token, is_fresh_until_five_minutes_before_its_end) {
  EXPECT_TRUE(token_is_fresh("u=a&p=a&t=simple&e=1000000&s=x", instant{699'999}));
  EXPECT_FALSE(token_is_fresh("u=a&p=a&t=simple&e=1000000&s=x", instant{700'000}));
  EXPECT_FALSE(token_is_fresh("u=a", instant{0}));
  EXPECT_FALSE(token_is_fresh("e=12x", instant{0}));
  EXPECT_TRUE(token_is_kerberos("u=a&t=kerberos&e=1"));
  EXPECT_FALSE(token_is_kerberos("u=a&t=simple&e=1"));
}

TEST(token, is_kept_for_its_owner_alone) {
  const scratch dir;
  const std::string file = token_file(dir.path(), "http://host:11000/oozie");
  EXPECT_EQ(file, dir.path(".oozie-auth-token-aHR0cDovL2hvc3Q6MTEwMDAvb296aWU"));
  EXPECT_EQ(read_token(file), "");
  write_token(file, "u=a&e=1");
  EXPECT_EQ(read_token(file), "u=a&e=1");
  struct stat about {};
  ASSERT_EQ(::stat(file.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600U);
  write_token(file, "u=b&e=2");
  EXPECT_EQ(read_token(file), "u=b&e=2");
  ASSERT_EQ(::chmod(file.c_str(), 0622), 0);
  EXPECT_EQ(read_token(file), "") << "others may have written it";
  forget_token(file);
  EXPECT_NE(::stat(file.c_str(), &about), 0);
}

TEST(token, a_long_address_gives_a_name_that_a_file_can_have) {
  const std::string file = token_file("/home", "http://" + std::string(1000, 'x'));
  EXPECT_EQ(file.size(), 6U + 255U);
}

}  // namespace
}  // namespace foliot::oozie

#include "base/user_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace foliot {
namespace {

TEST(user_name, is_one_word_of_printable_ascii) {
  for (const std::string& name :
       {std::string("joe"), std::string("joe@EXAMPLE.ORG"), std::string(user_name_bytes_max, 'a')})
    EXPECT_TRUE(check_user_property(name)) << name;
  for (const std::string& name :
       {std::string(), std::string("joe\nx"), std::string("a b"), std::string("a,b"),
        std::string("a\\b"), std::string("?"), std::string("\xC3\xA4"), std::string("a\0b", 3),
        std::string(user_name_bytes_max + 1, 'a')})
    EXPECT_FALSE(check_user_name(name)) << name;
}

TEST(user_name, of_a_submission_is_refused_with_code_place_and_remedy) {
  const auto fine = check_user_property("joe\nx");
  ASSERT_FALSE(fine);
  EXPECT_EQ(fine.error().oozie, "E1603");
  EXPECT_EQ(fine.error().place, "user.name");
  EXPECT_NE(fine.error().remedy, "");
}

}  // namespace
}  // namespace foliot

#include "base/like.hpp"

#include <gtest/gtest.h>

#include <string>

namespace foliot {
namespace {

TEST(holds_like, finds_a_part_anywhere) {
  EXPECT_TRUE(holds_like("clean", "lea"));
  EXPECT_TRUE(holds_like("clean", ""));
  EXPECT_FALSE(holds_like("clean", "Lea"));
  EXPECT_FALSE(holds_like("", "a"));
}

TEST(holds_like, knows_both_signs) {
  EXPECT_TRUE(holds_like("xabbcx", "a%c"));
  EXPECT_TRUE(holds_like("ac", "a%c"));
  EXPECT_FALSE(holds_like("ca", "a%c"));
  EXPECT_TRUE(holds_like("a-b", "a_b"));
  EXPECT_FALSE(holds_like("ab", "a_b"));
  EXPECT_TRUE(holds_like("anything", "%"));
  EXPECT_FALSE(holds_like("", "_"));
}

TEST(holds_like, ends_soon_on_many_stars) {
  std::string stars;
  for (int i = 0; i < 100; ++i) stars += "a%";
  EXPECT_FALSE(holds_like(std::string(10'000, 'a'), stars + "b"));
}

}  // namespace
}  // namespace foliot

#include "base/java_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace foliot {
namespace {

using ::testing::ElementsAre;
using names = std::vector<std::string>;

TEST(java_order, is_that_of_a_hash_table) {
  EXPECT_THAT(
      java_order(names{"build.time", "build.user", "build.version", "vc.revision", "vc.url"}),
      ElementsAre("build.version", "vc.url", "vc.revision", "build.time", "build.user"));
  EXPECT_THAT(java_order(names{"host", "sharelibDirNew", "sharelibDirOld", "status"}),
              ElementsAre("sharelibDirOld", "host", "sharelibDirNew", "status"));
}

TEST(java_order, hashes_characters_beyond_the_basic_plane_as_two) {
  // "Aa" and "BB" are the classic pair; U+1F600 is D83D DE00.
  EXPECT_EQ(java_hash("Aa"), java_hash("BB"));
  constexpr uint32_t hash = 31 * 0xD83DU + 0xDE00U;
  EXPECT_EQ(java_hash("\xF0\x9F\x98\x80"), hash ^ (hash >> 16));
}

}  // namespace
}  // namespace foliot

#include "base/base64.hpp"

#include <gtest/gtest.h>

namespace foliot {
namespace {

TEST(base64, fills_up_text_and_not_names) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xfb\xff"), "+/8=");
  EXPECT_EQ(base64_name("\xfb\xff"), "-_8");
}

}  // namespace
}  // namespace foliot

#include "server/safe_mode.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace foliot::server {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class fake_space final : public exec::space_port {
 public:
  result<uint64_t> bytes_free() const override { return left; }
  result<uint64_t> left = uint64_t{100} << 20;
};

class kept_log final : public log_sink {
 public:
  void write(log_level level, std::string_view event, const std::string& sentence) override {
    EXPECT_EQ(level, log_level::warn);
    lines.push_back(std::string(event) + ": " + sentence);
  }
  std::vector<std::string> lines;
};

TEST(safe_mode, tells_of_its_begin_and_its_end_once) {
  fake_space space;
  kept_log log;
  safe_mode mode(space, uint64_t{64} << 20, log);
  EXPECT_FALSE(mode.is_on());
  EXPECT_THAT(log.lines, IsEmpty());
  space.left = uint64_t{63} << 20;
  EXPECT_TRUE(mode.is_on());
  EXPECT_TRUE(mode.is_on());
  EXPECT_THAT(log.lines, ElementsAre(HasSubstr("safe-mode.on: free for the data directory: 63 MiB, "
                                               "less than 64 MiB")));
  space.left = uint64_t{64} << 20;
  EXPECT_FALSE(mode.is_on());
  EXPECT_FALSE(mode.is_on());
  ASSERT_EQ(log.lines.size(), 2U);
  EXPECT_THAT(log.lines.back(), HasSubstr("safe-mode.off"));
}

TEST(safe_mode, is_off_where_nobody_can_tell) {
  fake_space space;
  kept_log log;
  safe_mode mode(space, 1, log);
  space.left = failure{errc::io, "no", "", "", ""};
  EXPECT_FALSE(mode.is_on());
  EXPECT_THAT(log.lines, IsEmpty());
}

}  // namespace
}  // namespace foliot::server

#include "parse/line_diff.hpp"

#include <gtest/gtest.h>

namespace foliot::parse {
namespace {

std::string numbered(int from, int to) {
  std::string out;
  for (int i = from; i <= to; ++i) out += std::to_string(i) + "\n";
  return out;
}

TEST(line_diff, of_equal_texts_is_empty) {
  EXPECT_EQ(line_diff("", ""), "");
  EXPECT_EQ(line_diff("a\nb", "a\nb"), "");
}

TEST(line_diff, shows_three_lines_around) {
  EXPECT_EQ(line_diff(numbered(1, 9), numbered(1, 4) + "x\n" + numbered(6, 9)),
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
}

TEST(line_diff, joins_hunks_that_are_near) {
  EXPECT_EQ(line_diff(numbered(1, 7), "x\n" + numbered(2, 6) + "y\n"),
            "@@ -1,7 +1,7 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n-7\n+y\n");
  EXPECT_EQ(line_diff(numbered(1, 9), "x\n" + numbered(2, 8) + "y\n"),
            "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+y\n");
}

TEST(line_diff, counts_what_begins_and_ends) {
  EXPECT_EQ(line_diff("", "a\n"), "@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(line_diff("a\n", ""), "@@ -1 +0,0 @@\n-a\n");
  EXPECT_EQ(line_diff("a", "a\n"), "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

TEST(line_diff, keeps_what_is_common_in_between) {
  EXPECT_EQ(line_diff("a\nb\nc\nd\n", "b\nx\nd\ne\n"), "@@ -1,4 +1,4 @@\n-a\n b\n-c\n+x\n d\n+e\n");
}

TEST(line_diff, of_large_texts_is_bounded) {
  const std::string out = line_diff(numbered(1, 5000), "x\n" + numbered(6000, 11'000));
  EXPECT_EQ(out.substr(0, 24), "@@ -1,5000 +1,5002 @@\n-1");
}

}  // namespace
}  // namespace foliot::parse

#include "model/command_words.hpp"

#include <gtest/gtest.h>

namespace foliot::parse {
namespace {

using words = std::vector<std::string>;

words split(const std::string& text) {
  const auto out = model::shell_words(text);
  return out ? *out : words{"refused: " + out.error().text()};
}

TEST(command_words, a_shells_quoting) {
  EXPECT_EQ(split("a '' \"\" b"), (words{"a", "", "", "b"}));
  EXPECT_EQ(split("\"a\\b \\\\ c\""), (words{"a\\b \\ c"}));
  EXPECT_EQ(split("--query 'select $X'"), (words{"--query", "select $X"}));
  EXPECT_EQ(split("it's"), (words{"refused: SQOOP002: a quote (') of the command is not closed. "
                                  "Close it, or put a backslash before it."}));
}

TEST(command_words, a_sparks_options) {
  EXPECT_EQ(model::spark_options(""), words{});
  EXPECT_EQ(model::spark_options("stray --a"), (words{"stray", "--a"}));
  EXPECT_EQ(model::spark_options("--conf=x=y --a b--c"), (words{"--conf", "x=y", "--a", "b--c"}));
}

}  // namespace
}  // namespace foliot::parse

#include "model/command_words.hpp"

#include <gtest/gtest.h>

#include "tests/parse/vectors.hpp"

namespace foliot::parse {
namespace {

using nlohmann::json;
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

TEST(command_words, shell_splitter_vectors) {
  const auto vectors = load_vectors("workflow/shell_splitter.json");
  if (!vectors) GTEST_SKIP() << "the vectors are not here";
  vector_count count("workflow/shell_splitter.json");
  for (size_t i = 0; i < vectors->size(); ++i) {
    const json& each = (*vectors)[i];
    if (each["input"].is_null()) {
      count.not_yet("a text is never null here");
      continue;
    }
    const auto out = model::shell_words(each["input"].get<std::string>());
    const json& expect = each["expect"];
    const json actual = out ? json{{"tokens", *out}} : json{{"error", true}};
    count.check(i, each["input"], expect.dump(), actual.dump());
  }
}

TEST(command_words, spark_options_vectors) {
  const auto vectors = load_vectors("workflow/spark_opts.json");
  if (!vectors) GTEST_SKIP() << "the vectors are not here";
  vector_count count("workflow/spark_opts.json");
  for (size_t i = 0; i < vectors->size(); ++i) {
    const json& each = (*vectors)[i];
    const json actual = model::spark_options(each["input"].get<std::string>());
    count.check(i, each["input"], each["expect"].dump(), actual.dump());
  }
}

}  // namespace
}  // namespace foliot::parse

#include "tests/vectors/runner.hpp"

#include <gtest/gtest.h>

namespace foliot::vectors {
namespace {

verdict is_even(const subject& of) {
  const int number = of.vector().at("n");
  return number % 2 == 0 ? "" : std::to_string(number) + " is odd";
}

TEST(vector_runner, counts_what_holds_and_what_does_not) {
  const json file = json::parse(R"([{"n": 2}, {"n": 3}, {"m": 4}])");
  const outcome all = run_file("a/b.json", file, is_even, {});
  EXPECT_EQ(all.total, 3U);
  EXPECT_EQ(all.passed, 1U);
  EXPECT_EQ(all.failed(), 2U);
  ASSERT_EQ(all.failures.size(), 2U);
  EXPECT_EQ(all.failures[0], "a/b.json#1: 3 is odd");
  EXPECT_TRUE(all.failures[1].starts_with("a/b.json#2: the vector cannot be read: "));
}

TEST(vector_runner, a_documented_difference_counts_as_long_as_it_is_the_same_and_differs) {
  const json file = json::parse(R"({"about": "", "vectors": [{"n": 2}, {"n": 3}]})");
  const std::string digest = digest_of(file["vectors"][1]);
  const differences known =
      read_differences("| vector | digest | reason |\n|---|---|---|\n| `a/b.json#1` | `" + digest +
                       "` | 3 is prime |\n");
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(known.at("a/b.json#1").reason, " 3 is prime ");
  const outcome fine = run_file("a/b.json", file, is_even, known);
  EXPECT_EQ(fine.documented, 1U);
  EXPECT_EQ(fine.failed(), 0U);

  const json changed = json::parse(R"([{"n": 2}, {"n": 5}])");
  EXPECT_EQ(run_file("a/b.json", changed, is_even, known).failed(), 1U);

  const differences stale{{"a/b.json#0", {digest_of(file["vectors"][0]), "r"}}};
  const outcome holds = run_file("a/b.json", file, is_even, stale);
  EXPECT_EQ(holds.failed(), 2U);
  EXPECT_EQ(holds.failures[0], "a/b.json#0: is documented to differ, but holds");
}

TEST(vector_runner, the_digest_is_that_of_the_sorted_compact_text) {
  // sha256 of {"a":"\u00fc","b":1}
  EXPECT_EQ(digest_of(json::parse("{\"b\": 1, \"a\": \"\xC3\xBC\"}")), "9e638ba6");
}

}  // namespace
}  // namespace foliot::vectors

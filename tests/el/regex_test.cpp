// Expectations are what java.lang.String.replaceAll gives (JDK 17).
#include "el/regex.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/limits.hpp"
#include "el/regex_syntax.hpp"
#include "tests/el/contexts.hpp"

namespace foliot::el {
namespace {

std::string replaced(const std::string& text, const std::string& pattern,
                     const std::string& replacement) {
  const auto compiled = regex::compile(pattern);
  if (!compiled) return "! " + compiled.error().text();
  int64_t steps = limits::regex_evaluation_steps_max;
  const auto matches = compiled->find_all(text, steps);
  if (!matches) return "! " + matches.error().text();
  const auto made = compiled->replaced(text, *matches, replacement);
  return made ? *made : "! " + made.error().text();
}

bool refused(const std::string& made) { return made.starts_with("! "); }

TEST(regex, replaces_as_java_does) {
  EXPECT_EQ(replaced("abcbcd", "bc", "ef"), "aefefd");
  EXPECT_EQ(replaced("abc", "x*", "-"), "-a-b-c-");
  EXPECT_EQ(replaced("axb", "x*", "-"), "-a--b-");
  EXPECT_EQ(replaced("2009-01-02", "(\\d+)-(\\d+)-(\\d+)", "$3.$2.$1"), "02.01.2009");
  EXPECT_EQ(replaced("ab", "(a)(b)?(c)?", "<$1$2$3>"), "<ab>");
  EXPECT_EQ(replaced("ab", "(a)", "$12"), "a2b") << "only as many digits as there are groups";
  EXPECT_EQ(replaced("john smith", "(?<first>\\w+) (?<last>\\w+)", "${last} ${first}"),
            "smith john");
  EXPECT_EQ(replaced("a.b", "\\.", "\\$\\\\"), "a$\\b");
  EXPECT_EQ(replaced("aXbxc", "(?i)x", "_"), "a_b_c");
  EXPECT_EQ(replaced("one two", "\\b(\\w)", "<$1>"), "<o>ne <t>wo");
  EXPECT_EQ(replaced("ab1 ab\u00e9-AB", "\\b", "x"), "xab1x xab\u00e9x-xABx");
  EXPECT_EQ(replaced("ab1 ab\u00e9-AB", "\\B", "x"), "axbx1 axbx\u00e9-AxB");
  EXPECT_EQ(replaced("b", "a", "$1"), "b") << "nothing to replace";
  EXPECT_EQ(replaced("foobar foo", "foo(?!bar)", "X"), "foobar X");
  EXPECT_EQ(replaced("price9", "(?<=price)\\d", "N"), "priceN");
  EXPECT_EQ(replaced("aabb", "(.)\\1", "<$1>"), "<a><b>");
  EXPECT_EQ(replaced("a1", "\\1|(?i)A\\2", "x"), "a1") << "groups that do not exist";
  EXPECT_EQ(replaced("a{1}", "\\{\\d}", ""), "a");
}

TEST(regex, reads_what_only_java_writes) {
  EXPECT_EQ(replaced("aAb", "\\u0041", "x"), "axb");
  EXPECT_EQ(replaced("aAb", "\\0101", "x"), "axb");
  EXPECT_EQ(replaced("a1-", "\\p{Alnum}", "x"), "xx-");
  EXPECT_EQ(replaced("a1-", "[^\\p{Digit}\\-]", "x"), "x1-");
  EXPECT_EQ(replaced("aé", "\\p{L}", "x"), "xx");
  EXPECT_EQ(replaced("aé", "\\w", "x"), "xé") << "words are ASCII";
  EXPECT_EQ(replaced("a.b", "\\Q.\\E", "x"), "axb");
  EXPECT_EQ(replaced("a]b", "[]]", "x"), "axb");
  EXPECT_EQ(replaced("\xF0\x9F\x98\x80", "\\uD83D\\uDE00", "x"), "x");
}

TEST(regex, refuses_what_java_refuses) {
  for (const char* wrong :
       {"(", ")", "[a", "*", "a{", "a{,2}", "\\", "\\y", "\\u12", "(*UTF)a", "(?R)", "(?|a)",
        "(?P<n>a)", "(?#c)", "a**", "\\x1", "[\\b]", "\\K", "(?<1>a)"}) {
    EXPECT_TRUE(refused(replaced("a", wrong, ""))) << wrong;
  }
  for (const char* wrong : {"$", "$x", "${no}", "${", "$1", "\\"}) {
    EXPECT_TRUE(refused(replaced("a", "a", wrong))) << wrong;
  }
}

TEST(regex, refuses_what_would_mean_something_else) {
  for (const char* unlike : {"[a[bc]]", "[a-z&&[^b]]", "(?x)a b", "(?U)a", "(?d)a",
                             "\\p{javaLowerCase}", "\\p{InGreek}"}) {
    const auto made = java_pattern(unlike);
    ASSERT_FALSE(made.ok()) << unlike;
    EXPECT_EQ(made.error().code, errc::unsupported) << unlike;
  }
}

TEST(regex, catastrophic_patterns_end) {
  const std::string text = std::string(64, 'a') + "!";
  for (const char* bad : {"(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*a)*\\d", "(a*)*$"}) {
    const std::string made = replaced(text, bad, "");
    EXPECT_TRUE(refused(made)) << bad << " gave " << made;
    EXPECT_NE(made.find("too many steps"), std::string::npos) << made;
  }
  EXPECT_TRUE(refused(replaced("a", "((a{1000}){1000}){1000}", "")));
  EXPECT_TRUE(refused(replaced("a", std::string(300, '(') + std::string(300, ')'), "")));
  EXPECT_TRUE(refused(replaced("a", std::string(limits::regex_bytes_max + 1, 'a'), "")));
}

TEST(regex, growing_results_end) {
  std::string by;
  for (int i = 0; i < 1'000; ++i) by += "$0";
  EXPECT_TRUE(refused(replaced(std::string(50'000, 'a'), "a+", by)));
}

TEST(regex, texts_that_are_no_utf8_are_refused) {
  EXPECT_TRUE(refused(replaced("\xFF", "a", "")));
  EXPECT_TRUE(refused(replaced("a", "\xFF", "")));
}

std::string evaluated(const std::string& text) {
  tests::fake_workflow job;
  environment in;
  in.workflow = &job;
  return tests::shown(text, in);
}

TEST(regex, in_functions) {
  EXPECT_EQ(evaluated("${replaceAll('a1b22', '[0-9]+', '#')}"), "a#b#");
  EXPECT_EQ(evaluated("${appendAll('a, b;c', 'X', '[,;]')}"), "aX, bX;cX");
  EXPECT_EQ(evaluated("${appendAll('a,b,,', 'X', ',')}"), "aX,bX") << "as split drops them";
  EXPECT_EQ(evaluated("${appendAll(',a', 'X', ',')}"), "X,aX");
  EXPECT_EQ(evaluated("${appendAll('', 'X', ',')}"), "X");
  EXPECT_EQ(evaluated("${appendAll('ab', 'X', '')}"), "XaXbX");
  EXPECT_TRUE(evaluated("${replaceAll('a', '(', '')}").starts_with("! EL_ERROR: column 3: repl"));
}

}  // namespace
}  // namespace foliot::el

#include "el/parser.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/limits.hpp"
#include "tests/el/contexts.hpp"

namespace foliot::el {
namespace {

std::string refused(const std::string& text) {
  const auto made = parse(text);
  return made.ok() ? "accepted" : made.error().text();
}

TEST(parser, tells_constants_from_expressions) {
  EXPECT_TRUE(parse("").value().is_constant());
  EXPECT_TRUE(parse("plain $ { } text").value().is_constant());
  EXPECT_FALSE(parse("a ${b} c").value().is_constant());
  EXPECT_TRUE(parse("${b}").value().is_single());
  EXPECT_FALSE(parse("${b} ").value().is_single());
  EXPECT_TRUE(expression().is_constant());
  EXPECT_EQ(expression(), parse("").value());
  EXPECT_TRUE(expression::constant("${x}").is_constant());
  EXPECT_NE(expression::constant("${x}"), parse("${x}").value());
}

TEST(parser, knows_the_functions_of_a_text) {
  const auto made = parse("${fs:exists(wf:conf('x')) ? trim(a) : 'fs:isDir(b)'}").value();
  EXPECT_TRUE(made.calls("fs:exists"));
  EXPECT_TRUE(made.calls("wf:conf"));
  EXPECT_TRUE(made.calls("trim"));
  EXPECT_FALSE(made.calls("fs:isDir"));
}

TEST(parser, refusals_name_column_and_remedy) {
  EXPECT_EQ(refused("ab ${coord:days(1)"),
            "column 4: the expression that begins with ${ is not closed. Put } behind it.");
  EXPECT_EQ(refused("${}"),
            "column 1: there is nothing in ${}. Write an expression between the braces.");
  EXPECT_EQ(refused("${a # b}"), "column 5: '#' means nothing here. Remove it.");
  EXPECT_EQ(refused("${a = b}"), "column 5: '=' means nothing here. Write it twice: ==.");
  EXPECT_EQ(refused("${'a}"),
            "column 3: the string that begins with ' is not closed. Put ' behind it.");
  EXPECT_EQ(refused("${1 +}"),
            "column 6: '}' cannot stand here. Write a value, a variable or a function instead.");
  EXPECT_NE(refused("${99999999999999999999}").find("too large"), std::string::npos);
  for (const char* text : {"${a b}", "${a.}", "${a[1}", "${f(1}", "${f(1,)}", "${(1}", "${a ? b}",
                           "${0,10 15 * * 2-6}", "${", "${a instanceof b}"}) {
    EXPECT_NE(refused(text), "accepted") << text;
  }
}

TEST(parser, depth_and_length_are_bounded) {
  const auto nested = [](size_t depth) {
    return "${" + std::string(depth, '(') + "1" + std::string(depth, ')') + "}";
  };
  EXPECT_EQ(refused(nested(limits::el_depth_max - 1)), "accepted");
  EXPECT_NE(refused(nested(limits::el_depth_max)).find("nested deeper"), std::string::npos);
  EXPECT_NE(refused(nested(30'000)).find("nested deeper"), std::string::npos);
  EXPECT_EQ(parse(std::string(limits::el_text_bytes_max + 1, 'x')).error().code, errc::too_large);
}

TEST(parser, long_chains_do_not_nest) {
  std::string sum = "${0";
  for (int i = 0; i < 10'000; ++i) sum += "+1";
  EXPECT_EQ(tests::shown(sum + "}", {}), "10000");
  EXPECT_EQ(tests::shown("${" + std::string(20'000, '!') + "true}", {}), "true");
  std::string keys = "${null";
  for (int i = 0; i < 10'000; ++i) keys += ".a";
  EXPECT_EQ(tests::shown(keys + "}", {}), "");
}

RC_GTEST_PROP(parser, random_text_is_parsed_or_refused, (const std::string& text)) {
  const auto made = parse("${" + text);
  if (!made.ok()) RC_ASSERT(!made.error().sentence.empty());
}

RC_GTEST_PROP(parser, random_tokens_are_evaluated_or_refused, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "${", "}", "(", ")", "[", "]", "?", ":", ",", ".", "+", "-", "*", "/", "%", "==", "<", "&&",
      "not ", "empty ", "a", "trim(", "fs:exists(", "coord:days(", "'s'", "1", "2.5", "true",
      "null", " ", "$", "{", "x"));
  std::string text = "${";
  for (const std::string& word : words) text += word;
  const auto made = parse(text);
  if (!made.ok()) return;
  RC_ASSERT(made->source() == text);
  const std::string result = tests::shown(text, {});
  RC_ASSERT(result == tests::shown(text, {}));
}

}  // namespace
}  // namespace foliot::el

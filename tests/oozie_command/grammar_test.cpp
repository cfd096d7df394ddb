#include "tools/oozie/grammar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foliot::oozie {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

std::string refused(const std::vector<std::string>& words) {
  const auto line = read_command_line(words);
  return line ? "" : line.error().sentence;
}

TEST(grammar, options_stand_anywhere_with_one_dash_or_two) {
  const auto line =
      read_command_line({"job", "-info", "x-W", "--verbose", "rest", "-len=3", "-oozie", "u"});
  ASSERT_TRUE(line) << line.error().sentence;
  EXPECT_EQ(line->value("info"), "x-W");
  EXPECT_TRUE(line->has("verbose"));
  EXPECT_EQ(line->value("len"), "3");
  EXPECT_EQ(line->value("oozie"), "u");
  EXPECT_THAT(line->operands, ElementsAre("rest"));
}

TEST(grammar, a_property_is_one_word_or_two_and_keeps_later_equal_signs) {
  const auto line = read_command_line(
      {"job", "-run", "-Da=b=c", "-D", "d=e", "-D", "f", "g", "-D", "alone", "-D", "h="});
  ASSERT_TRUE(line) << line.error().sentence;
  EXPECT_THAT(line->pairs("D"), ElementsAre(Pair("a", "b=c"), Pair("d", "e"), Pair("f", "g"),
                                            Pair("alone", "true"), Pair("h", "")));
}

TEST(grammar, a_value_may_begin_with_a_dash_when_it_is_no_option) {
  const auto line = read_command_line({"job", "-poll", "x", "-timeout", "-1"});
  ASSERT_TRUE(line) << line.error().sentence;
  EXPECT_EQ(line->value("timeout"), "-1");
  EXPECT_EQ(refused({"job", "-info", "-verbose"}), "Missing argument for option: info");
  EXPECT_EQ(refused({"job", "-info"}), "Missing argument for option: info");
}

TEST(grammar, quotes_around_a_value_are_taken_off) {
  const auto line = read_command_line({"job", "-change", "x", "-value", "\"a=b;c=d\""});
  ASSERT_TRUE(line) << line.error().sentence;
  EXPECT_EQ(line->value("value"), "a=b;c=d");
}

TEST(grammar, what_is_no_command_line_is_told_as_commons_cli_tells_it) {
  EXPECT_EQ(refused({}), "missing sub-command");
  EXPECT_EQ(refused({"dance"}), "invalid sub-command [dance]");
  EXPECT_EQ(refused({"jobs", "-dance"}), "Unrecognized option: -dance");
  EXPECT_THAT(refused({"job", "-info", "x", "-kill", "x"}),
              HasSubstr("The option 'kill' was specified but an option from this group has already "
                        "been selected: 'info'"));
  EXPECT_THAT(refused({"job"}), HasSubstr("Missing required option: [-submit submit"));
}

TEST(grammar, a_dry_run_goes_with_an_update_and_alone) {
  EXPECT_EQ(refused({"job", "-update", "x", "-dryrun"}), "");
  EXPECT_EQ(refused({"job", "-dryrun", "-config", "x"}), "");
}

TEST(grammar, behind_the_first_other_word_everything_belongs_to_the_script) {
  const auto line = read_command_line({"pig", "-file", "s", "-X", "-Da=b", "-file", "t"});
  ASSERT_TRUE(line) << line.error().sentence;
  EXPECT_THAT(line->operands, ElementsAre("-X", "-Da=b", "-file", "t"));
  EXPECT_EQ(line->values("file").size(), 1U);
}

}  // namespace
}  // namespace foliot::oozie

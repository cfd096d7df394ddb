#include "model/condition.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace foliot::model {
namespace {

const std::vector<record_field> record{{"status", "RUNNING"},
                                       {"pending", "true"},
                                       {"node.load.attempt", "10"},
                                       {"since", "2026-01-05T02:30:00.000Z"},
                                       {"name", "daily load"}};

bool holds(const std::string& text) {
  const auto parsed = condition::parse(text);
  EXPECT_TRUE(parsed.ok()) << text << ": " << (parsed.ok() ? "" : parsed.error().text());
  return parsed.ok() && parsed->holds(record);
}

std::string refusal(const std::string& text) {
  const auto parsed = condition::parse(text);
  return parsed.ok() ? "" : parsed.error().place + ": " + parsed.error().sentence;
}

TEST(condition, compares_texts_numbers_and_times) {
  EXPECT_TRUE(holds("status == RUNNING"));
  EXPECT_FALSE(holds("status==KILLED"));
  EXPECT_TRUE(holds("status != KILLED"));
  EXPECT_TRUE(holds("node.load.attempt > 9"));  // as a text "10" is smaller
  EXPECT_FALSE(holds("node.load.attempt >= 11"));
  EXPECT_TRUE(holds("node.load.attempt <= 10"));
  EXPECT_TRUE(holds("since < 2026-01-05T02:30:00.001Z"));
  EXPECT_TRUE(holds("name == 'daily load'"));
  EXPECT_TRUE(holds("name == \"daily load\""));
}

TEST(condition, compares_numbers_with_fractions_as_numbers) {
  EXPECT_TRUE(holds("node.load.attempt == 10.0"));
  EXPECT_TRUE(holds("node.load.attempt < 10.5"));
  EXPECT_FALSE(holds("node.load.attempt > 10.5"));
  EXPECT_TRUE(holds("retries == 0.0")) << "of a blank record";
  EXPECT_FALSE(holds("node.load.attempt == 1.0.0"));
  EXPECT_FALSE(holds("name == nan"));
}

TEST(condition, knows_no_order_of_statuses) {
  for (const char* sign : {"<", "<=", ">", ">="})
    for (const char* field : {"status", "node.load.status"})
      EXPECT_NE(refusal(std::string(field) + " " + sign + " KILLED").find("in no order"),
                std::string::npos);
  EXPECT_EQ(refusal("conf.status < 3"), "") << "a user's own property";
}

TEST(condition, holds_without_what_does_not_matter) {
  const auto certain = [](const std::string& text) {
    return condition::parse(text).value().holds_without({"nosuch"}, record);
  };
  EXPECT_TRUE(certain("status == RUNNING"));
  EXPECT_FALSE(certain("nosuch != 1"));
  EXPECT_FALSE(certain("!(nosuch == 1)"));
  EXPECT_TRUE(certain("status == RUNNING || nosuch != 1"));
  EXPECT_FALSE(certain("status == RUNNING && nosuch != 1"));
  EXPECT_TRUE(certain("!(status == KILLED && nosuch != 1)"));
}

TEST(condition, joins_and_turns_round) {
  EXPECT_TRUE(holds("status == KILLED || pending == true && node.load.attempt == 10"));
  EXPECT_FALSE(holds("(status == KILLED || pending == true) && node.load.attempt == 11"));
  EXPECT_TRUE(holds("!(status == KILLED) and pending == true"));
  EXPECT_TRUE(holds("status == KILLED or !pending == false"));
}

TEST(condition, takes_what_is_not_there_as_a_blank_record_has_it) {
  EXPECT_TRUE(holds("held == false"));
  EXPECT_FALSE(holds("held == true"));
  EXPECT_TRUE(holds("retries < 1"));
  EXPECT_TRUE(holds("error == ''"));
  EXPECT_TRUE(holds("error != 'E0701'"));
}

TEST(condition, names_the_fields_it_asks_about) {
  const auto parsed = condition::parse("a == 1 && (b.c != 2 || !a > 3)").value();
  EXPECT_EQ(parsed.fields(), (std::set<std::string>{"a", "b.c"}));
}

TEST(condition, says_where_it_is_wrong) {
  EXPECT_EQ(refusal(""), "condition, character 1: the name of a field should stand here");
  EXPECT_EQ(refusal("status"), "condition, character 7: one of == != < <= > >= should stand here");
  EXPECT_EQ(refusal("status = KILLED"),
            "condition, character 8: one of == != < <= > >= should stand here");
  EXPECT_EQ(refusal("status =="), "condition, character 10: a value should stand here");
  EXPECT_EQ(refusal("(status == A"), "condition, character 13: a ')' is missing");
  EXPECT_EQ(refusal("status == A)"), "condition, character 12: the condition should end here");
  EXPECT_EQ(refusal("status == 'A"), "condition, character 11: the closing quote is missing");
  EXPECT_EQ(refusal("status == A &&"),
            "condition, character 15: the name of a field should stand here");
}

TEST(condition, is_bounded) {
  EXPECT_NE(refusal(std::string(5'000, '(')).find("5000 bytes"), std::string::npos);
  EXPECT_NE(refusal(std::string(1'000, '(')).find("nested too deeply"), std::string::npos);
  EXPECT_NE(refusal(std::string(1'000, '!')).find("nested too deeply"), std::string::npos);
  std::string many = "a==1";
  for (int i = 0; i < 100; ++i) many += "||a==1";
  EXPECT_NE(refusal(many).find("more than 64 parts"), std::string::npos);
}

RC_GTEST_PROP(condition_texts, never_break, (const std::string& text)) {
  const auto parsed = condition::parse(text);
  if (parsed.ok()) (void)parsed->holds(record);
}

RC_GTEST_PROP(condition_texts, of_its_own_signs_never_break, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "(", ")", "!", "&&", "||", "and", "or", "a", "b.c", "==", "!=", "<", "7", "'x y'", " "));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  const auto parsed = condition::parse(text);
  if (parsed.ok()) (void)parsed->holds(record);
}

}  // namespace
}  // namespace foliot::model

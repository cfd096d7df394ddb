#include "actors/admin_sessions.hpp"

#include <gtest/gtest.h>

namespace foliot::actors::admin {
namespace {

class admin_sessions : public testing::Test {
 protected:
  sessions all{[this] { return "chance " + std::to_string(++given); }};
  int given = 0;

  news_row row(const std::string& id) { return {"", id, "action", "WAITING", false, 1}; }
};

TEST_F(admin_sessions, a_challenge_is_good_once_and_for_one_console) {
  const std::string challenge = all.challenge("ada");
  EXPECT_FALSE(all.redeem(challenge, "bob"));
  EXPECT_TRUE(all.redeem(challenge, "ada"));
  EXPECT_FALSE(all.redeem(challenge, "ada"));
  EXPECT_FALSE(all.redeem("", ""));
}

TEST_F(admin_sessions, the_oldest_challenge_goes) {
  const std::string first = all.challenge("ada");
  for (size_t i = 0; i < challenges_max; ++i) all.challenge("eve");
  EXPECT_FALSE(all.redeem(first, "ada"));
}

TEST_F(admin_sessions, a_pass_is_good_for_one_question) {
  const std::string pass = all.open("ada", "peer");
  const auto first = all.enter(pass);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->who->console, "ada");
  EXPECT_FALSE(all.enter(pass));
  EXPECT_TRUE(all.enter(first->pass));
  EXPECT_FALSE(all.enter(""));
  EXPECT_FALSE(all.enter("chance 99"));
  EXPECT_FALSE(all.enter(std::string(session_text_bytes_max + 1, 'x')));
}

TEST_F(admin_sessions, the_one_that_was_silent_longest_goes) {
  const std::string silent = all.open("ada", "a");
  const std::string busy = all.open("bob", "b");
  for (size_t i = 2; i < sessions_max; ++i) all.open("eve", "e");
  const auto kept = all.enter(silent);
  ASSERT_TRUE(kept);
  all.open("new", "n");
  EXPECT_EQ(all.size(), sessions_max);
  EXPECT_FALSE(all.enter(busy));
  EXPECT_TRUE(all.enter(kept->pass));
}

TEST_F(admin_sessions, a_connection_that_ends_ends_its_conversations) {
  const std::string one = all.open("ada", "a");
  const std::string other = all.open("ada", "b");
  all.close_peer("a");
  EXPECT_FALSE(all.enter(one));
  EXPECT_TRUE(all.enter(other));
}

TEST_F(admin_sessions, news_of_one_tree_or_of_all) {
  const auto tree = all.enter(all.open("ada", "a"));
  const auto any = all.enter(all.open("bob", "b"));
  ASSERT_TRUE(tree && any);
  EXPECT_EQ(all.followers(), 0U);
  tree->who->follows.emplace().root = 7;
  any->who->follows.emplace();
  EXPECT_EQ(all.followers(), 2U);
  all.tell(7, row("seven"));
  all.tell(8, row("eight"));
  EXPECT_EQ(take_news(*tree->who->follows).rows.size(), 1U);
  EXPECT_EQ(take_news(*any->who->follows).rows.size(), 2U);
  EXPECT_TRUE(take_news(*any->who->follows).rows.empty());
}

TEST_F(admin_sessions, who_reads_slowly_is_told_how_much_was_dropped) {
  const auto slow = all.enter(all.open("ada", "a"));
  ASSERT_TRUE(slow);
  slow->who->follows.emplace();
  for (size_t i = 0; i < news_waiting_max + 5; ++i) all.tell(1, row("x"));
  all.lose(2);
  news first = take_news(*slow->who->follows);
  EXPECT_EQ(first.rows.size(), news_rows_max);
  EXPECT_EQ(first.dropped, 7U);
  EXPECT_EQ(take_news(*slow->who->follows).dropped, 0U);
}

TEST_F(admin_sessions, only_who_waits_and_has_news_is_served) {
  const auto who = all.enter(all.open("ada", "a"));
  ASSERT_TRUE(who);
  who->who->follows.emplace();
  int served = 0;
  const auto serve = [&] { all.visit_waiting([&](session&) { ++served; }); };
  serve();
  who->who->waits = [](const news&) {};
  serve();
  EXPECT_EQ(served, 0);
  all.tell(1, row("x"));
  serve();
  EXPECT_EQ(served, 1);
}

}  // namespace
}  // namespace foliot::actors::admin

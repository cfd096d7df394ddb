#include "model/roster.hpp"

#include <gtest/gtest.h>

namespace foliot::model {
namespace {

TEST(roster, a_slot_is_taken_by_the_grant_and_freed_by_the_end) {
  roster r;
  r.report(1, 2, status::ready);
  r.report(2, 2, status::ready);
  EXPECT_EQ(r.grant(execution_order::fifo, 1), std::vector<uint32_t>{1});
  EXPECT_TRUE(r.grant(execution_order::fifo, 1).empty()) << "the only slot is granted";
  r.report(1, 3, status::submitted);
  r.report(1, 4, status::running);
  EXPECT_EQ(r.busy(), 1U);
  EXPECT_TRUE(r.grant(execution_order::fifo, 1).empty());
  r.report(1, 5, status::succeeded);
  EXPECT_EQ(r.grant(execution_order::fifo, 1), std::vector<uint32_t>{2});
}

TEST(roster, an_older_report_changes_nothing) {
  roster r;
  r.report(1, 5, status::succeeded);
  r.report(1, 4, status::running);
  EXPECT_EQ(r.busy(), 0U);
  EXPECT_TRUE(r.unfinished().empty());
}

TEST(roster, what_waits_or_is_ready_without_a_slot_may_vanish) {
  roster r;
  r.report(1, 1, status::waiting);
  r.report(2, 2, status::ready);
  r.report(3, 2, status::ready);
  r.report(4, 3, status::running);
  r.report(5, 3, status::killed);
  EXPECT_EQ(r.grant(execution_order::fifo, 2), std::vector<uint32_t>{2});
  EXPECT_TRUE(r.may_vanish(1));
  EXPECT_FALSE(r.may_vanish(2)) << "its slot is granted";
  EXPECT_TRUE(r.may_vanish(3));
  for (uint32_t number : {4U, 5U, 6U}) EXPECT_FALSE(r.may_vanish(number)) << number;
  EXPECT_EQ(r.state_of(3), status::ready);
  EXPECT_EQ(r.state_of(6), status::none);
}

TEST(roster, released_actions_are_forgotten) {
  roster r;
  r.report(1, 2, status::running);
  r.release(1);
  r.release(1);
  EXPECT_EQ(r.busy(), 0U);
}

}  // namespace
}  // namespace foliot::model

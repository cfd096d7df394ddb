#include "model/roster.hpp"

#include <gtest/gtest.h>

namespace foliot::model {
namespace {

coordinator_definition with_concurrency(int32_t slots, int32_t throttle = 12) {
  coordinator_definition definition;
  definition.concurrency = slots;
  definition.throttle = throttle;
  return definition;
}

TEST(roster, a_slot_is_taken_by_the_grant_and_freed_by_the_end) {
  const auto definition = with_concurrency(1);
  roster r;
  r.report(1, 2, status::ready);
  r.report(2, 2, status::ready);
  EXPECT_EQ(r.grant(definition), std::vector<uint32_t>{1});
  EXPECT_TRUE(r.grant(definition).empty()) << "the only slot is granted";
  r.report(1, 3, status::submitted);
  r.report(1, 4, status::running);
  EXPECT_EQ(r.busy(), 1U);
  EXPECT_TRUE(r.grant(definition).empty());
  r.report(1, 5, status::succeeded);
  EXPECT_EQ(r.grant(definition), std::vector<uint32_t>{2});
}

TEST(roster, an_older_report_changes_nothing) {
  roster r;
  r.report(1, 5, status::succeeded);
  r.report(1, 4, status::running);
  EXPECT_EQ(r.busy(), 0U);
  EXPECT_TRUE(r.unfinished().empty());
}

TEST(roster, room_is_what_the_throttle_leaves) {
  const auto definition = with_concurrency(1, 3);
  roster r;
  r.report(1, 1, status::waiting);
  r.report(2, 1, status::waiting);
  EXPECT_EQ(r.room(definition), 1U);
  r.report(3, 1, status::waiting);
  EXPECT_EQ(r.room(definition), 0U);
  r.report(1, 2, status::ready);
  EXPECT_EQ(r.room(definition), 1U);
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

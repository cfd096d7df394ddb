// Counters, their summary, and the rules that make a parent's status of it.
#include "model/aggregate.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::children;

TEST(summary, of_no_children_has_ended_well) {
  const child_summary none_at_all = summarise({});
  EXPECT_EQ(none_at_all.total, 0U);
  EXPECT_TRUE(none_at_all.all_ended);
  EXPECT_TRUE(none_at_all.all_good);
  EXPECT_FALSE(none_at_all.all_killed);
  EXPECT_FALSE(none_at_all.all_failed);
  EXPECT_FALSE(none_at_all.all_paused);
  EXPECT_FALSE(none_at_all.any_error);
}

TEST(summary, leaves_ignored_children_out) {
  const child_summary s = children({succeeded, ignored});
  EXPECT_EQ(s.total, 1U);
  EXPECT_TRUE(s.all_good);
  EXPECT_FALSE(s.any_error);
}

TEST(summary, follows_moves_and_pending_flags) {
  child_counts counts;
  counts.apply({{}, {}, none, waiting, false, false});
  counts.apply({{}, {}, waiting, killed, false, true});
  EXPECT_EQ(counts.total(), 1U);
  EXPECT_EQ(counts.pending, 1U);
  EXPECT_TRUE(summarise(counts).pending);
  counts.apply({{}, {}, killed, killed, true, false});
  EXPECT_EQ(counts.pending, 0U);
  EXPECT_TRUE(summarise(counts).all_killed);
}

TEST(summary_death, a_child_that_was_never_counted_is_a_defect) {
  child_counts counts;
  EXPECT_DEATH(counts.apply({{}, {}, waiting, ready, false, false}), "was not counted");
}

struct bundle_case {
  status before;
  std::vector<status> members;
  size_t pending;
  bundle_orders orders;
  status after;
};

TEST(bundle_rules, one_by_one) {
  const bundle_orders no_orders;
  const bundle_orders user_suspended{false, true};
  const bundle_orders pause_time{true, false};
  const std::vector<bundle_case> cases{
      // T
      {running, {succeeded, succeeded}, 0, no_orders, succeeded},
      {running, {killed, killed}, 0, no_orders, killed},
      {running, {failed, failed}, 0, no_orders, failed},
      {running, {succeeded, killed}, 0, no_orders, done_with_error},
      {running, {failed, killed}, 0, no_orders, done_with_error},
      {running, {done_with_error, done_with_error}, 0, no_orders, done_with_error},
      {running, {}, 0, no_orders, succeeded},
      {running, {succeeded, succeeded}, 1, no_orders, running},
      {killed, {succeeded, killed}, 0, no_orders, killed},
      {succeeded, {running}, 0, no_orders, succeeded},
      // P1 to P3
      {paused, {running, failed}, 0, no_orders, paused_with_error},
      {paused, {running, succeeded}, 0, no_orders, paused},
      {paused_with_error, {running, succeeded}, 0, pause_time, paused},
      {paused_with_error, {running, succeeded}, 0, no_orders, running},
      {running, {paused, paused}, 0, no_orders, paused},
      {running, {paused, paused_with_error}, 0, no_orders, paused_with_error},
      {running, {paused, succeeded}, 0, no_orders, running},
      // S1 to S3
      {suspended, {running, running}, 0, user_suspended, suspended},
      {suspended, {running, failed}, 0, user_suspended, suspended_with_error},
      {suspended, {running, running}, 0, no_orders, running},
      {running, {suspended, succeeded}, 0, no_orders, suspended},
      {running, {suspended, succeeded}, 1, no_orders, running},
      {running, {suspended, killed}, 0, no_orders, suspended_with_error},
      {running, {suspended_with_error, succeeded}, 0, no_orders, suspended_with_error},
      {running, {suspended, paused}, 0, no_orders, running},
      // R
      {running, {running, killed}, 0, no_orders, running_with_error},
      {running, {running, running_with_error}, 0, no_orders, running_with_error},
      {running_with_error, {running, succeeded}, 0, no_orders, running},
      {running, {prep_suspended, prep_paused, running}, 0, no_orders, running},
      // Not started: nothing applies.
      {prep, {running}, 0, no_orders, prep},
      {prep_suspended, {}, 0, no_orders, prep_suspended},
      {prep_paused, {}, 0, no_orders, prep_paused}};
  for (size_t i = 0; i < cases.size(); ++i) {
    const bundle_case& c = cases[i];
    EXPECT_EQ(name(bundle_aggregate(c.before, children(c.members, c.pending), c.orders)),
              name(c.after))
        << "case " << i;
  }
}

struct coordinator_case {
  status before;
  std::vector<status> actions;
  size_t pending;
  bool done;
  status after;
};

TEST(coordinator_rules, one_by_one) {
  const std::vector<coordinator_case> cases{
      // T
      {running, {succeeded, skipped}, 0, true, succeeded},
      {running, {succeeded, succeeded}, 0, false, running},
      {running, {killed, killed}, 0, true, killed},
      {running, {failed, failed}, 0, true, failed},
      {running, {timed_out, timed_out}, 0, true, done_with_error},
      {running, {succeeded, killed}, 0, true, done_with_error},
      {running, {succeeded, killed}, 1, true, done_with_error},  // pending is not looked at
      {running, {}, 0, true, succeeded},
      {suspended, {succeeded, succeeded}, 0, true, succeeded},
      {paused, {succeeded}, 0, true, succeeded},
      {killed, {succeeded}, 0, true, killed},
      {killed, {running}, 0, true, killed},
      // P
      {paused, {running, timed_out}, 0, false, paused_with_error},
      {paused_with_error, {running, succeeded}, 0, false, paused},
      // S
      {suspended, {running}, 0, false, suspended},
      {suspended, {running, killed}, 0, false, suspended_with_error},
      {prep_suspended, {}, 0, false, prep_suspended},
      {running, {suspended, succeeded}, 0, true, suspended},
      {running, {suspended, succeeded}, 0, false, running},
      {running, {suspended, succeeded}, 1, true, running},
      {running, {suspended, killed}, 0, true, suspended_with_error},
      {running, {suspended, running}, 0, true, running},
      // R
      {running, {running, timed_out}, 0, false, running_with_error},
      {running_with_error, {running, succeeded}, 0, false, running},
      {prep, {}, 0, false, prep},
      {prep, {}, 0, true, prep}};
  for (size_t i = 0; i < cases.size(); ++i) {
    const coordinator_case& c = cases[i];
    EXPECT_EQ(name(coordinator_aggregate(c.before, children(c.actions, c.pending), c.done)),
              name(c.after))
        << "case " << i;
  }
}

TEST(summary, refused_members_are_as_good_as_failed_children) {
  const std::vector<std::vector<status>> others{{},          {succeeded}, {failed}, {running},
                                                {suspended}, {paused},    {killed}};
  for (const auto& born : others) {
    std::vector<status> all = born;
    all.push_back(failed);
    all.push_back(failed);
    EXPECT_EQ(with_failed(children(born), 2), children(all)) << born.size();
  }
}

TEST(summary, unknown_members_are_as_good_as_children_in_prep) {
  for (const std::vector<status>& born :
       std::vector<std::vector<status>>{{}, {succeeded}, {failed}, {suspended}, {paused}}) {
    std::vector<status> all = born;
    all.push_back(prep);
    EXPECT_EQ(with_unknown(children(born), 1), children(all)) << born.size();
  }
}

}  // namespace
}  // namespace foliot::model

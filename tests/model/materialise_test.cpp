#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "model/coordinator.hpp"
#include "model/roster.hpp"
#include "tests/model/support.hpp"
#include "time/zone.hpp"

namespace foliot::model {
namespace {

using support::minutes;

TEST(materialise, gives_the_nominal_times_after_the_mark) {
  const coordinator_definition d = support::coordinator(15, 8);
  const materialisation all = materialise(d, 0, minutes(10'000), 100);
  ASSERT_EQ(all.nominal.size(), 8U);
  EXPECT_EQ(all.nominal.front(), minutes(0));
  EXPECT_EQ(all.nominal.back(), minutes(105));
  EXPECT_TRUE(all.done);
  EXPECT_EQ(all.next, never);

  const materialisation some = materialise(d, 2, minutes(10'000), 3);
  EXPECT_EQ(some.nominal, (std::vector<instant>{minutes(30), minutes(45), minutes(60)}));
  EXPECT_FALSE(some.done);
  EXPECT_EQ(some.next, minutes(75));
}

TEST(materialise, stops_at_until_which_is_included) {
  const coordinator_definition d = support::coordinator(15, 8);
  EXPECT_EQ(materialise(d, 0, minutes(30), 100).nominal.size(), 3U);
  EXPECT_EQ(materialise(d, 0, {minutes(30).ms - 1}, 100).nominal.size(), 2U);
  const materialisation early = materialise(d, 0, minutes(-1), 100);
  EXPECT_TRUE(early.nominal.empty());
  EXPECT_FALSE(early.done);
  EXPECT_EQ(early.next, minutes(0));
}

TEST(materialise, the_end_is_excluded) {
  coordinator_definition d = support::coordinator(15, 2);
  EXPECT_EQ(materialise(d, 0, minutes(999), 9).nominal.size(), 2U);
  d.end = minutes(31);
  EXPECT_EQ(materialise(d, 0, minutes(999), 9).nominal.size(), 3U);
}

TEST(materialise, nothing_is_left_beyond_the_last) {
  const coordinator_definition d = support::coordinator(15, 2);
  EXPECT_TRUE(materialise(d, 2, minutes(999), 9).done);
  EXPECT_TRUE(materialise(d, 7, minutes(999), 9).done);
  EXPECT_TRUE(materialise(d, 7, minutes(999), 9).nominal.empty());
}

TEST(materialise, a_job_that_ends_where_it_starts_runs_once) {
  coordinator_definition d = support::coordinator(15, 2);
  d.end = d.start;
  const materialisation once = materialise(d, 0, d.start, 9);
  EXPECT_EQ(once.nominal, (std::vector<instant>{d.start}));
  EXPECT_TRUE(once.done);
  const materialisation early = materialise(d, 0, {d.start.ms - 1}, 9);
  EXPECT_TRUE(early.nominal.empty());
  EXPECT_EQ(early.next, d.start);
  EXPECT_TRUE(materialise(d, 1, d.start, 9).done);
  EXPECT_EQ(skip_at(d, 1, d.start), never);
}

TEST(materialise, room_of_none_gives_none) {
  const materialisation none = materialise(support::coordinator(15, 2), 0, minutes(999), 0);
  EXPECT_TRUE(none.nominal.empty());
  EXPECT_FALSE(none.done);
}

coordinator_definition with_cron(const std::string& expression, const std::string& zone) {
  coordinator_definition out = support::coordinator(15, 8);
  out.every = time::cron::parse(expression).value();
  out.zone = time::find_zone(zone).value();
  out.end = minutes(400 * 1440);
  return out;
}

TEST(materialise, cron_goes_on_from_the_mark) {
  const coordinator_definition d = with_cron("30 2 * * *", "UTC");
  const materialisation some = materialise(d, 0, minutes(99'999'999), 2);
  EXPECT_EQ(some.nominal, (std::vector<instant>{minutes(150), minutes(1590)}));
  EXPECT_EQ(some.next, minutes(3030));
  EXPECT_FALSE(some.done);
  EXPECT_EQ(materialise(d, {2, minutes(1590)}, never, 1).nominal.front(), minutes(3030));
  EXPECT_EQ(materialise(d, 2, never, 1).nominal.front(), minutes(3030)) << "without the time";
  EXPECT_EQ(total_actions(d), 400U);
  EXPECT_EQ(next_nominal(d, 400), minutes(400 * 1440 + 150)) << "beyond the end";
  EXPECT_TRUE(materialise(d, 400, never, 1).done);
}

TEST(materialise, cron_that_ends_where_it_starts_runs_once_at_its_start) {
  coordinator_definition d = with_cron("30 2 * * *", "UTC");
  d.end = d.start;
  EXPECT_EQ(materialise(d, 0, d.start, 9).nominal, (std::vector<instant>{d.start}));
  EXPECT_EQ(next_nominal(d, 1), never);
  EXPECT_EQ(total_actions(d), 1U);
}

TEST(materialise, a_year_of_minutes_is_skipped_without_looking_at_each) {
  coordinator_definition d = with_cron("* * * * *", "America/Los_Angeles");
  d.order = execution_order::last_only;
  EXPECT_EQ(total_actions(d), 400U * 1440);
  EXPECT_EQ(materialise(d, 300 * 1440, never, 1).nominal.front(), minutes(300 * 1440));
  EXPECT_EQ(skip_at(d, 7, minutes(6)), plus_ms(minutes(7), 1));
}

RC_GTEST_PROP(materialise, cron_gives_the_same_times_however_it_is_cut, ()) {
  const coordinator_definition d = with_cron(
      *rc::gen::element<std::string>("0 10 * * *", "0,30 10 * * MON", "0 10,11 * * MON",
                                     "*/20 1 10 * *", "0 */6 * * *"),
      *rc::gen::element<std::string>("America/Los_Angeles", "Europe/London", "Asia/Tokyo"));
  const coordinator_context context{support::coordinator_id, d};
  coordinator_record job = advance(context, {}, coordinator_events::created{}, minutes(0)).next;
  std::vector<instant> made;
  for (int i = 0; i < 60 && !job.done; ++i) {
    const instant now = minutes(i * 14 * 1440);
    const coordinator_step step = advance(
        context, job, coordinator_events::materialised{*rc::gen::inRange<uint32_t>(1, 90)}, now);
    RC_ASSERT(!step.broken);
    if (!step.accepted) continue;
    for (const auto& child : step.births) {
      made.push_back(std::get<action_events::created>(child.event).nominal);
      RC_ASSERT(made.back() <= materialise_until(now));
    }
    job = step.next;
    RC_ASSERT(job.actions == made.size());
  }
  std::vector<instant> all = materialise(d, 0, never, 100'000).nominal;
  RC_ASSERT(all.size() == total_actions(d));
  all.resize(made.size());
  RC_ASSERT(made == all);
}

TEST(choose_starts, keeps_to_concurrency_and_order) {
  coordinator_definition d = support::coordinator(15, 8);
  const std::vector<uint32_t> ready{2, 3, 5, 8};
  d.concurrency = 3;
  EXPECT_EQ(choose_starts(d.order, d.concurrency, ready, 1), (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(choose_starts(d.order, d.concurrency, ready, 3), std::vector<uint32_t>{});
  EXPECT_EQ(choose_starts(d.order, d.concurrency, ready, 9), std::vector<uint32_t>{});
  for (execution_order order :
       {execution_order::lifo, execution_order::last_only, execution_order::none}) {
    d.order = order;
    EXPECT_EQ(choose_starts(d.order, d.concurrency, ready, 1), (std::vector<uint32_t>{8, 5}));
  }
  d.concurrency = -1;
  EXPECT_EQ(choose_starts(d.order, d.concurrency, ready, 100).size(), 4U);
  d.concurrency = 0;
  EXPECT_TRUE(choose_starts(d.order, d.concurrency, ready, 0).empty());
}

TEST(to_be_skipped, fifo_and_lifo_skip_nothing) {
  coordinator_definition d = support::coordinator(15, 8);
  EXPECT_FALSE(to_be_skipped(d, 1, minutes(0), minutes(9999)));
  d.order = execution_order::lifo;
  EXPECT_FALSE(to_be_skipped(d, 1, minutes(0), minutes(9999)));
}

TEST(to_be_skipped, last_only_skips_once_the_next_is_due) {
  coordinator_definition d = support::coordinator(15, 8);
  d.order = execution_order::last_only;
  EXPECT_FALSE(to_be_skipped(d, 1, minutes(0), minutes(15)));
  EXPECT_TRUE(to_be_skipped(d, 1, minutes(0), plus_ms(minutes(15), 1)));
  EXPECT_TRUE(to_be_skipped(d, 8, minutes(105), minutes(121))) << "its next equals the end";
  d.end = minutes(110);
  EXPECT_FALSE(to_be_skipped(d, 8, minutes(105), minutes(9999))) << "it is the last one";
}

TEST(to_be_skipped, none_skips_beyond_the_tolerance) {
  coordinator_definition d = support::coordinator(15, 8);
  d.order = execution_order::none;
  EXPECT_FALSE(to_be_skipped(d, 1, minutes(0), minutes(1)));
  EXPECT_TRUE(to_be_skipped(d, 1, minutes(0), plus_ms(minutes(1), 1)));
}

}  // namespace
}  // namespace foliot::model

#include "model/coordinator_orders.hpp"

#include <gtest/gtest.h>

#include "model/action_scope.hpp"
#include "model/coordinator_change.hpp"
#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::minutes;

/// A job of `total` hourly actions of which `made` exist.
struct fixture {
  coordinator_definition definition;
  coordinator_record record;

  fixture(uint32_t total, uint32_t made, status state = running)
      : definition(support::coordinator(60, total)) {
    record.version = 3;
    record.state = state;
    record.actions = made;
    record.last_nominal = made == 0 ? instant{} : minutes(60 * (int64_t{made} - 1));
    record.done = made == total;
  }
  coordinator_context context() const { return {support::coordinator_id, definition}; }
  coordinator_step step(const coordinator_event& event, instant now = minutes(0)) const {
    return advance(context(), record, event, now);
  }
  result<order_verdict> change(
      const coordinator_change& values,
      const may_vanish& vanishes = [](uint32_t) { return true; }) const {
    return judge_change(context(), record, values, vanishes);
  }
  /// The record after a change that is good.
  coordinator_record changed(const coordinator_change& values) const {
    const auto verdict = change(values);
    EXPECT_TRUE(verdict.ok() && verdict->event);
    const coordinator_step out = step(*verdict->event);
    EXPECT_TRUE(out.accepted);
    return out.next;
  }
};

std::string code_of(const result<order_verdict>& verdict) {
  return verdict ? "none" : verdict.error().oozie;
}

TEST(coordinator_orders, suspend_and_resume_count_the_orders_to_the_actions) {
  const fixture f(9, 3);
  const coordinator_step held = f.step(coordinator_events::suspended{});
  ASSERT_TRUE(held.accepted);
  EXPECT_EQ(held.next.state, suspended);
  EXPECT_EQ(held.next.orders, 1U);
  const auto owes = owed(f.context(), held.next, minutes(0));
  EXPECT_EQ(support::count<coordinator_effects::materialise>(owes), 0U) << "nothing is made";
  ASSERT_EQ(support::count<coordinator_effects::order_actions>(owes), 1U);
  const coordinator_step again =
      advance(f.context(), held.next, coordinator_events::resumed{}, minutes(1));
  EXPECT_EQ(again.next.state, running);
  EXPECT_EQ(again.next.orders, 2U);
}

TEST(coordinator_orders, an_order_that_means_nothing_says_why) {
  const fixture ended(3, 3, succeeded);
  EXPECT_FALSE(judge_suspend(ended.record).event);
  EXPECT_NE(judge_suspend(ended.record).note.find("SUCCEEDED"), std::string::npos);
  EXPECT_FALSE(judge_resume(fixture(3, 1).record).event);
  EXPECT_FALSE(judge_kill(ended.record).event);
}

TEST(coordinator_orders, the_pause_time_pauses_and_bounds_what_is_made) {
  const fixture f(9, 2);
  coordinator_change values;
  values.pause = minutes(180);
  coordinator_record job = f.changed(values);
  EXPECT_EQ(job.pause_at, minutes(180));
  const auto made = advance(f.context(), job, coordinator_events::materialised{9}, minutes(170));
  ASSERT_TRUE(made.accepted);
  EXPECT_EQ(made.next.actions, 3U) << "the action of the pause time itself is not made";
  EXPECT_FALSE(
      advance(f.context(), job, coordinator_events::pause_reached{}, minutes(179)).accepted);
  const auto rests = advance(f.context(), job, coordinator_events::pause_reached{}, minutes(180));
  EXPECT_EQ(rests.next.state, paused);
  values.pause = never;
  const auto verdict = judge_change(f.context(), rests.next, values, [](uint32_t) { return true; });
  EXPECT_EQ(advance(f.context(), rests.next, *verdict->event, minutes(181)).next.state, running);
}

TEST(coordinator_orders, an_earlier_end_takes_actions_away) {
  const fixture f(9, 5);
  coordinator_change values;
  values.end = minutes(120);
  const coordinator_record job = f.changed(values);
  EXPECT_EQ(job.actions, 2U);
  EXPECT_EQ(job.last_nominal, minutes(60));
  EXPECT_TRUE(job.done);
  const auto verdict = f.change(values, [](uint32_t number) { return number != 4; });
  EXPECT_EQ(code_of(verdict), "E1022");
  EXPECT_NE(verdict.error().sentence.find("@4"), std::string::npos);
}

TEST(coordinator_orders, a_later_end_goes_on_where_it_had_ended) {
  const fixture f(3, 3, succeeded);
  coordinator_change values;
  values.end = minutes(60 * 5);
  const coordinator_record job = f.changed(values);
  EXPECT_EQ(job.state, running);
  EXPECT_FALSE(job.done);
  EXPECT_EQ(total_actions(timetable_of(f.definition, job)), 5U);
  const fixture failed_job(3, 3, failed);
  EXPECT_EQ(failed_job.changed(values).state, running_with_error);
}

TEST(coordinator_orders, an_end_before_the_next_time_changes_nothing) {
  const fixture f(3, 3, succeeded);
  coordinator_change values;
  values.end = plus_ms(f.definition.end, -1);
  EXPECT_EQ(f.changed(values).end_changed, *values.end) << "earlier than the end: it is taken";
  fixture later(3, 5, succeeded);
  values.end = minutes(60 * 4);
  const auto verdict = later.change(values);
  ASSERT_TRUE(verdict.ok());
  EXPECT_FALSE(verdict->note.empty());
  EXPECT_EQ(later.step(*verdict->event).next.end_changed, never);
}

TEST(coordinator_orders, an_end_before_the_start_ends_the_job) {
  coordinator_change values;
  values.end = minutes(-1);
  for (status from : {prep, running, succeeded}) {
    const coordinator_record job = fixture(9, 0, from).changed(values);
    EXPECT_EQ(job.state, succeeded) << name(from);
    EXPECT_TRUE(job.done);
  }
}

TEST(coordinator_orders, an_end_before_the_first_tick_of_a_cron_ends_the_job) {
  fixture f(20, 0, prep);
  f.definition.every = time::cron::parse("30 12 * * *").value();
  coordinator_change values;
  values.end = minutes(600);  // after the start, before 12:30
  const coordinator_record job = f.changed(values);
  EXPECT_EQ(job.state, succeeded);
  EXPECT_TRUE(job.done);
}

TEST(coordinator_orders, held_before_its_start_such_an_end_ends_it_once_it_goes_on) {
  coordinator_change values;
  values.end = minutes(-1);
  for (status from : {prep_paused, prep_suspended}) {
    fixture f(9, 0, from);
    f.record = f.changed(values);
    EXPECT_EQ(f.record.state, from);
    f.record.state = prep;
    const coordinator_record job = f.step(coordinator_events::materialised{1}).next;
    EXPECT_EQ(job.state, running) << name(from);
    EXPECT_TRUE(job.done) << "without actions it then ends by its summary";
  }
}

TEST(coordinator_orders, the_status_changes_by_its_own_rules) {
  coordinator_change to_running;
  to_running.state = running;
  for (status from : {failed, killed, ignored})
    EXPECT_EQ(fixture(9, 2, from).changed(to_running).state, running) << name(from);
  EXPECT_EQ(code_of(fixture(9, 2).change(to_running)), "E1015");
  coordinator_change to_ignored;
  to_ignored.state = ignored;
  EXPECT_EQ(fixture(9, 2, killed).changed(to_ignored).state, ignored);
  fixture pending(9, 2, killed);
  pending.record.pending = true;
  EXPECT_EQ(code_of(pending.change(to_ignored)), "E1015");
  coordinator_change more;
  more.concurrency = 2;
  EXPECT_EQ(code_of(fixture(9, 2, killed).change(more)), "E1016");
}

TEST(coordinator_orders, a_rerun_brings_back_what_has_ended) {
  const fixture f(3, 3, done_with_error);
  const auto verdict = judge_rerun(f.record, {{1, failed, {}}, {3, succeeded, {}}}, {});
  ASSERT_TRUE(verdict.ok());
  const coordinator_step out = f.step(*verdict->event);
  EXPECT_EQ(out.next.state, running_with_error);
  ASSERT_EQ(out.births.size(), 2U);
  EXPECT_EQ(out.births[1].id.number, 3U);
  EXPECT_EQ(code_of(judge_rerun(f.record, {{1, running, {}}}, {})), "E1018");
  EXPECT_EQ(code_of(judge_rerun(f.record, {}, {})), "E1018");
  EXPECT_EQ(code_of(judge_rerun(fixture(3, 0, prep).record, {{1, failed, {}}}, {})), "E1018");
}

TEST(coordinator_orders, a_rerun_of_its_bundle_is_obeyed_once) {
  fixture f(3, 3, done_with_error);
  const auto verdict = judge_rerun(f.record, {{1, failed, {}}}, {}, 5);
  ASSERT_TRUE(verdict.ok() && verdict->event);
  f.record = f.step(*verdict->event).next;
  EXPECT_EQ(f.record.reruns_obeyed, 5U);
  f.record.state = done_with_error;  // its actions have ended before the order comes again
  const auto again = judge_rerun(f.record, {{1, failed, {}}}, {}, 5);
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->event);
  EXPECT_NE(again->note, "");
  EXPECT_FALSE(f.step(*verdict->event).accepted);
  EXPECT_TRUE(judge_rerun(f.record, {{1, failed, {}}}, {}, 6)->event) << "a newer one";
  EXPECT_TRUE(judge_rerun(f.record, {{1, failed, {}}}, {})->event) << "a user's";
}

TEST(coordinator_orders, a_rerun_cuts_a_range_of_skipped_actions) {
  const fixture f(20, 20, succeeded);
  const std::pair<uint32_t, uint32_t> range{2, 9};
  const auto verdict =
      judge_rerun(f.record, {{2, skipped, range}, {5, skipped, range}, {6, skipped, range}}, {});
  const coordinator_step out = f.step(*verdict->event);
  ASSERT_EQ(out.births.size(), 5U);
  const auto is = [&](size_t at, uint32_t number, size_t kind) {
    EXPECT_EQ(out.births[at].id.number, number);
    EXPECT_EQ(out.births[at].event.index(), kind) << number;
  };
  is(0, 2, action_event(action_events::rerun{}).index());
  is(1, 3, action_event(action_events::passed_over{}).index());
  is(2, 5, action_event(action_events::created{}).index());
  is(3, 6, action_event(action_events::created{}).index());
  is(4, 7, action_event(action_events::passed_over{}).index());
  EXPECT_EQ(std::get<action_events::passed_over>(out.births[1].event).through, 4U);
  EXPECT_EQ(std::get<action_events::passed_over>(out.births[4].event).through, 9U);
  EXPECT_EQ(std::get<action_events::created>(out.births[2].event).nominal, minutes(240));
}

TEST(coordinator_orders, only_what_went_wrong_can_be_ignored) {
  const fixture f(3, 3);
  for (status state : {failed, killed, timed_out})
    EXPECT_TRUE(judge_ignore(f.record, {{1, state, {}}}).ok());
  EXPECT_EQ(code_of(judge_ignore(f.record, {{1, succeeded, {}}})), "E1024");
  EXPECT_EQ(code_of(judge_ignore(f.record, {})), "E1024");
  EXPECT_EQ(code_of(judge_ignore(fixture(3, 0, prep).record, {{1, failed, {}}})), "E1024");
}

TEST(coordinator_orders, a_catch_up_is_one_record_whatever_its_length) {
  fixture f(9, 0);
  f.definition = support::coordinator(1, 1'000'000);
  f.definition.order = execution_order::last_only;
  const instant now = minutes(525'600);
  EXPECT_EQ(room_for(f.context(), f.record, 99, UINT32_MAX, now), UINT32_MAX) << "no throttle";
  const coordinator_step out = f.step(coordinator_events::materialised{UINT32_MAX}, now);
  ASSERT_TRUE(out.accepted);
  EXPECT_EQ(out.next.actions, 525'601U);
  ASSERT_EQ(out.births.size(), 3U);
  EXPECT_EQ(std::get<action_events::passed_over>(out.births[0].event).through, 525'599U);
  f.record = out.next;
  EXPECT_LE(room_for(f.context(), f.record, 12, UINT32_MAX, now), 12U) << "caught up";
}

TEST(action_scope, reads_numbers_and_dates) {
  const auto numbers = parse_action_numbers("1, 3-5");
  ASSERT_TRUE(numbers.ok());
  EXPECT_TRUE(selects(*numbers, 4, instant{}));
  EXPECT_FALSE(selects(*numbers, 2, instant{}));
  EXPECT_EQ(span_of(*numbers, 4), (std::pair<uint32_t, uint32_t>{1, 4}));
  for (const char* wrong : {"", "a", "1-", "-1", "5-3", "1,,2", "1-2-3", "4294967296"})
    EXPECT_EQ(parse_action_numbers(wrong).error().oozie, "E0302") << wrong;
  const auto dates = parse_action_times("2026-01-05T00:00Z::2026-01-05T02:00Z,2026-01-06T00:00Z",
                                        {}, dialect::lenient);
  ASSERT_TRUE(dates.ok());
  EXPECT_EQ(dates->times.size(), 2U);
  const auto code = [](const char* text) {
    return parse_action_times(text, {}, dialect::lenient).error().oozie;
  };
  EXPECT_EQ(code("2026-01-05"), "E0302");
  EXPECT_EQ(code("2026-01-05T02:00Z::2026-01-05T00:00Z"), "E0308");
  EXPECT_EQ(code("2026-01-05T02:00Z::"), "E0308");
}

TEST(coordinator_change, reads_its_four_keys) {
  const auto read = parse_coordinator_change(
      "endtime=2026-01-05T00:00Z;concurrency=-1;pausetime=;status=RUNNING", {}, dialect::oozie);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->concurrency, -1);
  EXPECT_EQ(read->pause, never);
  EXPECT_EQ(read->state, running);
  for (const char* wrong :
       {"", "endtime", "endtime=", "a=1", "concurrency=2ac", "concurrency=1;concurrency=2",
        "pausetime=null", "status=KILLED", "endtime=2012-12-20T05:00", "concurrency=1;;"})
    EXPECT_EQ(parse_coordinator_change(wrong, {}, dialect::oozie).error().oozie, "E1015") << wrong;
}

}  // namespace
}  // namespace foliot::model

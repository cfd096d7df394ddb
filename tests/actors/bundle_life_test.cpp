// Bundles from their start to their end: orders, times, errors, and an engine that dies on the way.
#include <gtest/gtest.h>

#include <string>

#include "tests/actors/bundle_world.hpp"

namespace foliot::actors {
namespace {

using world = bundle_world;

constexpr int64_t minute = 60'000;

TEST(bundle_life, suspended_nothing_runs_resumed_it_goes_on) {
  world on;
  on.coordinator("a", 0, 3);
  on.coordinator("b", 0, 3);
  on.submit();
  on.pass(5 * minute);
  ASSERT_EQ(on.state(), "RUNNING");
  EXPECT_EQ(on.executed["name:a"], 1);
  EXPECT_EQ(on.order(model::orders::suspend{}), "");
  EXPECT_EQ(on.state(), "SUSPENDED");
  EXPECT_EQ(on.member_state(0), "SUSPENDED");
  EXPECT_EQ(on.member_state(1), "SUSPENDED");
  EXPECT_FALSE(on.pending()) << "both have confirmed";
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:a"], 1);
  on.crash();
  EXPECT_EQ(on.state(), "SUSPENDED");
  EXPECT_EQ(on.order(model::orders::resume{}), "");
  EXPECT_EQ(on.state(), "RUNNING");
  EXPECT_EQ(on.member_state(1), "RUNNING");
  EXPECT_FALSE(on.pending());
  on.pass(180 * minute);
  EXPECT_EQ(on.state(), "SUCCEEDED");
  EXPECT_EQ(on.executed["name:a"], 3);
  EXPECT_EQ(on.executed["name:b"], 3);
  EXPECT_NE(on.order(model::orders::suspend{}), "") << "a note says that it means nothing";
}

TEST(bundle_life, an_order_reaches_every_coordinator_wherever_the_engine_dies) {
  for (int steps = 1; steps < 40; ++steps) {
    world on;
    on.coordinator("a", 0, 3);
    on.coordinator("b", 0, 3);
    on.submit();
    on.pass(5 * minute);
    on.engine->gate().order(on.bundle(), model::orders::suspend{}, {}, {});
    on.crash_after(steps);
    on.pass(minute);
    ASSERT_FALSE(on.pending()) << steps;
    const bool was_written = on.state() == "SUSPENDED";
    EXPECT_EQ(on.member_state(0), was_written ? "SUSPENDED" : "RUNNING") << steps;
    EXPECT_EQ(on.member_state(1), was_written ? "SUSPENDED" : "RUNNING") << steps;
    on.engine->gate().order(on.bundle(), model::orders::kill{}, {}, {});
    on.crash_after(steps);
    on.pass(minute);
    ASSERT_FALSE(on.pending()) << steps;
    if (on.state() != "KILLED") continue;
    EXPECT_EQ(on.member_state(1), "KILLED") << steps;
  }
}

TEST(bundle_life, a_pause_time_holds_bundle_and_coordinators_until_it_is_reset) {
  world on;
  on.coordinator("a", 0, 5);
  on.coordinator("b", 0, 5);
  on.submit();
  on.pass(5 * minute);
  EXPECT_EQ(on.order(model::orders::change_bundle{"pausetime=2026-01-01T01:30Z"}), "");
  EXPECT_EQ(on.member(0).pause_at, on.record().pause_at);
  on.crash();
  on.pass(175 * minute);  // 03:00
  EXPECT_EQ(on.state(), "PAUSED");
  EXPECT_EQ(on.member_state(0), "PAUSED");
  EXPECT_EQ(on.member_state(1), "PAUSED");
  EXPECT_EQ(on.executed["name:a"], 2);
  EXPECT_EQ(on.order(model::orders::change_bundle{"pausetime="}), "");
  EXPECT_EQ(on.state(), "RUNNING");
  EXPECT_EQ(on.member_state(1), "RUNNING");
  on.pass(180 * minute);
  EXPECT_EQ(on.state(), "SUCCEEDED");
  EXPECT_EQ(on.executed["name:b"], 5);
}

/// What was counted of its coordinators before they obeyed does not undo the order.
TEST(bundle_life, suspended_while_it_pauses_it_stays_suspended) {
  for (int steps = 0; steps <= 60; ++steps) {
    world on;
    on.luck = rehearsal::chance(static_cast<uint64_t>(steps));
    on.coordinator("a", 0, 5);
    on.coordinator("b", 0, 5);
    on.submit();
    on.pass(5 * minute);
    EXPECT_EQ(on.order(model::orders::change_bundle{"pausetime=2026-01-01T01:30Z"}), "");
    on.pass(85 * minute - 1);
    on.time.move_to(plus_ms(on.time.now(), 1));
    on.engine->time_passed();
    for (int i = 0; i < steps && on.engine->has_job(); ++i) on.engine->run_one(on.luck);
    EXPECT_EQ(on.order(model::orders::suspend{}), "");
    EXPECT_EQ(on.state(), "SUSPENDED") << steps;
    EXPECT_EQ(on.member_state(0), "SUSPENDED") << steps;
    EXPECT_EQ(on.member_state(1), "SUSPENDED") << steps;
  }
}

TEST(bundle_life, paused_before_its_kick_off_it_does_not_start) {
  world on;
  on.coordinator("a", 0, 2);
  on.submit({}, "<controls><kick-off-time>2026-01-01T00:30Z</kick-off-time></controls>");
  EXPECT_EQ(on.state(), "PREP");
  EXPECT_EQ(on.order(model::orders::change_bundle{"pausetime=2026-01-01T00:10Z"}), "");
  on.pass(20 * minute);
  EXPECT_EQ(on.state(), "PREPPAUSED");
  on.pass(20 * minute);
  EXPECT_EQ(on.state(), "PREPPAUSED");
  on.crash();
  EXPECT_EQ(on.order(model::orders::change_bundle{"pausetime="}), "");
  on.pass(minute);
  EXPECT_EQ(on.state(), "RUNNING");
}

TEST(bundle_life, a_change_that_not_all_coordinators_take_lists_them) {
  world on;
  on.coordinator("a", 0, 3);
  on.coordinator("b", 0, 3);
  on.submit();
  on.pass(5 * minute);
  const entity_id b{0, entity_kind::coordinator, 0, on.bundle().root,
                    on.record().members.at(1).coordinator};
  on.engine->gate().order(b, model::orders::kill{}, {}, {});
  on.pass(minute);
  ASSERT_EQ(on.member_state(1), "KILLED");
  const std::string answer = on.order(model::orders::change_bundle{"pausetime=2026-01-01T01:30Z"});
  EXPECT_NE(answer.find("E1320"), std::string::npos) << answer;
  EXPECT_NE(answer.find(on.engine->reader().ids().text(b) + " : Coord is in killed state"),
            std::string::npos)
      << answer;
  EXPECT_EQ(on.member(0).pause_at, on.record().pause_at) << "the other one has taken it";
  EXPECT_NE(on.order(model::orders::change_bundle{"pausetime=1999-01-01T01:30Z"}).find("E1317"),
            std::string::npos);
}

TEST(bundle_life, a_new_end_brings_a_succeeded_bundle_back) {
  world on;
  on.coordinator("a", 0, 2);
  on.submit();
  on.pass(120 * minute);
  ASSERT_EQ(on.state(), "SUCCEEDED");
  EXPECT_EQ(on.order(model::orders::change_bundle{"endtime=2026-01-01T04:00Z"}), "");
  EXPECT_EQ(on.state(), "RUNNING");
  EXPECT_EQ(on.member_state(0), "RUNNING");
  on.crash();
  on.pass(180 * minute);
  EXPECT_EQ(on.state(), "SUCCEEDED");
  EXPECT_EQ(on.executed["name:a"], 4);
}

TEST(bundle_life, a_rerun_brings_back_what_it_names) {
  world on;
  on.coordinator("a", 0, 2);
  on.coordinator("b", 0, 2);
  on.submit();
  on.pass(120 * minute);
  ASSERT_EQ(on.state(), "SUCCEEDED");
  model::orders::rerun_bundle again;
  again.coordinators = {"b"};
  EXPECT_EQ(on.order(again), "");
  EXPECT_EQ(on.state(), "RUNNING");
  EXPECT_EQ(on.member_state(0), "SUCCEEDED");
  EXPECT_EQ(on.member_state(1), "RUNNING");
  on.pass(10 * minute);
  EXPECT_EQ(on.state(), "SUCCEEDED");
  EXPECT_EQ(on.executed["name:a"], 2);
  EXPECT_EQ(on.executed["name:b"], 4);
  again.coordinators.clear();
  again.times.times = {{instant{1'767'225'600'000}, instant{1'767'225'600'000}}};
  EXPECT_EQ(on.order(again), "");
  on.pass(10 * minute);
  EXPECT_EQ(on.executed["name:a"], 3) << "one action of each";
  EXPECT_EQ(on.executed["name:b"], 5);
  EXPECT_EQ(on.state(), "SUCCEEDED");
  again.coordinators = {"nobody"};
  EXPECT_NE(on.order(again), "");
  EXPECT_EQ(on.state(), "SUCCEEDED");
}

TEST(bundle_life, a_rerun_happens_once_wherever_the_engine_dies) {
  for (int steps = 1; steps < 60; ++steps) {
    world on;
    on.coordinator("a", 0, 2);
    on.submit();
    on.pass(120 * minute);
    ASSERT_EQ(on.state(), "SUCCEEDED");
    model::orders::rerun_bundle again;
    again.coordinators = {"a"};
    on.engine->gate().order(on.bundle(), again, {}, {});
    on.crash_after(steps);
    const bool was_written = on.record().orders > 0;
    on.pass(10 * minute);
    EXPECT_EQ(on.state(), "SUCCEEDED") << steps;
    EXPECT_EQ(on.executed["name:a"], was_written ? 4 : 2) << steps;
    EXPECT_FALSE(on.pending()) << steps;
  }
}

TEST(bundle_life, errors_are_retried_as_often_as_asked_also_across_a_restart) {
  world on;
  on.coordinator("good", 0, 1);
  on.coordinator("bad", 1, 1);
  on.submit({{"oozie.bundle.retry.max", "2"}, {"oozie.bundle.retry.interval", "10"}});
  on.pass(2 * minute);
  ASSERT_EQ(on.state(), "DONEWITHERROR");
  EXPECT_NE(on.record().retry_at, never);
  EXPECT_EQ(on.executed["name:bad"], 1);
  on.pass(10 * minute);
  EXPECT_EQ(on.executed["name:bad"], 2);
  EXPECT_EQ(on.state(), "DONEWITHERROR");
  EXPECT_EQ(on.record().retries, 1U);
  on.crash();
  on.pass(20 * minute);
  EXPECT_EQ(on.executed["name:bad"], 3);
  EXPECT_EQ(on.record().retries, 2U);
  on.crash();
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:bad"], 3) << "1 + 2 runs";
  EXPECT_EQ(on.executed["name:good"], 1) << "what SUCCEEDED is left alone";
  EXPECT_EQ(on.state(), "DONEWITHERROR");
  EXPECT_NE(on.record().error.find("2 of 2 retries"), std::string::npos) << on.record().error;
}

TEST(bundle_life, a_retry_that_helps_ends_well) {
  world on;
  on.coordinator("good", 0, 1);
  on.coordinator("bad", 1, 1);
  on.submit({{"oozie.bundle.retry.max", "3"}, {"oozie.bundle.retry.interval", "10"}});
  on.pass(2 * minute);
  ASSERT_EQ(on.state(), "DONEWITHERROR");
  on.coordinator("bad", 0, 1);
  on.pass(20 * minute);
  EXPECT_EQ(on.state(), "SUCCEEDED");
  EXPECT_EQ(on.record().error, "");
  EXPECT_EQ(on.record().retries, 1U);
}

TEST(bundle_life, before_a_retry_outputs_are_deleted_unless_they_shall_stay) {
  const std::string events =
      "<datasets><dataset name='out' frequency='60' initial-instance='2026-01-01T00:00Z' "
      "timezone='UTC'><uri-template>file:///out/${HOUR}</uri-template></dataset></datasets>"
      "<output-events><data-out name='o' dataset='out'><instance>${coord:current(0)}</instance>"
      "</data-out></output-events>";
  for (const std::string stays : {"false", "true"}) {
    world on;
    on.coordinator("good", 0, 1);
    on.coordinator("bad", 1, 1, events);
    on.submit({{"oozie.bundle.retry.max", "1"},
               {"oozie.bundle.retry.interval", "10"},
               {"oozie.bundle.retry.nocleanup", stays}});
    on.pass(2 * minute);
    ASSERT_NE(on.record().retry_at, never);
    on.files.put("/out/00/half-written");
    on.pass(20 * minute);
    EXPECT_EQ(on.executed["name:bad"], 2);
    EXPECT_EQ(on.files.exists("/out/00/half-written"), stays == "true");
  }
}

TEST(bundle_life, a_kill_gives_up_the_retry) {
  world on;
  on.coordinator("good", 0, 1);
  on.coordinator("bad", 1, 1);
  on.submit({{"oozie.bundle.retry.max", "1"}, {"oozie.bundle.retry.interval", "10"}});
  on.pass(2 * minute);
  ASSERT_NE(on.record().retry_at, never);
  EXPECT_NE(on.order(model::orders::kill{}), "");
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:bad"], 1);
  EXPECT_EQ(on.state(), "DONEWITHERROR");
}

TEST(bundle_life, a_retry_setting_that_is_no_number_is_refused) {
  world on;
  on.coordinator("a", 0, 1);
  on.submit({{"oozie.bundle.retry.max", "often"}});
  EXPECT_EQ(on.id, "");
  EXPECT_EQ(on.refusal.oozie, "E1310");
}

TEST(bundle_life, an_error_pauses_all_and_no_sibling_starts) {
  for (const bool crashes : {false, true}) {
    world on;
    on.coordinator("good", 0, 6);
    on.coordinator("bad", 1, 6);
    on.submit({{"oozie.bundle.pause.on.error", "true"}});
    if (crashes) {
      on.crash();
      on.crash_after(200);
    }
    on.pass(5 * minute);
    ASSERT_EQ(on.state(), "PAUSEDWITHERROR");
    EXPECT_EQ(on.member_state(0), "PAUSED");
    EXPECT_EQ(on.member_state(1), "PAUSEDWITHERROR");
    const auto so_far = on.executed;
    on.pass(120 * minute);
    if (crashes) on.crash();
    on.pass(60 * minute);
    EXPECT_EQ(on.executed, so_far) << "nobody starts anything";
    EXPECT_EQ(on.state(), "PAUSEDWITHERROR");
    EXPECT_EQ(on.order(model::orders::change_bundle{"pausetime="}), "");
    EXPECT_EQ(on.state(), "RUNNINGWITHERROR");
    on.pass(240 * minute);
    EXPECT_EQ(on.executed["name:good"], 6);
    EXPECT_EQ(on.state(), "DONEWITHERROR");
  }
}

TEST(bundle_life, in_oozies_dialect_the_properties_mean_nothing) {
  world on;
  on.coordinator("good", 0, 2);
  on.coordinator("bad", 1, 1);
  on.submit({{"foliot.compat", "oozie"},
             {"oozie.bundle.pause.on.error", "true"},
             {"oozie.bundle.retry.max", "2"}});
  on.pass(120 * minute);
  EXPECT_EQ(on.state(), "DONEWITHERROR") << on.first_error();
  EXPECT_EQ(on.executed["name:bad"], 1);
  EXPECT_EQ(on.executed["name:good"], 2);
}

/// What the counters said before the rerun may still be on its way to the job: whenever it comes,
/// it must not end the job above actions that start over.
TEST(bundle_life, a_rerun_does_not_end_by_what_was_counted_before_it) {
  const std::string events =
      "<datasets><dataset name='in' frequency='60' initial-instance='2026-01-01T00:00Z' "
      "timezone='UTC'><uri-template>file:///in/${HOUR}</uri-template></dataset></datasets>"
      "<input-events><data-in name='i' dataset='in'><instance>${coord:current(0)}</instance>"
      "</data-in></input-events>";
  int obeyed = 0;
  for (uint64_t order_of_messages = 0; order_of_messages < 300; ++order_of_messages) {
    world on;
    on.pass(150 * minute);
    on.coordinator("a", 0, 2, events);
    on.submit();
    on.luck = rehearsal::chance(order_of_messages);
    on.files.put("/in/00/_SUCCESS");
    const auto is = [&on](uint32_t number, model::status state) {
      return on.action(0, number).state == state;
    };
    while (!is(1, model::status::ready)) {
      if (!on.engine->has_job() && !on.time.happen()) {
        on.time.move_to(std::min(on.time.next_event().value_or(never), on.engine->next_timer()));
        on.engine->time_passed();
      }
      if (on.engine->has_job()) on.engine->run_one(on.luck);
    }
    on.engine->gate().order(on.coordinator_of(0), model::orders::kill{}, {}, [](const auto&) {});
    while (on.engine->has_job() && !(is(1, model::status::killed) && is(2, model::status::killed)))
      on.engine->run_one(on.luck);
    model::orders::rerun again;
    again.scope.numbers = {{1, 2}};
    on.engine->gate().order(on.coordinator_of(0), again, {},
                            [&obeyed](const auto& done) { obeyed += bool(done); });
    if (order_of_messages % 2 != 0) {  // a step that may be on its way to disk with the rerun
      model::orders::change change;
      change.values.concurrency = 3;
      on.engine->gate().order(on.coordinator_of(0), change, {}, [](const auto&) {});
    }
    const int before = obeyed;
    on.pass(minute);
    EXPECT_EQ(on.action_state(0, 2), "WAITING");
    EXPECT_TRUE(on.member_state(0).starts_with("RUNNING")) << on.member_state(0);
    if (obeyed > before) {
      EXPECT_EQ(on.member_state(0), "RUNNING") << order_of_messages;
    }
  }
  EXPECT_GT(obeyed, 200);
}

}  // namespace
}  // namespace foliot::actors

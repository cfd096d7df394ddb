#include "model/coordinator.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::children;
using support::count;
using support::find;
using support::minutes;

struct fixture {
  coordinator_definition definition;
  coordinator_record record;
  std::vector<birth<action_event>> births;

  explicit fixture(coordinator_definition d) : definition(std::move(d)) {
    EXPECT_TRUE(feed(coordinator_events::created{{1, 2}, "ann", "clean", "file:///apps/clean", 7}));
  }

  coordinator_context context() const { return {support::coordinator_id, definition}; }

  bool feed(const coordinator_event& event, instant now = support::day) {
    coordinator_step out = advance(context(), record, event, now);
    EXPECT_FALSE(out.broken) << *out.broken;
    if (!out.accepted) return false;
    EXPECT_EQ(out.next.version, record.version + 1);
    EXPECT_EQ(out.next.modified, now);
    EXPECT_EQ(out.next.since, out.next.state == record.state ? record.since : now);
    record = out.next;
    births = out.births;
    return true;
  }
  std::vector<coordinator_effect> owes(instant now = support::day) const {
    return owed(context(), record, now);
  }
};

TEST(coordinator, is_born_once_in_prep_and_reports_from_then_on) {
  fixture f(support::coordinator(60, 4));
  EXPECT_EQ(f.record.state, prep);
  EXPECT_EQ(f.record.bundle, 7U);
  EXPECT_EQ(count<coordinator_effects::report>(f.owes()), 1U);
  EXPECT_FALSE(f.feed(coordinator_events::created{}));
  EXPECT_TRUE(owed(f.context(), {}, support::day).empty()) << "not born, nothing owed";
}

TEST(coordinator, makes_actions_up_to_an_hour_ahead) {
  fixture f(support::coordinator(60, 4));
  const instant early = minutes(-61);
  const auto waiting = f.owes(early);
  ASSERT_EQ(count<coordinator_effects::wake_at>(waiting), 1U);
  const instant due = plus_ms(minutes(-60), 1);
  EXPECT_EQ(find<coordinator_effects::wake_at>(waiting)->at, due);
  EXPECT_FALSE(f.feed(coordinator_events::materialised{9}, early));
  EXPECT_FALSE(f.feed(coordinator_events::materialised{9}, minutes(-60)));

  EXPECT_EQ(count<coordinator_effects::materialise>(f.owes(due)), 1U);
  EXPECT_TRUE(f.feed(coordinator_events::materialised{9}, due));
  EXPECT_EQ(f.record.state, running);
  EXPECT_EQ(f.record.actions, 1U);
  EXPECT_EQ(f.record.last_nominal, minutes(0));
  EXPECT_FALSE(f.record.done);
}

TEST(coordinator, gives_birth_to_no_more_than_there_is_room_for) {
  fixture f(support::coordinator(5, 24));
  EXPECT_FALSE(f.feed(coordinator_events::materialised{0}, minutes(1000)));
  EXPECT_TRUE(f.feed(coordinator_events::materialised{3}, minutes(1000)));
  ASSERT_EQ(f.births.size(), 3U);
  EXPECT_EQ(f.births[2].id, action_of(support::coordinator_id, 3));
  EXPECT_EQ(std::get<action_events::created>(f.births[2].event).nominal, minutes(10));
  EXPECT_EQ(count<coordinator_effects::materialise>(f.owes(minutes(1000))), 1U);
  EXPECT_TRUE(f.feed(coordinator_events::materialised{100}, minutes(1000)));
  EXPECT_EQ(f.births.size(), 21U);
  EXPECT_EQ(f.births[0].id.number, 4U);
  EXPECT_TRUE(f.record.done);
  EXPECT_EQ(f.record.last_nominal, minutes(23 * 5));
  EXPECT_EQ(count<coordinator_effects::materialise>(f.owes(minutes(1000))), 0U);
  EXPECT_FALSE(f.feed(coordinator_events::materialised{1}, minutes(1000)));
}

TEST(coordinator, one_step_makes_a_bounded_number_of_actions) {
  fixture f(support::coordinator(1, 5000));
  EXPECT_TRUE(f.feed(coordinator_events::materialised{4000}, minutes(9000)));
  EXPECT_EQ(f.births.size(), limits::materialise_step_max);
  EXPECT_FALSE(f.record.done);
}

TEST(coordinator, with_an_empty_range_ends_well) {
  coordinator_definition definition = support::coordinator(60, 4);
  definition.every = time::frequency{1, time::time_unit::day, time::end_of::day};
  definition.end = minutes(60);  // the first day boundary lies after the end
  fixture f(definition);
  EXPECT_EQ(count<coordinator_effects::materialise>(f.owes()), 1U);
  EXPECT_TRUE(f.feed(coordinator_events::materialised{1}));
  EXPECT_TRUE(f.births.empty());
  EXPECT_TRUE(f.record.done);
  EXPECT_EQ(f.record.state, running);
  EXPECT_EQ(count<coordinator_effects::ask_summary>(f.owes()), 1U);
  EXPECT_TRUE(f.feed(coordinator_events::children_changed{children({})}));
  EXPECT_EQ(f.record.state, succeeded);
}

TEST(coordinator, nominal_times_that_do_not_rise_break_the_contract) {
  fixture f(support::coordinator(5, 24));
  f.feed(coordinator_events::materialised{2}, minutes(100));
  coordinator_record wrong = f.record;
  wrong.last_nominal = minutes(50);
  const coordinator_step out =
      advance(f.context(), wrong, coordinator_events::materialised{1}, minutes(100));
  EXPECT_FALSE(out.accepted);
  EXPECT_TRUE(out.broken);
}

TEST(coordinator, ends_when_all_its_actions_have_ended_and_nothing_is_left) {
  fixture f(support::coordinator(5, 2));
  f.feed(coordinator_events::materialised{1}, minutes(100));
  EXPECT_FALSE(f.feed(coordinator_events::children_changed{children({succeeded})})) << "not done";
  f.feed(coordinator_events::materialised{1}, minutes(100));
  ASSERT_TRUE(f.record.done);
  EXPECT_FALSE(f.feed(coordinator_events::children_changed{children({succeeded})}))
      << "that summary knows one of two";
  EXPECT_TRUE(f.feed(coordinator_events::children_changed{children({succeeded, skipped})}));
  EXPECT_EQ(f.record.state, succeeded);
  EXPECT_EQ(f.owes().size(), 1U) << "only its report";
}

TEST(coordinator, shows_errors_among_its_actions_at_once) {
  fixture f(support::coordinator(5, 24));
  EXPECT_FALSE(f.feed(coordinator_events::children_changed{children({})})) << "still PREP";
  f.feed(coordinator_events::materialised{2}, minutes(0));
  EXPECT_EQ(count<coordinator_effects::ask_summary>(f.owes()), 1U);
  EXPECT_TRUE(f.feed(coordinator_events::children_changed{children({failed, running})}));
  EXPECT_EQ(f.record.state, running_with_error);
  EXPECT_TRUE(f.feed(coordinator_events::materialised{1}, minutes(0)));
  EXPECT_EQ(f.record.state, running_with_error) << "materialising goes on";
}

TEST(coordinator, pending_follows_the_summary_even_after_the_end) {
  fixture f(support::coordinator(5, 1));
  f.feed(coordinator_events::materialised{1});
  EXPECT_TRUE(f.feed(coordinator_events::killed{}));
  EXPECT_EQ(f.record.state, killed);
  EXPECT_TRUE(f.record.done);
  EXPECT_TRUE(f.feed(coordinator_events::children_changed{children({killed}, 1)}));
  EXPECT_TRUE(f.record.pending);
  EXPECT_EQ(count<coordinator_effects::ask_summary>(f.owes()), 1U);
  EXPECT_FALSE(f.feed(coordinator_events::children_changed{children({killed}, 1)}));
  EXPECT_TRUE(f.feed(coordinator_events::children_changed{children({killed})}));
  EXPECT_FALSE(f.record.pending);
  EXPECT_EQ(f.record.state, killed);
}

TEST(coordinator, a_killed_one_kills_its_actions_and_makes_no_more) {
  fixture f(support::coordinator(5, 24));
  f.feed(coordinator_events::materialised{2}, minutes(100));
  EXPECT_TRUE(f.feed(coordinator_events::killed{}, minutes(101)));
  EXPECT_TRUE(f.record.done);
  const auto effects = f.owes(minutes(101));
  EXPECT_EQ(count<coordinator_effects::kill_actions>(effects), 1U);
  EXPECT_EQ(count<coordinator_effects::report>(effects), 1U);
  EXPECT_EQ(count<coordinator_effects::materialise>(effects), 0U);
  EXPECT_FALSE(f.feed(coordinator_events::killed{}));
  EXPECT_FALSE(f.feed(coordinator_events::materialised{1}, minutes(102)));
  EXPECT_FALSE(f.feed(coordinator_events::children_changed{children({succeeded, succeeded})}));
}

}  // namespace
}  // namespace foliot::model

#include "model/bundle.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/model/bundle_fixture.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::accepted;
using support::children;
using support::count;
using support::find;
using support::minutes;
using support::running_bundle;
using support::submission;
using fixture = support::bundle_fixture;

TEST(bundle, is_born_once_in_prep) {
  fixture f(support::bundle({"a"}));
  EXPECT_TRUE(f.owes().empty());
  EXPECT_TRUE(f.feed(submission(), minutes(3)));
  EXPECT_EQ(f.record.state, prep);
  EXPECT_EQ(f.record.created, minutes(3));
  EXPECT_EQ(f.record.user, "ann");
  EXPECT_FALSE(f.feed(submission(), minutes(4)));
}

TEST(bundle, waits_for_its_kick_off_time) {
  fixture f(support::bundle({"a"}));
  f.definition.kick_off = minutes(10);
  f.feed(submission());
  ASSERT_NE(find<bundle_effects::wake_at>(f.owes(minutes(9))), nullptr);
  const auto early = f.owes(minutes(9));
  EXPECT_EQ(find<bundle_effects::wake_at>(early)->at, minutes(10));
  EXPECT_EQ(count<bundle_effects::start>(early), 0U);
  EXPECT_EQ(count<bundle_effects::start>(f.owes(minutes(10))), 1U);
  EXPECT_TRUE(f.feed(bundle_events::started{{100}}, minutes(1))) << "a person may start it early";
}

TEST(bundle, without_a_kick_off_time_starts_at_once) {
  fixture f(support::bundle({"a"}));
  f.feed(submission());
  EXPECT_EQ(count<bundle_effects::start>(f.owes()), 1U);
}

TEST(bundle, starts_its_enabled_coordinators_only) {
  fixture f(support::bundle({"a", "b", "c"}));
  f.definition.coordinators[1].enabled = false;
  f.feed(submission());
  EXPECT_TRUE(f.feed(bundle_events::started{{100, 101}}));
  ASSERT_EQ(f.record.members.size(), 2U);
  EXPECT_EQ(f.record.members[1].index, 2);
  EXPECT_EQ(f.record.members[1].coordinator, 101U);
  EXPECT_EQ(f.record.state, running);
  const auto effects = f.owes();
  EXPECT_EQ(count<bundle_effects::load_coordinator>(effects), 2U);
  EXPECT_FALSE(f.feed(bundle_events::started{{102, 103}})) << "only PREP starts";
}

TEST(bundle, has_each_coordinator_once) {
  fixture f = running_bundle({"coord1", "coord2"});
  const bundle_record before = f.record;
  const bundle_step again = advance(f.context(), f.record, accepted(0), support::day);
  EXPECT_FALSE(again.accepted);
  ASSERT_TRUE(again.why_not);
  EXPECT_EQ(again.why_not->oozie, "E1304");
  EXPECT_NE(again.why_not->sentence.find("'coord1'"), std::string::npos);
  EXPECT_TRUE(again.births.empty());
  EXPECT_EQ(f.record, before);
  EXPECT_TRUE(f.feed(bundle_events::killed{}));
  EXPECT_TRUE(advance(f.context(), f.record, accepted(1), support::day).why_not);
  const bundle_step stale = advance(f.context(), f.record, accepted(2), support::day);
  EXPECT_FALSE(stale.accepted || stale.why_not) << "not a coordinator of this bundle";
}

TEST(bundle, without_an_enabled_coordinator_fails) {
  fixture f(support::bundle({"a"}));
  f.definition.coordinators[0].enabled = false;
  f.feed(submission());
  EXPECT_TRUE(f.feed(bundle_events::started{}));
  EXPECT_EQ(f.record.state, failed);
  EXPECT_EQ(f.record.error_code, "E1318");
  EXPECT_TRUE(f.owes().empty());
}

TEST(bundle, ids_that_do_not_fit_break_the_contract) {
  const bundle_definition definition = support::bundle({"a", "b"});
  const bundle_context context{support::bundle_id, definition};
  const bundle_step born = advance(context, {}, submission(), support::day);
  for (const std::vector<job_number>& ids : {std::vector<job_number>{1}, {1, 2, 3}}) {
    const bundle_step out = advance(context, born.next, bundle_events::started{ids}, support::day);
    EXPECT_FALSE(out.accepted);
    EXPECT_TRUE(out.broken);
  }
}

TEST(bundle, gives_birth_to_an_accepted_member_once) {
  fixture f(support::bundle({"a", "b"}));
  f.feed(submission());
  f.feed(bundle_events::started{{100, 101}});
  EXPECT_TRUE(f.feed(accepted(1)));
  ASSERT_EQ(f.births.size(), 1U);
  EXPECT_EQ(f.births[0].id, (entity_id{0, entity_kind::coordinator, 0, 7, 101}));
  EXPECT_EQ(std::get<coordinator_events::created>(f.births[0].event).bundle, 7U);
  EXPECT_FALSE(f.feed(accepted(1))) << "repeated";
  EXPECT_FALSE(f.feed(bundle_events::coordinator_refused{1, "E1", "late"}));
  EXPECT_FALSE(f.feed(accepted(2))) << "no such member";
  const auto effects = f.owes();
  EXPECT_EQ(count<bundle_effects::load_coordinator>(effects), 1U);
  EXPECT_EQ(count<bundle_effects::ask_summary>(effects), 1U);
}

TEST(bundle, a_refused_member_counts_as_failed) {
  fixture f(support::bundle({"a", "b"}));
  f.feed(submission());
  f.feed(bundle_events::started{{100, 101}});
  EXPECT_TRUE(f.feed(bundle_events::coordinator_refused{0, "E1021", "end before start"}));
  EXPECT_EQ(f.record.state, running_with_error);
  EXPECT_FALSE(f.feed(bundle_events::children_changed{children({})})) << "b is not there yet";
  f.feed(accepted(1));
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({succeeded})}));
  EXPECT_EQ(f.record.state, done_with_error);
}

TEST(bundle, a_refused_member_is_the_end_of_the_others_in_oozies_reading) {
  for (const dialect reading : {dialect::lenient, dialect::oozie}) {
    fixture f(support::bundle({"a", "b"}));
    f.feed(submission());
    f.record.reading = reading;
    f.feed(bundle_events::started{{100, 101}});
    f.feed(accepted(1));
    EXPECT_EQ(count<bundle_effects::kill_coordinators>(f.owes()), 0U);
    EXPECT_TRUE(f.feed(bundle_events::coordinator_refused{0, "E1021", "end before start"}));
    EXPECT_EQ(f.record.state, running_with_error);
    EXPECT_EQ(count<bundle_effects::kill_coordinators>(f.owes()),
              reading == dialect::oozie ? 1U : 0U);
    EXPECT_TRUE(f.feed(bundle_events::children_changed{children({killed})}));
    EXPECT_EQ(f.record.state, done_with_error);
    EXPECT_EQ(count<bundle_effects::kill_coordinators>(f.owes()), 0U) << "it has ended";
  }
}

TEST(bundle, all_members_refused_fails_it) {
  fixture f(support::bundle({"a", "b"}));
  f.feed(submission());
  f.feed(bundle_events::started{{100, 101}});
  f.feed(bundle_events::coordinator_refused{0, "E1021", "end before start"});
  EXPECT_TRUE(f.feed(bundle_events::coordinator_refused{1, "E1022", "other"}));
  EXPECT_EQ(f.record.state, running_with_error);
  EXPECT_EQ(count<bundle_effects::ask_summary>(f.owes()), 1U);
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({})}));
  EXPECT_EQ(f.record.state, failed);
  EXPECT_EQ(f.record.error_code, "E1021");
}

TEST(bundle, a_refused_critical_member_fails_it_and_kills_the_others) {
  fixture f(support::bundle({"a", "b", "c"}));
  f.definition.coordinators[1].critical = true;
  f.feed(submission());
  f.feed(bundle_events::started{{100, 101, 102}});
  f.feed(accepted(0));
  EXPECT_TRUE(f.feed(bundle_events::coordinator_refused{1, "E1021", "end before start"}));
  EXPECT_EQ(f.record.state, failed);
  EXPECT_EQ(f.record.error_code, "E1021");
  const auto effects = f.owes();
  ASSERT_EQ(count<bundle_effects::order_coordinator>(effects), 1U);
  EXPECT_EQ(find<bundle_effects::order_coordinator>(effects)->member, 0);
  EXPECT_TRUE(
      std::holds_alternative<orders::kill>(find<bundle_effects::order_coordinator>(effects)->what));
  EXPECT_EQ(effects.size(), 1U) << "nothing is loaded any more";
  EXPECT_FALSE(f.feed(accepted(2))) << "it comes too late";
}

TEST(bundle, ends_as_its_coordinators_do) {
  const std::vector<std::pair<std::vector<status>, status>> cases{
      {{succeeded, succeeded}, succeeded},
      {{killed, killed}, killed},
      {{failed, failed}, failed},
      {{succeeded, done_with_error}, done_with_error}};
  for (const auto& [ends, expected] : cases) {
    fixture f = running_bundle({"a", "b"});
    EXPECT_TRUE(f.feed(bundle_events::children_changed{children(ends)}, minutes(9)));
    EXPECT_EQ(name(f.record.state), name(expected));
    EXPECT_FALSE(f.feed(bundle_events::children_changed{children({running, running})}));
    EXPECT_FALSE(f.feed(bundle_events::killed{}));
    EXPECT_TRUE(f.owes().empty());
  }
}

TEST(bundle, an_old_summary_ends_nothing) {
  fixture f = running_bundle({"a", "b"});
  EXPECT_FALSE(f.feed(bundle_events::children_changed{children({succeeded})}))
      << "b's birth is not in that summary";
  EXPECT_FALSE(f.feed(bundle_events::children_changed{children({})}));
  EXPECT_EQ(f.record.state, running);
}

TEST(bundle, a_summary_without_news_is_refused) {
  fixture f = running_bundle({"a"});
  EXPECT_FALSE(f.feed(bundle_events::children_changed{children({running})}));
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({running_with_error})}));
  EXPECT_FALSE(f.feed(bundle_events::children_changed{children({running_with_error})}));
  EXPECT_TRUE(f.feed(bundle_events::children_changed{children({running})}));
  EXPECT_EQ(f.record.state, running);
}

TEST(bundle, what_many_members_tell_is_one_step) {
  fixture f(support::bundle({"a", "b", "c", "d"}));
  f.feed(support::submission());
  f.feed(bundle_events::started{{100, 101, 102, 103}});
  const uint64_t before = f.record.version;
  bundle_events::members_told told;
  told.accepted = {support::accepted(0), support::accepted(2), support::accepted(2)};
  told.refused = {{1, "E1021", "end before start"}, {0, "E1", "it exists already"}};
  EXPECT_TRUE(f.feed(told));
  EXPECT_EQ(f.record.version, before + 1);
  EXPECT_EQ(f.record.state, status::running_with_error);
  ASSERT_EQ(f.births.size(), 2U) << "each is born once";
  EXPECT_EQ(f.births[0].id.job, 100U);
  EXPECT_EQ(f.births[1].id.job, 102U);
  EXPECT_FALSE(f.record.members[0].refused);
  EXPECT_FALSE(f.record.members[3].created) << "nobody told of it";
  EXPECT_FALSE(f.feed(told)) << "nothing of it applies any more";
  EXPECT_TRUE(f.feed(bundle_events::killed{}));
  bundle_events::members_told confirmed;
  for (const uint16_t member : {0, 2})
    confirmed.confirmed.push_back({member, member_order::state, f.record.orders});
  confirmed.accepted = {support::accepted(3)};
  EXPECT_TRUE(f.feed(confirmed));
  EXPECT_EQ(support::owed_text(f), "");
  EXPECT_FALSE(f.record.members[3].created) << "the bundle is KILLED";
}

TEST(bundle, a_kill_stays_owed_until_each_member_confirmed) {
  fixture f = running_bundle({"a", "b"});
  EXPECT_TRUE(f.feed(bundle_events::killed{}));
  EXPECT_EQ(f.record.state, killed);
  EXPECT_EQ(count<bundle_effects::order_coordinator>(f.owes()), 2U);
  EXPECT_TRUE(f.feed(bundle_events::member_confirmed{0, member_order::state, 1}));
  EXPECT_FALSE(f.feed(bundle_events::member_confirmed{0, member_order::state, 1})) << "repeated";
  EXPECT_FALSE(f.feed(bundle_events::member_confirmed{9, member_order::state, 1}))
      << "no such member";
  const auto effects = f.owes();
  ASSERT_EQ(count<bundle_effects::order_coordinator>(effects), 1U);
  EXPECT_EQ(find<bundle_effects::order_coordinator>(effects)->member, 1);
  EXPECT_TRUE(f.feed(bundle_events::member_confirmed{1, member_order::state, 1}));
  EXPECT_TRUE(f.owes().empty());
  EXPECT_EQ(f.record.state, killed);
}

TEST(bundle, a_kill_before_the_start_kills_nothing_else) {
  fixture f(support::bundle({"a"}));
  EXPECT_FALSE(f.feed(bundle_events::killed{})) << "not born";
  f.feed(submission());
  EXPECT_TRUE(f.feed(bundle_events::killed{}));
  EXPECT_TRUE(f.owes().empty());
  EXPECT_FALSE(f.feed(bundle_events::started{{100}}));
}

}  // namespace
}  // namespace foliot::model

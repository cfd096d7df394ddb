// Why a bundle is not finished: pause, retry, orders that are not confirmed.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/why.hpp"
#include "tests/model/bundle_fixture.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::children;
using support::minutes;
using support::running_bundle;
using fixture = support::bundle_fixture;

/// The reason of that kind; one without text when there is none.
reason told(const fixture& f, const std::string& kind, instant now = support::day) {
  for (const reason& each : why(f.context(), f.record, {{running, running}, {}, {}}, now))
    if (name(each.kind) == kind) return each;
  return {};
}

bool says(const reason& each, const std::string& part) {
  return each.what.find(part) != std::string::npos;
}

TEST(bundle_why, a_pause_names_its_time_and_who_caused_it) {
  fixture f = running_bundle({"a", "b"});
  EXPECT_EQ(told(f, "paused").what, "");
  f.definition.conf = {{"oozie.bundle.pause.on.error", "true"}};
  f.feed(bundle_events::member_erred{1}, minutes(3));
  EXPECT_TRUE(says(told(f, "paused"), "2026-01-05T00:03Z")) << told(f, "paused").what;
  EXPECT_TRUE(says(told(f, "paused"), "'b' went into error"));
  EXPECT_NE(told(f, "paused").remedy, "");
}

TEST(bundle_why, a_retry_names_its_time_and_number) {
  fixture f = running_bundle({"a", "b"});
  f.definition.conf = {{"oozie.bundle.retry.max", "3"}, {"oozie.bundle.retry.interval", "10"}};
  f.feed(bundle_events::children_changed{children({succeeded, failed})});
  EXPECT_TRUE(says(told(f, "retry"), "retry 1 of 3 comes at 2026-01-05T00:10Z"))
      << told(f, "retry").what;
  EXPECT_TRUE(f.feed(bundle_events::killed{}));
  EXPECT_EQ(told(f, "retry").what, "");
}

TEST(bundle_why, a_held_bundle_tells_whom_it_will_start) {
  fixture f(support::bundle({"a"}));
  f.feed(support::submission());
  f.feed(bundle_events::started{{100}});
  EXPECT_TRUE(says(told(f, "loading"), "'a'"));
  f.feed(bundle_events::suspended{});
  EXPECT_EQ(told(f, "loading").what, "");
  EXPECT_TRUE(says(told(f, "held"), "is suspended"));
}

TEST(bundle_why, an_order_is_named_until_it_is_confirmed) {
  fixture f = running_bundle({"a"});
  f.feed(bundle_events::rerun{{0}, {}});
  f.feed(bundle_events::suspended{});
  EXPECT_TRUE(says(told(f, "order"), "'a' has not confirmed its order yet: suspend, rerun"))
      << told(f, "order").what;
  support::confirm_all(f);
  EXPECT_EQ(told(f, "order").what, "");
  EXPECT_NE(told(f, "held").what, "");
}

TEST(bundle_why, a_recovery_is_named_before_while_and_after_it_is_wanted) {
  fixture f = running_bundle({"a", "b"});
  f.definition.conf["oozie.bundle.retry.max"] = "1";
  f.definition.conf["oozie.bundle.retry.interval"] = "10";
  f.definition.conf["oozie.bundle.recovery.path"] = "/mend";
  f.feed(bundle_events::children_changed{support::children({status::succeeded, status::killed})},
         minutes(5));
  ASSERT_EQ(f.record.state, status::done_with_error);
  EXPECT_TRUE(says(told(f, "retry"), "after the recovery workflow /mend")) << told(f, "retry").what;
  f.feed(bundle_events::recovery_named{77}, minutes(15));
  bundle_facts facts;
  facts.recovery_id = "77-W";
  const auto while_it_runs = why(f.context(), f.record, facts, minutes(16));
  ASSERT_EQ(while_it_runs.size(), 1U);
  EXPECT_EQ(name(while_it_runs[0].kind), "run");
  EXPECT_TRUE(says(while_it_runs[0], "77-W")) << while_it_runs[0].what;
  f.feed(bundle_events::killed{}, minutes(16));
  const auto being_killed = why(f.context(), f.record, facts, minutes(16));
  ASSERT_EQ(being_killed.size(), 1U);
  EXPECT_TRUE(says(being_killed[0], "being killed")) << being_killed[0].what;
}

}  // namespace
}  // namespace foliot::model

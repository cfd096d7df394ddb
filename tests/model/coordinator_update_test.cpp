#include "model/coordinator_update.hpp"

#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "model/coordinator_orders.hpp"
#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using support::minutes;

hash128 text(uint64_t number) { return {0, number}; }

struct fixture {
  coordinator_definition definition = support::coordinator(60, 20);
  coordinator_record record;

  explicit fixture(uint32_t made) {
    record.version = 1;
    record.state = status::running;
    record.definition = text(1);
    record.actions = made;
    record.last_nominal = minutes(60 * (int64_t{made} - 1));
  }
  coordinator_step step(const coordinator_event& event) const {
    return advance({support::coordinator_id, definition}, record, event, minutes(0));
  }
  void update(uint64_t number) {
    const coordinator_step out = step(coordinator_events::updated{text(number), "/new"});
    ASSERT_TRUE(out.accepted);
    record = out.next;
  }
  std::string definitions() const {
    std::string out;
    for (uint32_t n = 1; n <= record.actions + 1; ++n)
      out += std::to_string(definition_of(record, n).low);
    return out;
  }
};

TEST(coordinator_update, actions_that_exist_keep_their_definition) {
  fixture of(3);
  of.record.concurrency_changed = true;
  of.record.concurrency = 7;
  EXPECT_EQ(of.definitions(), "1111");
  of.update(2);
  EXPECT_EQ(of.definitions(), "1112");
  EXPECT_EQ(of.record.state, status::running);
  EXPECT_EQ(of.record.app_path, "/new");
  EXPECT_FALSE(of.record.concurrency_changed) << "the new definition's counts";
  of.record.actions = 5;
  of.update(3);
  EXPECT_EQ(of.definitions(), "111223");
  of.update(1);
  EXPECT_EQ(of.definitions(), "111221");
  EXPECT_EQ(of.record.former.size(), 1U);
  of.update(4);
  EXPECT_EQ(of.definitions(), "111224");
}

TEST(coordinator_update, before_the_first_action_leaves_nothing_behind) {
  fixture of(0);
  of.update(2);
  EXPECT_TRUE(of.record.former.empty());
  EXPECT_EQ(of.definitions(), "2");
}

TEST(coordinator_update, a_refreshed_rerun_follows_the_newest) {
  fixture of(6);
  of.update(2);
  const coordinator_step plain = of.step(coordinator_events::rerun{{2, 3}, {}, {}, 0, false, {}});
  ASSERT_TRUE(plain.accepted);
  EXPECT_EQ(plain.next.former, of.record.former);
  rerun_options refreshed;
  refreshed.refresh = true;
  const coordinator_step out =
      of.step(coordinator_events::rerun{{1, 3, 6}, {}, refreshed, 0, false, {}});
  ASSERT_TRUE(out.accepted);
  of.record = out.next;
  EXPECT_EQ(of.definitions(), "2121122");
}

TEST(coordinator_update, actions_taken_away_are_forgotten) {
  fixture of(6);
  of.update(2);
  of.record.actions = 8;
  of.update(3);
  coordinator_events::changed shorter;
  shorter.values.end = minutes(60 * 4);
  shorter.keep = 4;
  const coordinator_step out = of.step(shorter);
  ASSERT_TRUE(out.accepted);
  of.record = out.next;
  EXPECT_EQ(of.definitions(), "11113");
}

TEST(coordinator_update, is_judged_against_what_it_was_compared_with) {
  fixture of(3);
  const coordinator_events::updated next{text(2), "/new"};
  EXPECT_TRUE(judge_update(of.record, text(1), next)->event);
  const auto stale = judge_update(of.record, text(9), next);
  ASSERT_FALSE(stale);
  EXPECT_EQ(stale.error().oozie, "E1023");
  const auto same = judge_update(of.record, text(1), {text(1), "/old"});
  ASSERT_TRUE(same);
  EXPECT_FALSE(same->event);
  EXPECT_FALSE(same->note.empty());
  for (uint64_t n = 1; of.record.former.size() < limits::former_definitions_max; ++n) {
    of.record.actions += 1;
    of.update(100 + n);
  }
  of.record.actions += 1;
  EXPECT_FALSE(judge_update(of.record, of.record.definition, next));
}

}  // namespace
}  // namespace foliot::model

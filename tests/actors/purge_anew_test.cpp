// What was purged, or taken away, and came again.
#include <gtest/gtest.h>

#include "model/orders.hpp"
#include "tests/actors/purge_world.hpp"

namespace foliot::actors {
namespace {

TEST(purge, an_action_that_was_made_anew_is_not_as_old_as_the_one_before) {
  purge_settings how;
  how.workflow_ms = ms_per_day;
  how.old_actions = true;
  purge_world on(how);
  on.files.put("/waits-c.xml",
               "<coordinator-app name='w' frequency='600' start='2026-01-01T00:00Z' "
               "end='2026-01-09T00:00Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'>"
               "<controls><timeout>10000</timeout></controls><datasets><dataset name='d' "
               "frequency='600' initial-instance='2026-01-01T00:00Z' timezone='UTC'>"
               "<uri-template>/never/${DAY}${HOUR}</uri-template></dataset></datasets>"
               "<input-events><data-in name='i' dataset='d'><instance>${coord:current(0)}"
               "</instance></data-in></input-events><action><workflow>"
               "<app-path>/good.xml</app-path></workflow></action></coordinator-app>");
  const entity_id job = on.id_of(on.submit("coordinator", "/waits-c.xml", ""));
  on.pass(9 * ms_per_hour + ms_per_hour / 2);
  ASSERT_TRUE(on.record(action_of(job, 2)));
  const auto end_at = [&](int64_t hours) {
    model::coordinator_change values;
    values.end = plus_ms(instant{1'767'225'600'000}, hours * ms_per_hour);
    return on.order(job, model::orders::change{values});
  };
  ASSERT_TRUE(end_at(10));
  ASSERT_FALSE(on.record(action_of(job, 2))) << "it was not to be";
  on.pass(47 * ms_per_hour);
  ASSERT_TRUE(end_at(65)) << "it is, after all";
  ASSERT_TRUE(on.record(action_of(job, 2)));
  on.pass(ms_per_hour);
  (void)on.order(job, model::orders::kill_actions{{{{2, 2}}, {}}});
  ASSERT_EQ(model::state_of(*on.record(action_of(job, 2))), model::status::killed);
  ASSERT_EQ(model::version_of(*on.record(action_of(job, 2))), 2U);
  on.purge({});
  EXPECT_TRUE(on.record(action_of(job, 2))) << "it ended just now";
}

}  // namespace
}  // namespace foliot::actors

// What the design promises of the actors' conversation: nobody waits for a commit, nothing leaves
// before it is on disk, and few commits lie between a condition and the process.
#include <gtest/gtest.h>

#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

constexpr const char* coordinator_xml =
    "<coordinator-app name='c' frequency='60' start='2026-01-01T00:00Z' end='2026-01-01T01:00Z' "
    "timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><datasets><dataset name='in' frequency='60' "
    "initial-instance='2026-01-01T00:00Z' timezone='UTC'>"
    "<uri-template>file:///data/${HOUR}</uri-template></dataset></datasets><input-events>"
    "<data-in name='i' dataset='in'><instance>${coord:current(0)}</instance></data-in>"
    "</input-events><action><workflow><app-path>/app/workflow.xml</app-path></workflow></action>"
    "</coordinator-app>";

uint64_t workflow_steps(const stage& on) {
  return on.engine.counters().steps[static_cast<size_t>(entity_kind::workflow)];
}

TEST(conversation, an_entity_makes_thousands_of_steps_while_one_commit_is_under_way) {
  stage on;
  on.files.put("/app/workflow.xml", workflow_xml);
  const std::string id = on.submit("oozie.wf.application.path", "/app/workflow.xml");
  on.pass(1'000);
  ASSERT_EQ(on.state_of(id), model::status::running);
  const uint64_t steps = workflow_steps(on);
  const uint64_t groups = on.engine.groups();
  uint64_t replies = 0;
  constexpr uint64_t orders = 4'000;
  for (uint64_t i = 0; i < orders; ++i)
    on.engine.gate().order(
        on.id_of(id),
        i % 2 == 0 ? model::order(model::orders::suspend{}) : model::order(model::orders::resume{}),
        {}, [&](const result<model::order_reply>&) { ++replies; });
  // Orders of one sender arrive in order only when nobody is picked in between: the order of the
  // steps does not matter here, that they are made does.
  while (on.engine.run_one_but_committer(on.luck)) {
  }
  EXPECT_GT(workflow_steps(on) - steps, orders / 4);
  EXPECT_EQ(on.engine.groups(), groups) << "nothing was written meanwhile";
  EXPECT_LT(replies, orders) << "an accepted order is answered when it is on disk";
  const uint64_t before = replies;
  on.settle();
  EXPECT_EQ(replies, orders);
  EXPECT_GT(replies, before);
  EXPECT_LT(on.engine.groups() - groups, 20U) << "the steps share their fsyncs";
}

TEST(conversation, no_reply_and_no_run_before_the_record_is_on_disk) {
  stage on;
  on.files.put("/app/workflow.xml", workflow_xml);
  bool answered = false;
  on.engine.gate().submit(
      "<configuration><property><name>oozie.wf.application.path</name><value>/app/workflow.xml"
      "</value></property><property><name>user.name</name><value>ann</value></property>"
      "</configuration>",
      {}, true, [&](result<http::submitted> done) { answered = done.ok(); });
  while (on.engine.run_one_but_committer(on.luck)) {
  }
  EXPECT_FALSE(answered);
  EXPECT_EQ(on.machine.executed(), 0U);
  EXPECT_EQ(on.engine.counters().runs_ordered, 0U);
  on.pass(1'000);
  EXPECT_TRUE(answered);
  EXPECT_EQ(on.machine.executed(), 1U);
}

TEST(conversation, at_most_three_dependent_commits_from_the_condition_to_the_process) {
  stage on;
  on.files.put("/app/workflow.xml", workflow_xml);
  on.files.put("/app/coordinator.xml", coordinator_xml);
  const std::string id = on.submit("oozie.coord.application.path", "/app/coordinator.xml");
  on.pass(5'000);
  ASSERT_EQ(on.state_of(id + "@1"), model::status::waiting);
  ASSERT_EQ(on.machine.executed(), 0U);
  const uint64_t groups = on.engine.groups();
  uint64_t groups_at_start = 0;
  on.machine.on_execute = [&](const exec::run_spec&) { groups_at_start = on.engine.groups(); };
  on.files.put("/data/00/_SUCCESS");
  on.pass(5'000);
  ASSERT_EQ(on.machine.executed(), 1U);
  EXPECT_LE(groups_at_start - groups, 3U);
  on.pass(120'000);
  EXPECT_EQ(on.state_of(id), model::status::succeeded);
}

TEST(conversation, a_cron_expression_makes_its_actions_in_time) {
  stage on;  // 2026-01-01T00:00Z
  on.files.put("/app/workflow.xml", workflow_xml);
  on.files.put("/app/coordinator.xml",
               "<coordinator-app name='c' frequency='30 1-2,4 * * *' start='2026-01-01T00:00Z' "
               "end='2026-01-01T06:00Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.2'>"
               "<action><workflow><app-path>/app/workflow.xml</app-path></workflow></action>"
               "</coordinator-app>");
  const std::string id = on.submit("oozie.coord.application.path", "/app/coordinator.xml");
  on.pass(80 * 60'000);
  EXPECT_EQ(on.machine.executed(), 0U);  // 01:20
  on.pass(15 * 60'000);
  EXPECT_EQ(on.machine.executed(), 1U);
  on.pass(60 * 60'000);
  EXPECT_EQ(on.machine.executed(), 2U);
  on.pass(180 * 60'000);
  EXPECT_EQ(on.machine.executed(), 3U);
  EXPECT_EQ(on.state_of(id), model::status::succeeded);
  const auto last = on.engine.reader().record(on.id_of(id + "@3"));
  ASSERT_TRUE(last && *last);
  EXPECT_EQ(std::get<model::action_record>(**last).nominal,
            plus_ms(instant{1'767'225'600'000}, (4 * 60 + 30) * 60'000));
}

}  // namespace
}  // namespace foliot::actors

// Bugs that were here once, and what became of them.
#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

/// A coordinator from `start` ("T00:00") that makes `actions` actions a minute apart. With `data`
/// they wait for an hour that never comes.
std::string coordinator(const std::string& start, uint32_t actions, bool data) {
  const std::string minutes = std::to_string(actions % 60);
  const std::string end = "2026-01-0" + std::to_string(1 + actions / 1440) + "T" +
                          (actions % 1440 < 600 ? "0" : "") + std::to_string(actions % 1440 / 60) +
                          ":" + (minutes.size() < 2 ? "0" : "") + minutes + "Z";
  return "<coordinator-app name='c' frequency='1' start='2026-01-01" + start + "Z' end='" + end +
         "' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><controls><timeout>100000</timeout>"
         "<throttle>5000</throttle></controls>" +
         (data ? "<datasets><dataset name='in' frequency='60' "
                 "initial-instance='2026-01-01T00:00Z' timezone='UTC'>"
                 "<uri-template>file:///data/${HOUR}</uri-template></dataset></datasets>"
                 "<input-events><data-in name='i' dataset='in'><instance>${coord:current(0)}"
                 "</instance></data-in></input-events>"
               : "") +
         "<action><workflow><app-path>/app/workflow.xml</app-path></workflow></action>"
         "</coordinator-app>";
}

TEST(robustness, deadlines_that_were_cancelled_do_not_stay_in_the_alarm) {
  stage on;
  constexpr uint32_t actions = 500;  // of each; the most that may wait at a time
  on.pass(actions * 60'000);
  on.files.put("/app/workflow.xml", workflow_xml);
  on.files.put("/app/coordinator.xml", coordinator("T00:00", actions, true));
  std::vector<std::string> jobs;
  for (int i = 0; i < 5; ++i)
    jobs.push_back(on.submit("oozie.coord.application.path", "/app/coordinator.xml"));
  on.pass(1'000);
  ASSERT_EQ(on.state_of(jobs.back() + "@" + std::to_string(actions)), model::status::waiting);
  EXPECT_GE(on.engine.deadlines(), jobs.size() * actions);
  for (const std::string& id : jobs)
    on.engine.gate().order(on.id_of(id), model::orders::kill{}, {},
                           [](const result<model::order_reply>&) {});
  on.pass(1'000);
  ASSERT_EQ(on.state_of(jobs.front()), model::status::killed);
  EXPECT_LE(on.engine.deadlines(), 1'024U);
}

TEST(robustness, sooner_and_sooner_deadlines_leave_one_timer) {
  stage on;
  on.files.put("/app/workflow.xml", workflow_xml);
  for (int second = 40; second > 0; --second) {
    on.files.put("/app/coordinator.xml", coordinator("T00:01", 2, false));
    on.submit("oozie.coord.application.path", "/app/coordinator.xml");
    on.pass(1'000);  // each job's first action comes sooner than a whole alarm period
  }
  on.pass(600'000);
  EXPECT_LE(on.engine.timers(), 1U);
}

TEST(robustness, an_application_that_cannot_be_read_just_now_is_read_later) {
  stage on;
  on.pass(600'000);
  on.files.put("/app/workflow.xml", workflow_xml);
  on.files.put("/app/coordinator.xml", coordinator("T00:00", 1, false));
  on.files.fail_reads(true, "/app/workflow.xml");
  const std::string id = on.submit("oozie.coord.application.path", "/app/coordinator.xml");
  on.pass(5 * limits::read_again_ms);
  EXPECT_EQ(on.state_of(id + "@1"), model::status::ready);
  on.files.fail_reads(false, "/app/workflow.xml");
  on.pass(limits::read_again_ms + 1'000);
  EXPECT_EQ(on.state_of(id + "@1"), model::status::running);
  EXPECT_EQ(on.machine.executed(), 1U);
}

TEST(robustness, an_application_that_is_not_there_fails_its_action) {
  stage on;
  on.pass(600'000);
  on.files.put("/app/coordinator.xml", coordinator("T00:00", 1, false));
  const std::string id = on.submit("oozie.coord.application.path", "/app/coordinator.xml");
  on.pass(1'000);
  EXPECT_EQ(on.state_of(id + "@1"), model::status::failed);
}

TEST(robustness, the_servers_rule_for_lost_runs_reaches_workflows_of_coordinators) {
  stage on(model::lost_rule::hold);
  on.pass(600'000);
  on.files.put("/app/workflow.xml", workflow_xml);
  on.files.put("/app/coordinator.xml", coordinator("T00:00", 1, false));
  const std::string id = on.submit("oozie.coord.application.path", "/app/coordinator.xml");
  on.pass(1'000);
  ASSERT_EQ(on.state_of(id + "@1"), model::status::running);
  const auto action = on.engine.reader().record(on.id_of(id + "@1"));
  ASSERT_TRUE(action && *action);
  const auto& record = std::get<model::action_record>(**action);
  const auto workflow =
      on.engine.reader().record({0, entity_kind::workflow, 0, on.id_of(id).root, record.workflow});
  ASSERT_TRUE(workflow && *workflow);
  const auto& conf = std::get<model::workflow_record>(**workflow).conf;
  ASSERT_TRUE(conf.contains(model::lost_rule_property));
  EXPECT_EQ(conf.find(model::lost_rule_property)->second, "hold");
}

TEST(robustness, a_tree_at_rest_is_forgotten) {
  stage on;
  on.pass(600'000);
  on.files.put("/app/workflow.xml", workflow_xml);
  on.files.put("/app/coordinator.xml", coordinator("T00:00", 3, false));
  const std::string id = on.submit("oozie.coord.application.path", "/app/coordinator.xml");
  on.pass(1'000);
  EXPECT_GT(on.engine.stored_definitions(), 0U);
  on.pass(600'000);
  ASSERT_EQ(on.state_of(id), model::status::succeeded);
  EXPECT_EQ(on.engine.stored_definitions(), 0U);
}

/// An end that comes sooner takes actions away, also one that got READY and its slot while that was
/// on its way to disk.
TEST(robustness, the_slot_of_an_action_that_is_taken_away_is_given_to_the_next) {
  std::string text = coordinator("T00:00", 4, false);
  text.insert(text.find("<throttle>"), "<concurrency>1</concurrency><execution>LIFO</execution>");
  for (int steps = 0; steps < 120; ++steps) {
    stage on;
    on.pass(600'000);
    on.files.put("/app/workflow.xml", workflow_xml);
    on.files.put("/app/coordinator.xml", text);
    std::string id;
    on.engine.gate().submit(
        "<configuration><property><name>oozie.coord.application.path</name>"
        "<value>/app/coordinator.xml</value></property><property><name>user.name</name>"
        "<value>ann</value></property></configuration>",
        {}, true, [&](const result<http::submitted>& done) { id = done ? done->id : "refused"; });
    for (int left = steps; on.engine.has_job() && (id.empty() || left > 0); --left)
      on.engine.run_one(on.luck);
    model::coordinator_change sooner;
    sooner.end = instant{1'767'225'600'000 + 120'000};
    on.engine.gate().order(on.id_of(id), model::orders::change{sooner}, {},
                           [](const result<model::order_reply>&) {});
    on.pass(1'200'000);
    EXPECT_EQ(on.state_of(id), model::status::succeeded) << steps;
  }
}

}  // namespace
}  // namespace foliot::actors

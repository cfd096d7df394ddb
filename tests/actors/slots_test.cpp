// How many actions of a coordinator run at a time.
#include <gtest/gtest.h>

#include <string>

#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

constexpr const char* coordinator_xml =
    "<coordinator-app name='c' frequency='10' start='2025-12-31T22:00Z' end='2025-12-31T22:50Z' "
    "timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><controls><concurrency>2</concurrency>"
    "</controls><action><workflow><app-path>/w/workflow.xml</app-path></workflow></action></"
    "coordinator-app>";

/// Actions that a workflow was started for.
int started(const stage& on, const entity_id& coordinator) {
  int out = 0;
  for (uint32_t number = 1; number <= 5; ++number) {
    const auto record = on.engine.reader().record(action_of(coordinator, number));
    if (!record || !*record) continue;
    if (std::get<model::action_record>(**record).workflow != 0) ++out;
  }
  return out;
}

TEST(slots, a_resume_gives_them_to_the_suspended_actions_first) {
  stage on;
  on.files.put("/w/workflow.xml", workflow_xml);
  on.files.put("/c/coordinator.xml", coordinator_xml);
  const std::string id = on.submit("oozie.coord.application.path", "/c/coordinator.xml");
  const entity_id job = on.id_of(id);
  on.pass(1'000);
  ASSERT_EQ(started(on, job), 2);
  on.engine.gate().order(job, model::orders::suspend{}, {}, [](const auto&) {});
  on.settle();
  on.engine.gate().order(job, model::orders::resume{}, {}, [](const auto&) {});
  on.settle();
  on.pass(1'000);
  EXPECT_EQ(on.state_of(id), model::status::running);
  EXPECT_EQ(started(on, job), 2) << "two run, and no more than two may";
  on.pass(10 * 60'000);
  EXPECT_EQ(on.state_of(id), model::status::succeeded);
  EXPECT_EQ(started(on, job), 5);
}

}  // namespace
}  // namespace foliot::actors

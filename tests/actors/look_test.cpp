// What a console sees of one entity, and of all of them together.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

constexpr const char* coordinator_xml =
    "<coordinator-app name='c' frequency='10' start='2025-12-31T22:00Z' end='2025-12-31T22:50Z' "
    "timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><controls><concurrency>2</concurrency>"
    "</controls><action><workflow><app-path>/w/workflow.xml</app-path></workflow></action></"
    "coordinator-app>";

/// Nothing where nobody lives.
std::optional<msg::entity_life> look(stage& on, const entity_id& whom) {
  std::optional<msg::entity_life> out;
  on.engine.gate().look(whom, [&out](msg::entity_life life) { out = std::move(life); });
  on.settle();
  return out;
}

uint64_t version_on_disk(const stage& on, const entity_id& id) {
  const auto record = on.engine.reader().record(id);
  return record && *record ? model::version_of(**record) : 0;
}

bool owes(const msg::entity_life& life, const std::string& what, bool handed) {
  return std::any_of(life.owed.begin(), life.owed.end(),
                     [&](const auto& each) { return each.what == what && each.handed == handed; });
}

int64_t actions_in(const stage& on, model::status state) {
  return on.engine.counters().actions[static_cast<size_t>(state)];
}

TEST(look, tells_what_a_workflow_owes_and_who_has_it_in_hand) {
  stage on;
  on.files.put("/w/workflow.xml", workflow_xml);
  const std::string id = on.submit("oozie.wf.application.path", "/w/workflow.xml");
  on.pass(1'000);
  const auto life = look(on, on.id_of(id));
  ASSERT_TRUE(life);
  EXPECT_EQ(life->version, version_on_disk(on, on.id_of(id)));
  EXPECT_EQ(life->unwritten, 0U);
  EXPECT_EQ(life->messages, 0U);
  EXPECT_TRUE(owes(*life, "run node 'run'", true));
  EXPECT_EQ(life->owed_all, life->owed.size());
  on.pass(2 * 60'000);
  ASSERT_EQ(on.state_of(id), model::status::succeeded);
  EXPECT_FALSE(look(on, on.id_of(id))) << "it rests, and owes nothing";
}

TEST(look, reaches_whoever_lives_and_nobody_else) {
  stage on;
  on.files.put("/w/workflow.xml", workflow_xml);
  on.files.put("/c/coordinator.xml", coordinator_xml);
  const std::string id = on.submit("oozie.coord.application.path", "/c/coordinator.xml");
  on.pass(1'000);
  const entity_id job = on.id_of(id);
  const auto coordinator = look(on, job);
  ASSERT_TRUE(coordinator);
  EXPECT_TRUE(owes(*coordinator, "report its status to its bundle", true));
  const entity_id first = action_of(job, 1);
  ASSERT_TRUE(look(on, first));
  const auto record = on.engine.reader().record(first);
  const job_number workflow = std::get<model::action_record>(**record).workflow;
  EXPECT_TRUE(look(on, {job.partition, entity_kind::workflow, 0, job.root, workflow}));
  EXPECT_FALSE(look(on, action_of(job, 99)));
  EXPECT_FALSE(look(on, {0, entity_kind::workflow, 0, 4'711, 4'711}));
}

TEST(look, goes_before_what_waits_and_counts_it) {
  stage on;
  on.files.put("/w/workflow.xml", workflow_xml);
  const std::string id = on.submit("oozie.wf.application.path", "/w/workflow.xml");
  on.pass(1'000);
  constexpr int orders = 500;
  for (int i = 0; i < orders; ++i)
    on.engine.gate().order(on.id_of(id), model::orders::start{}, {}, [](const auto&) {});
  std::optional<msg::entity_life> seen;
  on.engine.gate().look(on.id_of(id), [&seen](msg::entity_life life) { seen = std::move(life); });
  while (!seen && on.engine.has_job()) on.engine.run_one(on.luck);
  ASSERT_TRUE(seen);
  // It overtakes the orders at the engine as well: what it has handed on before its turn waits.
  EXPECT_LE(seen->messages, orders);
  uint64_t most = 0;
  for (int i = 0; i < 400 && on.engine.has_job(); ++i) {
    std::optional<msg::entity_life> again;
    on.engine.gate().look(on.id_of(id), [&](msg::entity_life life) { again = std::move(life); });
    while (!again && on.engine.has_job()) on.engine.run_one(on.luck);
    if (again) most = std::max(most, again->messages);
  }
  EXPECT_GT(most, 0U);
  on.settle();
}

TEST(look, tells_the_newest_version_while_it_is_on_its_way_to_disk) {
  stage on;
  on.files.put("/w/workflow.xml", workflow_xml);
  const std::string id = on.submit("oozie.wf.application.path", "/w/workflow.xml");
  on.pass(1'000);
  const uint64_t before = version_on_disk(on, on.id_of(id));
  on.engine.gate().order(on.id_of(id), model::orders::suspend{}, {}, [](const auto&) {});
  while (on.engine.run_one_but_committer(on.luck)) {
  }
  std::optional<msg::entity_life> seen;
  on.engine.gate().look(on.id_of(id), [&seen](msg::entity_life life) { seen = std::move(life); });
  while (!seen && on.engine.run_one_but_committer(on.luck)) {
  }
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->version, before + 1);
  EXPECT_EQ(seen->unwritten, 1U);
  EXPECT_EQ(version_on_disk(on, on.id_of(id)), before);
  EXPECT_FALSE(owes(*seen, "report its status to its parent", true))
      << "nothing of it was handed to anybody yet";
  on.settle();
}

TEST(counted_actions, are_those_of_all_coordinators_by_status) {
  stage on;
  on.files.put("/w/workflow.xml", workflow_xml);
  on.files.put("/c/coordinator.xml", coordinator_xml);
  const std::string id = on.submit("oozie.coord.application.path", "/c/coordinator.xml");
  on.pass(1'000);
  EXPECT_EQ(actions_in(on, model::status::running), 2);
  EXPECT_EQ(actions_in(on, model::status::ready), 3);
  EXPECT_EQ(actions_in(on, model::status::waiting), 0);
  for (int i = 0; i < 9; ++i) {
    on.pass(17'000);
    std::array<int64_t, model::status_count> on_disk{};
    for (uint32_t number = 1; number <= 5; ++number) {
      const auto record = on.engine.reader().record(action_of(on.id_of(id), number));
      ++on_disk[static_cast<size_t>(model::state_of(**record))];
    }
    for (size_t state = 0; state < on_disk.size(); ++state)
      EXPECT_EQ(on.engine.counters().actions[state], on_disk[state]) << i << ": " << state;
  }
  on.pass(10 * 60'000);
  ASSERT_EQ(on.state_of(id), model::status::succeeded);
  for (size_t i = 0; i < model::status_count; ++i)
    EXPECT_EQ(on.engine.counters().actions[i], 0) << "it rests: " << i;
}

}  // namespace
}  // namespace foliot::actors

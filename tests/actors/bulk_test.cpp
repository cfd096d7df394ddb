// One order to many jobs, its entry in the audit, and the limit of all starts.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "model/audit.hpp"
#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

using model::status;

constexpr const char* path_property = "oozie.wf.application.path";

class bulk_orders : public ::testing::Test {
 protected:
  void SetUp() override { on.files.put("/app/workflow.xml", workflow_xml); }

  std::vector<entity_id> submit(size_t count) {
    std::vector<entity_id> out;
    for (size_t i = 0; i < count; ++i)
      out.push_back(on.id_of(on.submit(path_property, "/app/workflow.xml")));
    return out;
  }

  void order(model::order what, std::vector<entity_id> jobs) {
    answer.reset();
    http::bulk_request asked{what, entity_kind::workflow, "user=ann", jobs.size(), jobs};
    on.engine.gate().bulk(asked, {"joe", "10.0.0.1:9", "r1"},
                          [&](result<model::audit_entry> out) { answer = std::move(out); });
  }

  std::vector<model::audit_entry> audit() const {
    std::vector<model::audit_entry> out;
    const auto seen = on.engine.reader().audit(UINT64_MAX, [&](const model::audit_entry& entry) {
      out.push_back(entry);
      return true;
    });
    EXPECT_TRUE(seen);
    return out;
  }

  size_t in_state(const std::vector<entity_id>& jobs, status wanted) const {
    return static_cast<size_t>(std::count_if(jobs.begin(), jobs.end(), [&](const entity_id& id) {
      const auto record = on.engine.reader().record(id);
      return record && *record && model::state_of(**record) == wanted;
    }));
  }

  stage on;
  std::optional<result<model::audit_entry>> answer;
};

TEST_F(bulk_orders, reaches_all_jobs_and_is_written_down) {
  const auto jobs = submit(3 * limits::bulk_orders_at_once);
  order(model::orders::suspend{}, jobs);
  on.settle();
  ASSERT_TRUE(answer && *answer);
  EXPECT_EQ(in_state(jobs, status::suspended), jobs.size());
  const auto entries = audit();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0], **answer);
  EXPECT_EQ(entries[0].order, "suspend");
  EXPECT_EQ(entries[0].user, "joe");
  EXPECT_EQ(entries[0].address, "10.0.0.1:9");
  EXPECT_EQ(entries[0].filter, "user=ann");
  EXPECT_NE(entries[0].ended, never);
  for (const model::bulk_job& job : entries[0].jobs)
    EXPECT_EQ(job.outcome, model::bulk_outcome::done);
}

TEST_F(bulk_orders, tells_what_was_not_changed_or_refused) {
  auto jobs = submit(2);
  order(model::orders::kill{}, {jobs[0]});
  on.settle();
  order(model::orders::kill{}, jobs);
  on.settle();
  ASSERT_TRUE(answer && *answer);
  const auto& out = (*answer)->jobs;
  EXPECT_EQ(out[0].outcome, model::bulk_outcome::unchanged);
  EXPECT_FALSE(out[0].said.empty());
  EXPECT_EQ(out[1].outcome, model::bulk_outcome::done);
  order(model::orders::change{}, {jobs[0]});
  on.settle();
  ASSERT_TRUE(answer && *answer);
  EXPECT_EQ((*answer)->jobs[0].outcome, model::bulk_outcome::refused);
  EXPECT_FALSE((*answer)->jobs[0].code.empty());
  EXPECT_FALSE((*answer)->jobs[0].said.empty());
  EXPECT_EQ(audit().size(), 3U);
}

TEST_F(bulk_orders, may_be_of_no_job) {
  order(model::orders::kill{}, {});
  on.settle();
  ASSERT_TRUE(answer && *answer);
  EXPECT_TRUE((*answer)->jobs.empty());
  EXPECT_EQ(audit().size(), 1U);
}

TEST_F(bulk_orders, is_in_the_audit_before_the_first_job_is_told) {
  const auto jobs = submit(3);
  order(model::orders::kill{}, jobs);
  size_t seen = 0;
  while (on.engine.has_job()) {
    on.engine.run_one(on.luck);
    if (in_state(jobs, status::killed) > 0) {
      EXPECT_EQ(audit().size(), 1U);
      ++seen;
    }
  }
  EXPECT_GT(seen, 0U);
}

TEST_F(bulk_orders, is_known_by_the_journals_of_its_jobs) {
  const auto jobs = submit(1);
  order(model::orders::kill{}, jobs);
  on.settle();
  std::string asked;
  const auto seen =
      on.engine.reader().journal(jobs[0].root, 0, [&](const model::journal_entry& entry) {
        if (!entry.why.request_id.empty()) asked = entry.why.user + " " + entry.why.request_id;
        return true;
      });
  ASSERT_TRUE(seen);
  EXPECT_EQ(asked, "joe audit " + model::audit_name(audit()[0].number));
}

TEST_F(bulk_orders, only_some_at_a_time) {
  const auto jobs = submit(1);
  size_t refused = 0;
  size_t taken = 0;
  for (size_t i = 0; i < limits::bulk_commands_max + 2; ++i)
    on.engine.gate().bulk({model::orders::suspend{}, entity_kind::workflow, "a=b", 1, jobs}, {},
                          [&](const result<model::audit_entry>& out) {
                            if (out)
                              ++taken;
                            else if (out.error().code == errc::unavailable)
                              ++refused;
                          });
  on.settle();
  EXPECT_EQ(taken + refused, limits::bulk_commands_max + 2);
  EXPECT_GE(taken, limits::bulk_commands_max);
}

// -- the limit of all starts ----------------------------------------------------------------------

constexpr const char* coordinator_xml =
    "<coordinator-app name='c' frequency='1' start='2025-12-31T23:00Z' end='2025-12-31T23:20Z' "
    "timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><controls><concurrency>-1</concurrency>"
    "<throttle>100</throttle></controls><action><workflow><app-path>/app/workflow.xml</app-path>"
    "</workflow></action></coordinator-app>";

TEST(governor, spreads_what_is_due_at_once) {
  stage on(model::lost_rule::rerun, {4, 2});
  on.files.put("/app/workflow.xml", workflow_xml);
  on.files.put("/app/coordinator.xml", coordinator_xml);
  std::vector<instant> started;
  on.machine.on_execute = [&](const exec::run_spec&) { started.push_back(on.time.now()); };
  const std::string id = on.submit("oozie.coord.application.path", "/app/coordinator.xml");
  on.pass(1'000);
  EXPECT_EQ(started.size(), 2U);
  EXPECT_EQ(on.engine.starts().look([](const auto& queue) { return queue.waiting(); }), 18U);
  on.pass(60'000);
  EXPECT_EQ(started.size(), 6U);
  on.pass(10 * 60'000);
  EXPECT_EQ(started.size(), 20U);
  EXPECT_EQ(on.state_of(id), status::succeeded);
  EXPECT_EQ(on.engine.starts().look([](const auto& queue) { return queue.waiting(); }), 0U);
}

TEST(governor, and_the_purge_both_wake_in_time) {
  purge_settings purge;
  purge.pause_ms = 7 * 60'000;
  purge.workflow_ms = 60'000;
  purge.coordinator_ms = 60'000;
  stage on(model::lost_rule::rerun, {1, 1}, purge);
  on.files.put("/app/workflow.xml", workflow_xml);
  on.files.put("/app/coordinator.xml", coordinator_xml);
  int started = 0;
  on.machine.on_execute = [&](const exec::run_spec&) { ++started; };
  const std::string early = on.submit("oozie.wf.application.path", "/app/workflow.xml");
  const entity_id workflow = on.id_of(early);
  const std::string id = on.submit("oozie.coord.application.path", "/app/coordinator.xml");
  const entity_id coordinator = on.id_of(id);
  on.pass(15 * 60'000);
  EXPECT_EQ(started, 16) << "the workflow, one at once, then one a minute";
  EXPECT_FALSE(on.engine.reader().record(workflow).value()) << "it is old";
  on.pass(6 * 60'000);
  EXPECT_EQ(started, 21);
  on.pass(30 * 60'000);
  EXPECT_FALSE(on.engine.reader().record(coordinator).value());
}

TEST(governor, forgets_whoever_is_killed) {
  stage on(model::lost_rule::rerun, {1, 1});
  on.files.put("/app/workflow.xml", workflow_xml);
  on.files.put("/app/coordinator.xml", coordinator_xml);
  const std::string id = on.submit("oozie.coord.application.path", "/app/coordinator.xml");
  on.pass(1'000);
  on.engine.gate().order(on.id_of(id), model::orders::kill{}, {},
                         [](const result<model::order_reply>&) {});
  on.pass(1'000);
  EXPECT_EQ(on.state_of(id), status::killed);
  EXPECT_EQ(on.engine.starts().look([](const auto& queue) { return queue.waiting(); }), 0U);
}

}  // namespace
}  // namespace foliot::actors

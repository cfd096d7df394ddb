// The workflow that runs before a bundle's errors are retried, and an engine that dies on the way.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/actors/bundle_world.hpp"

namespace foliot::actors {
namespace {

constexpr int64_t minute = 60'000;
/// From two minutes after the start until the recovery runs, ten minutes after the end.
constexpr int64_t until_it_runs = 8 * minute + 15'000;

/// The recovery workflow: its program takes half a minute and ends with `exit_code`.
void put_recovery(bundle_world& on, const std::string& exit_code) {
  on.files.put("/mend/workflow.xml",
               "<workflow-app name='mend' xmlns='uri:oozie:workflow:0.5'><start to='run'/>"
               "<action name='run'><shell xmlns='uri:oozie:shell-action:0.3'>"
               "<job-tracker>j</job-tracker><name-node>file:///</name-node><exec>mend</exec>"
               "<argument>takes:30000</argument><argument>exit:" +
                   exit_code +
                   "</argument><argument>name:${what}</argument></shell><ok to='end'/>"
                   "<error to='bad'/></action><kill name='bad'><message>cannot mend</message>"
                   "</kill><end name='end'/></workflow-app>");
}

/// A bundle with one good and one bad coordinator, submitted.
void begin(bundle_world& on, const std::string& retries, const std::string& path = "/mend") {
  on.coordinator("good", 0, 1);
  on.coordinator("bad", 1, 1);
  on.submit({{"oozie.bundle.retry.max", retries},
             {"oozie.bundle.retry.interval", "10"},
             {"oozie.bundle.recovery.path", path},
             {"what", "mend"}});
  on.pass(2 * minute);
}

entity_id recovery_of(const bundle_world& on) {
  const entity_id of = on.bundle();
  return {of.partition, entity_kind::workflow, 0, of.root, on.record().recovery};
}

TEST(bundle_recovery, runs_before_each_retry) {
  bundle_world on;
  put_recovery(on, "0");
  begin(on, "2");
  ASSERT_EQ(on.state(), "DONEWITHERROR");
  on.pass(until_it_runs);
  ASSERT_EQ(on.executed["name:mend"], 1);
  EXPECT_EQ(on.executed["name:bad"], 1) << "not before the recovery has ended";
  EXPECT_EQ(on.state(), "DONEWITHERROR");
  const auto recovery = on.engine->reader().record(recovery_of(on));
  ASSERT_TRUE(recovery && *recovery);
  EXPECT_EQ(std::get<model::workflow_record>(**recovery).parent, on.bundle());
  on.pass(2 * minute);
  EXPECT_EQ(on.executed["name:bad"], 2);
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:mend"], 2);
  EXPECT_EQ(on.executed["name:bad"], 3);
  EXPECT_EQ(on.executed["name:good"], 1);
  EXPECT_EQ(on.state(), "DONEWITHERROR");
  EXPECT_NE(on.record().error.find("2 of 2 retries"), std::string::npos) << on.record().error;
  EXPECT_EQ(on.record().recovery, 0U);
}

TEST(bundle_recovery, that_fails_ends_the_retries) {
  bundle_world on;
  put_recovery(on, "1");
  begin(on, "2");
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:mend"], 1);
  EXPECT_EQ(on.executed["name:bad"], 1);
  EXPECT_EQ(on.state(), "DONEWITHERROR");
  EXPECT_EQ(on.record().retry_at, never);
  const std::string error = on.record().error;
  EXPECT_NE(error.find("/mend"), std::string::npos) << error;
  EXPECT_NE(error.find("cannot mend"), std::string::npos) << error;
  EXPECT_NE(error.find("-W"), std::string::npos) << "which workflow: " << error;
  on.crash();
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:mend"], 1);
}

TEST(bundle_recovery, that_is_not_there_ends_the_retries) {
  bundle_world on;
  begin(on, "2", "/nowhere");
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:bad"], 1);
  EXPECT_NE(on.record().error.find("/nowhere"), std::string::npos) << on.record().error;
  EXPECT_EQ(on.record().retry_at, never);
}

TEST(bundle_recovery, happens_once_wherever_the_engine_dies) {
  for (int steps = 1; steps < 70; ++steps) {
    bundle_world on;
    put_recovery(on, "0");
    begin(on, "1");
    const instant due = on.record().retry_at;
    ASSERT_NE(due, never);
    on.time.move_to(due);
    on.engine->time_passed();
    on.crash_after(steps);
    on.crash_after(steps / 2);
    on.pass(60 * minute);
    EXPECT_EQ(on.executed["name:mend"], 1) << steps;
    EXPECT_EQ(on.executed["name:bad"], 2) << steps;
    EXPECT_EQ(on.state(), "DONEWITHERROR") << steps;
    EXPECT_EQ(on.record().retries, 1U) << steps;
    EXPECT_FALSE(on.pending()) << steps;
  }
}

TEST(bundle_recovery, survives_an_engine_that_dies_while_it_runs) {
  bundle_world on;
  put_recovery(on, "0");
  begin(on, "1");
  on.pass(until_it_runs);
  ASSERT_EQ(on.executed["name:mend"], 1);
  on.crash();
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:mend"], 1);
  EXPECT_EQ(on.executed["name:bad"], 2);
}

TEST(bundle_recovery, is_killed_with_the_retry) {
  for (const bool crashes : {false, true}) {
    bundle_world on;
    put_recovery(on, "0");
    begin(on, "2");
    on.pass(until_it_runs);
    ASSERT_EQ(on.executed["name:mend"], 1);
    const entity_id recovery = recovery_of(on);
    EXPECT_NE(on.order(model::orders::kill{}), "") << "a note says that it was the retry";
    if (crashes) on.crash();
    on.pass(minute);
    const auto ended = on.engine->reader().record(recovery);
    ASSERT_TRUE(ended && *ended);
    EXPECT_EQ(model::state_of(**ended), model::status::killed);
    EXPECT_EQ(on.record().recovery, 0U);
    on.pass(60 * minute);
    EXPECT_EQ(on.executed["name:bad"], 1);
    EXPECT_EQ(on.state(), "DONEWITHERROR");
  }
}

TEST(bundle_recovery, obeys_its_user) {
  bundle_world on;
  put_recovery(on, "0");
  begin(on, "1");
  on.pass(until_it_runs);
  EXPECT_EQ(on.order(recovery_of(on), model::orders::kill{}), "");
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:bad"], 1);
  EXPECT_NE(on.record().error.find("is KILLED"), std::string::npos) << on.record().error;
}

TEST(bundle_recovery, of_an_earlier_retry_ends_before_the_next_begins) {
  bundle_world on;
  put_recovery(on, "0");
  begin(on, "1");
  on.pass(until_it_runs);
  ASSERT_EQ(on.executed["name:mend"], 1);
  model::orders::rerun_bundle again;
  again.coordinators = {"bad"};
  EXPECT_EQ(on.order(again), "");
  on.pass(60 * minute);
  EXPECT_EQ(on.executed["name:mend"], 2) << "one for each time that it ended with errors";
  EXPECT_EQ(on.executed["name:bad"], 3);
  EXPECT_EQ(on.record().retries, 1U);
  EXPECT_EQ(on.state(), "DONEWITHERROR");
}

TEST(bundle_recovery, a_bundle_of_killed_coordinators_is_not_retried) {
  bundle_world on;
  put_recovery(on, "0");
  on.coordinator("bad", 1, 1);
  on.submit({{"oozie.bundle.retry.max", "2"}, {"oozie.bundle.recovery.path", "/mend"}});
  on.pass(60 * minute);
  EXPECT_EQ(on.state(), "KILLED");
  EXPECT_EQ(on.executed["name:bad"], 1);
  EXPECT_EQ(on.executed["name:mend"], 0);
  EXPECT_NE(on.record().error.find("KILLED"), std::string::npos) << on.record().error;
}

}  // namespace
}  // namespace foliot::actors

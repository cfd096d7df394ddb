// How LAST_ONLY and NONE catch up with the past in steps of a batch; outputs before a rerun; how a
// job's expressions are read.
#include <gtest/gtest.h>

#include "el/parser.hpp"
#include "model/action.hpp"
#include "model/coordinator.hpp"
#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using support::coordinator_id;
using support::day;
using support::minutes;

/// One step of `record` at `now` with room for `room`; how many records are born with it.
size_t make(const coordinator_definition& definition, coordinator_record& record, uint32_t room,
            instant now) {
  auto step =
      advance({coordinator_id, definition}, record, coordinator_events::materialised{room}, now);
  EXPECT_TRUE(step.accepted);
  record = step.next;
  return step.births.size();
}

coordinator_record born(const coordinator_definition& definition) {
  return advance({coordinator_id, definition}, {}, coordinator_events::created{}, day).next;
}

TEST(catch_up, a_step_makes_no_more_actions_than_its_batch) {
  coordinator_definition job = support::coordinator(1, 3000);
  job.order = execution_order::last_only;
  coordinator_record record = born(job);
  const instant now = minutes(2500);
  EXPECT_EQ(make(job, record, 1000, now), 1U);  // one record for all that is passed over
  EXPECT_EQ(record.actions, 1000U);
  EXPECT_EQ(make(job, record, 1000, now), 1U);
  EXPECT_EQ(record.actions, 2000U);
  // 2001..2499 have a successor that is over; those of minutes 2499 and 2500 wait.
  EXPECT_EQ(make(job, record, 1000, now), 1U + 2U);
  EXPECT_EQ(record.actions, 2501U);
}

TEST(catch_up, what_is_left_of_the_batch_is_for_actions_that_wait) {
  coordinator_definition job = support::coordinator(1, 3000);
  job.order = execution_order::last_only;
  coordinator_record record = born(job);
  EXPECT_EQ(make(job, record, 2500, minutes(2500)), 1U + 1U);
  EXPECT_EQ(record.actions, 2500U);
}

TEST(outputs_to_clean, are_those_that_no_data_out_keeps) {
  coordinator_definition job = support::coordinator(60, 24);
  dataset set;
  set.name = "made";
  set.every = {60, time::time_unit::minute, time::end_of::none};
  set.initial = day;
  set.uri_template = "/made/${HOUR}";
  job.datasets.push_back(set);
  data_event kept;
  kept.name = "kept";
  kept.instances.push_back(*el::parse("${coord:current(0)}"));
  kept.keep = true;
  data_event gone = kept;
  gone.name = "gone";
  gone.keep = false;
  gone.instances = {*el::parse("${coord:current(1)}")};
  job.outputs = {kept, gone};
  EXPECT_EQ(outputs_to_clean(job, {"a", "joe", day, day}), std::vector<std::string>{"/made/01"});
  job.outputs[1].instances = {*el::parse("${coord:latest(0)}")};
  EXPECT_TRUE(outputs_to_clean(job, {"a", "joe", day, day}).empty());
}

TEST(reading_of, is_what_the_configuration_says) {
  EXPECT_EQ(reading_of({}), dialect::lenient);
  EXPECT_EQ(reading_of({{"foliot.compat", "default"}}), dialect::lenient);
  EXPECT_EQ(reading_of({{"foliot.compat", "oozie"}}), dialect::oozie);
}

}  // namespace
}  // namespace foliot::model

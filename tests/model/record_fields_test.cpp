#include "model/record_fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace foliot::model {
namespace {

std::string node_name(node_index at) { return at == 1 ? "load" : std::to_string(at); }

wire_ids known_ids() {
  wire_ids out;
  out.add(1, {"260105000000000", "foliot"});
  return out;
}

std::vector<record_field> fields(const any_record& record) {
  return fields_of(record, node_name, known_ids());
}

std::string value(const any_record& record, const std::string& name) {
  for (const record_field& field : fields(record))
    if (field.name == name) return field.value;
  return "(none)";
}

TEST(record_fields, of_an_unborn_record_there_are_none) {
  EXPECT_TRUE(fields(action_record{}).empty());
  EXPECT_TRUE(fields(workflow_record{}).empty());
}

TEST(record_fields, are_named_for_people) {
  action_record action;
  action.version = 3;
  action.state = status::waiting;
  action.nominal = instant{1767571200123};
  action.held = true;
  action.extra = std::make_shared<const action_extra>(
      action_extra{0, never, false, {{"in", "file:///a"}}, 0, {}});
  EXPECT_EQ(fields(action).front(), (record_field{"status", "WAITING"}));
  EXPECT_EQ(value(action, "nominal"), "2026-01-05T00:00:00.123Z");
  EXPECT_EQ(value(action, "held"), "true");
  EXPECT_EQ(value(action, "pending"), "(none)");
  EXPECT_EQ(value(action, "resolved.in"), "file:///a");
  workflow_record workflow;
  workflow.version = 1;
  node_state load;
  load.node = 1;
  load.state = node_status::running;
  load.transition = 2;
  workflow.nodes = {load};
  workflow.conf = {{"queue", "a"}};
  EXPECT_EQ(value(workflow, "node.load.status"), "RUNNING");
  EXPECT_EQ(value(workflow, "node.load.next"), "2");
  EXPECT_EQ(value(workflow, "conf.queue"), "a");
  bundle_record bundle;
  bundle.version = 1;
  bundle.members.resize(2);
  bundle.members[1].pending = true;
  EXPECT_EQ(value(bundle, "member.2.pending"), "true");
  coordinator_record coordinator;
  coordinator.version = 1;
  coordinator.gone = {{status::killed, 4}};
  EXPECT_EQ(value(coordinator, "gone.KILLED"), "4");
}

TEST(record_fields, name_other_jobs_by_their_ids) {
  const job_number job = make_job_number(1, 192);
  const std::string id = "0000192-260105000000000-foliot-";
  action_record action;
  action.version = 1;
  EXPECT_EQ(value(action, "workflow"), "(none)");
  action.workflow = job;
  EXPECT_EQ(value(action, "workflow"), id + "W");
  workflow_record workflow;
  workflow.version = 1;
  workflow.parent = {0, entity_kind::action, 7, job, job};
  node_state load;
  load.node = 1;
  load.child = job;
  workflow.nodes = {load};
  EXPECT_EQ(value(workflow, "parent"), id + "C@7");
  EXPECT_EQ(value(workflow, "node.load.child"), id + "W");
  coordinator_record coordinator;
  coordinator.version = 1;
  coordinator.bundle = job;
  EXPECT_EQ(value(coordinator, "bundle"), id + "B");
  bundle_record bundle;
  bundle.version = 1;
  bundle.members.resize(1);
  bundle.members[0].coordinator = job;
  bundle.recovery = job;
  EXPECT_EQ(value(bundle, "member.1.coordinator"), id + "C");
  EXPECT_EQ(value(bundle, "recovery"), id + "W");
}

TEST(record_fields, have_one_name_each) {
  workflow_record workflow;
  workflow.version = 1;
  node_state one;
  one.node = 1;
  node_state two;
  two.node = 2;
  workflow.nodes = {one, two};
  std::set<std::string> names;
  for (const record_field& field : fields(workflow))
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
}

TEST(record_fields, differences_are_told_once_and_in_order) {
  const std::vector<record_field> before{
      {"status", "WAITING"}, {"version", "1"}, {"modified", "a"}, {"held", "true"}};
  const std::vector<record_field> after{
      {"status", "READY"}, {"version", "2"}, {"modified", "b"}, {"workflow", "7"}};
  EXPECT_EQ(changes_between(before, after),
            (std::vector<field_change>{
                {"status", "WAITING", "READY"}, {"workflow", "", "7"}, {"held", "true", ""}}));
  EXPECT_TRUE(changes_between(after, after).empty());
}

}  // namespace
}  // namespace foliot::model

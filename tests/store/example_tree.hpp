// What the golden databases hold: one tree with every kind of entity, one of each kind of row.
#pragma once

#include "tests/store/samples.hpp"

namespace foliot::store {

inline const job_number example_root = make_job_number(1, 1);
inline const entity_id example_bundle{0, entity_kind::bundle, 0, example_root, example_root};
inline const entity_id example_coordinator{0, entity_kind::coordinator, 0, example_root,
                                           example_root + 1};
inline const entity_id example_action = action_of(example_coordinator, 1);
inline const entity_id example_workflow{0, entity_kind::workflow, 0, example_root,
                                        example_root + 2};

inline model::definition_text example_definition() {
  return {entity_kind::bundle,
          "file:///apps/retail",
          "",
          "<bundle-app name='retail'/>",
          {{"queue", "default"}}};
}

/// A workflow with a member of every kind set.
inline model::workflow_record example_workflow_record() {
  model::workflow_record out = sample_workflow(example_action);
  model::node_state shell;
  shell.node = 1;
  shell.state = model::node_status::running;
  shell.started = sample_time;
  shell.external_id = 4711;
  model::program_plan program;
  program.program = "/bin/sh";
  program.arguments = {"-c", "true"};
  program.environment = {"A=b"};
  program.files = {{"/a", "b"}};
  program.capture_output = true;
  shell.plan = std::move(program);
  model::node_state fs;
  fs.node = 2;
  fs.state = model::node_status::ok;
  fs.transition = 3;
  fs.plan = model::fs_plan{{{"mkdir", "file:///x", "", "", "", false, true, false}}};
  out.nodes = {shell, fs};
  out.facts.emplace_back(el::probe{"fs:exists", {"file:///x"}}, el::value(true));
  out.questions.push_back({"fs:dirSize", {"file:///y"}});
  return out;
}

inline kv_batch example_tree() {
  sample_log log;
  model::coordinator_record coordinator = sample_coordinator();
  coordinator.bundle = example_root;
  log.why = {0, "ada", "127.0.0.1:4711", "r-1"};
  log.born(example_bundle, sample_bundle());
  log.why = {1, "", "", ""};
  log.born(example_coordinator, coordinator);
  log.born(example_action, sample_action());
  log.born(example_workflow, example_workflow_record());
  kv_batch out = log.take();
  out.add(definition_change(0, example_root, example_definition()).second);
  out.add(quarantine_change({example_workflow, sample_time, "workflow.killed", "a reason"}));
  return out;
}

inline const entity_id example_long{0, entity_kind::workflow, 0, example_root + 3,
                                    example_root + 3};

/// A workflow of so many nodes that its record is a head and pages, in a tree of its own. Since the
/// fifth core version.
inline model::workflow_record example_long_record() {
  model::workflow_record out = sample_workflow({});
  for (uint16_t i = 0; i < 3 * model::node_page_size; ++i) {
    model::node_state node;
    node.node = i;
    node.state = model::node_status::ok;
    node.started = node.ended = plus_ms(sample_time, i);
    node.transition = static_cast<model::node_index>(i + 1);
    if (i % 8 == 0) node.data = "way=left\n";
    (i < 2 * model::node_page_size + 1 ? out.nodes : out.kept).push_back(node);
  }
  for (uint16_t i = 0; i < 9; ++i) {
    model::node_state node;
    node.node = static_cast<model::node_index>(200 + i);
    out.kept.push_back(node);
  }
  return out;
}

inline kv_batch example_long_tree() {
  const model::workflow_record record = example_long_record();
  const model::workflow_event event = model::workflow_events::created{};
  const model::cause why;
  return encode_step({example_long, std::nullopt, &record, &event, record.modified, &why, "2024a"})
      .changes;
}

}  // namespace foliot::store

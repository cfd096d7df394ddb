// A small engine for tests of the journal: it advances the real machines and stores each step as
// the committer does.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "rehearsal/memory_store.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"
#include "store/replay.hpp"
#include "store/step_batch.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {

/// Understands texts by their name, whatever they say.
class known_definitions final : public model::definitions {
 public:
  known_definitions() {
    coordinator_made.name = "daily";
    coordinator_made.every = time::frequency{60, time::time_unit::minute, time::end_of::none};
    coordinator_made.start = sample_time;
    coordinator_made.end = plus_ms(sample_time, 2 * ms_per_hour);
    coordinator_made.workflow_path = "file:///apps/load";
    model::bundle_child child;
    child.name = "daily";
    child.app_path = "file:///apps/daily";
    bundle_made.name = "retail";
    bundle_made.coordinators.push_back(child);
    model::workflow_node start, end;
    start.name = ":start:";
    start.kind = model::node_kind::start;
    start.type = ":START:";
    start.to = 1;
    end.name = "end";
    end.kind = model::node_kind::end;
    end.type = ":END:";
    workflow_made.name = el::expression::constant("load");
    workflow_made.nodes = {start, end};
    workflow_made.start = 0;
  }
  result<std::shared_ptr<const model::bundle_definition>> bundle(
      const model::definition_text&) const override {
    return std::make_shared<const model::bundle_definition>(bundle_made);
  }
  result<std::shared_ptr<const model::coordinator_definition>> coordinator(
      const model::definition_text& text) const override {
    model::coordinator_definition out = coordinator_made;
    if (text.xml == "<patient/>") out.timeout_minutes = limits::timeout_minutes_max;
    return std::make_shared<const model::coordinator_definition>(std::move(out));
  }
  result<std::shared_ptr<const model::workflow_definition>> workflow(
      const model::definition_text& text) const override {
    if (text.xml.empty()) return failure{errc::bad_input, "no longer understood", "", "", ""};
    return std::make_shared<const model::workflow_definition>(workflow_made);
  }

  model::bundle_definition bundle_made;
  model::coordinator_definition coordinator_made;
  model::workflow_definition workflow_made;
};

/// Advances entities and writes their steps; one batch each.
class engine {
 public:
  engine() {
    epoch_taken epoch = take_epoch(store, "foliot", sample_time).value();
    ids = std::move(epoch.ids);
    sequence = epoch.last_sequence;
  }

  template <class Record>
  Record& record(const entity_id& id) {
    return std::get<std::map<entity_id, Record>>(records)[id];
  }
  void bundle(const entity_id& id, const model::bundle_event& event) {
    take<model::bundle_record>(id, event, model::bundle_context{id, made.bundle_made});
  }
  void coordinator(const entity_id& id, const model::coordinator_event& event) {
    take<model::coordinator_record>(id, event,
                                    model::coordinator_context{id, made.coordinator_made});
  }
  void action(const entity_id& id, const model::action_event& event) {
    take<model::action_record>(
        id, event, model::action_context{id, made.coordinator_made, made.coordinator_made.end});
  }
  void workflow(const entity_id& id, const model::workflow_event& event) {
    take<model::workflow_record>(id, event,
                                 model::workflow_context{id, ids.text(id), made.workflow_made, conf,
                                                         model::lost_rule::rerun});
  }
  hash128 define(job_number root, entity_kind kind, const std::string& xml) {
    auto [hash, row] = definition_change(0, root, {kind, "file:///apps", "", xml, conf});
    EXPECT_TRUE(store.write({row}, true).ok());
    return hash;
  }
  replay_report replayed() const {
    const auto report = replay(store, made);
    EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.error().text());
    return report.ok() ? report.value() : replay_report{};
  }

  rehearsal::memory_store store;
  known_definitions made;
  wire_ids ids;
  model::configuration conf{{"queue", "default"}};
  uint64_t sequence = 0;
  instant now = plus_ms(sample_time, ms_per_day);
  /// Of each step its sequence, its entity and the record that it led to.
  std::vector<std::tuple<uint64_t, entity_id, std::string>> past;

 private:
  template <class Record, class Event, class Context>
  void take(const entity_id& id, const Event& event, const Context& context) {
    Record& old = record<Record>(id);
    auto step = model::advance(context, old, event, now);
    ASSERT_FALSE(step.broken.has_value()) << *step.broken;
    ASSERT_TRUE(step.accepted) << "event of " << ids.text(id);
    const model::cause why;
    recorded_step recorded{id, std::nullopt, &step.next, &event, now, &why, "test"};
    if (old.version != 0) recorded.before = &old;
    encoded_step encoded = encode_step(recorded);
    kv_batch batch = encoded.changes;
    batch.add(journal_change(0, id.root, ++sequence, 1, encoded));
    batch.add(sequence_change(0, sequence));
    ASSERT_TRUE(store.write(batch, true).ok());
    past.emplace_back(sequence, id, encode_record(&step.next));
    old = step.next;
    for (const auto& birth : step.births) bear(birth);
    now = plus_ms(now, 10);
  }
  void bear(const model::birth<model::coordinator_event>& b) { coordinator(b.id, b.event); }
  void bear(const model::birth<model::action_event>& b) { action(b.id, b.event); }
  void bear(const model::birth<model::workflow_event>& b) { workflow(b.id, b.event); }
  void bear(const model::birth<model::no_child>&) {}

  std::tuple<std::map<entity_id, model::bundle_record>,
             std::map<entity_id, model::coordinator_record>,
             std::map<entity_id, model::action_record>, std::map<entity_id, model::workflow_record>>
      records;
};

/// A bundle of one coordinator, whose first action has run, and a workflow by itself.
class small_story : public testing::Test {
 protected:
  small_story() {
    const hash128 bundle_text = run.define(root, entity_kind::bundle, "<bundle/>");
    const hash128 coordinator_text = run.define(root, entity_kind::coordinator, "<coordinator/>");
    const hash128 workflow_text = run.define(root, entity_kind::workflow, "<workflow/>");
    run.bundle(bundle, model::bundle_events::created{bundle_text, "ada", "retail", "file:///r"});
    run.bundle(bundle, model::bundle_events::started{{coordinator.job}});
    run.bundle(bundle, model::bundle_events::coordinator_accepted{
                           0, {coordinator_text, "ada", "daily", "file:///apps/daily", root}});
    run.coordinator(coordinator, model::coordinator_events::materialised{12});
    run.action(first, model::action_events::inputs_found{});
    model::action_events::submitted submitted;
    submitted.workflow = workflow.job;
    submitted.birth.definition = workflow_text;
    submitted.birth.conf_base = coordinator_text;
    submitted.birth.user = "ada";
    submitted.birth.name = "load";
    submitted.birth.parent = first;
    run.action(first, submitted);
    run.action(first, model::action_events::workflow_changed{model::status::succeeded, "", ""});
    // A tree of one workflow, whose configuration is its definition's.
    const hash128 alone_text = run.define(alone.root, entity_kind::workflow, "<alone/>");
    run.workflow(alone, model::workflow_events::created{
                            alone_text, {}, {}, "bob", "load", "file:///w", {}, true});
    run.workflow(alone, model::workflow_events::started{});
  }
  void write(const kv_change& row) { ASSERT_TRUE(run.store.write({row}, true).ok()); }
  model::journal_entry entry(job_number of, uint64_t sequence) {
    const auto row = run.store.get(table::journal, journal_key(0, of, sequence));
    return decode_entry(0, of, sequence, **row).value();
  }
  void put(const model::journal_entry& changed) {
    write({table::journal, journal_key(0, changed.entity.root, changed.sequence),
           encode_entry(changed)});
  }

  const job_number root = make_job_number(1, 1);
  const entity_id bundle = job_id(entity_kind::bundle, root, root);
  const entity_id coordinator = job_id(entity_kind::coordinator, root, root + 1);
  const entity_id first = action_of(coordinator, 1);
  const entity_id workflow = job_id(entity_kind::workflow, root, root + 2);
  const entity_id alone = job_id(entity_kind::workflow, root + 9, root + 9);
  engine run;
};

}  // namespace foliot::store

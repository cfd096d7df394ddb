// Replay over journals that a small engine in this file writes: it advances the real machines and
// stores each step as the committer does.
#include "store/replay.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/limits.hpp"
#include "rehearsal/memory_store.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"
#include "store/step_batch.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

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

class replay_test : public testing::Test {
 protected:
  replay_test() {
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

TEST_F(replay_test, actions_are_folded_by_the_definition_that_they_keep) {
  run.made.coordinator_made.timeout_minutes = 60;
  const hash128 next = run.define(root, entity_kind::coordinator, "<patient/>");
  run.coordinator(coordinator, model::coordinator_events::updated{next, "file:///next"});
  EXPECT_EQ(run.record<model::coordinator_record>(coordinator).former.size(), 1u);
  // Only the definition from before the update has lost its patience by now.
  run.now = plus_ms(run.now, 2 * ms_per_hour);
  run.action(action_of(coordinator, 2), model::action_events::timed_out{});
  const auto report = run.replayed();
  EXPECT_EQ(report.first_difference, "");
  EXPECT_EQ(report.differ, 0u);
}

TEST_F(replay_test, a_journal_leads_to_the_stored_records) {
  const auto report = run.replayed();
  EXPECT_EQ(report.first_difference, "");
  EXPECT_EQ(report.differ, 0u);
  EXPECT_EQ(report.trees, 2u);
  EXPECT_EQ(report.entries, run.sequence);
  EXPECT_EQ(report.entities, 6u);  // bundle, coordinator, two actions, two workflows
  EXPECT_EQ(report.other_core, 0u);
  EXPECT_EQ(run.record<model::workflow_record>(workflow).state, model::status::succeeded);
  EXPECT_EQ(run.record<model::action_record>(first).state, model::status::succeeded);
}

TEST_F(replay_test, an_empty_store_has_nothing_to_differ) {
  const rehearsal::memory_store empty;
  const auto report = replay(empty, run.made);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->entries, 0u);
  EXPECT_EQ(report->entities, 0u);
}

TEST_F(replay_test, a_changed_record_is_found) {
  auto record = run.record<model::action_record>(first);
  record.nominal = plus_ms(record.nominal, 1);
  write({table::record, record_key(first), encode_record(&record)});
  const auto report = run.replayed();
  EXPECT_EQ(report.differ, 1u);
  EXPECT_EQ(report.first_difference,
            run.ids.text(first) + ": the stored record is not the one that the journal leads to");
}

TEST_F(replay_test, a_missing_and_an_additional_record_are_found) {
  write({table::record, record_key(workflow), std::nullopt});
  auto report = run.replayed();
  EXPECT_EQ(report.differ, 1u);
  EXPECT_EQ(report.entities, 6u);
  EXPECT_EQ(report.first_difference,
            run.ids.text(workflow) + ": it is in the journal, but has no record");
  const auto record = sample_workflow({});
  const auto other = job_id(entity_kind::workflow, root + 5, root + 5);  // a tree of its own
  write({table::record, record_key(other), encode_record(&record)});
  report = run.replayed();
  EXPECT_EQ(report.differ, 2u);
  EXPECT_EQ(report.trees, 3u);
  EXPECT_EQ(report.entities, 7u);
}

TEST_F(replay_test, a_changed_event_is_found) {
  auto changed = entry(root, 1);
  std::get<model::bundle_events::created>(std::get<model::bundle_event>(changed.event)).user =
      "eve";
  put(changed);
  const auto report = run.replayed();
  EXPECT_EQ(report.differ, 1u);
  EXPECT_NE(report.first_difference.find(run.ids.text(bundle) +
                                         ": entry 1 (bundle.created, version 1): the step makes a "
                                         "record with digest "),
            std::string::npos)
      << report.first_difference;
}

TEST_F(replay_test, a_changed_birth_is_found) {
  auto changed = entry(root, 6);
  ASSERT_EQ(changed.entity, first);
  std::get<model::action_events::created>(std::get<model::action_event>(changed.event))
      .nominal.ms++;
  put(changed);
  const auto report = run.replayed();
  EXPECT_EQ(report.first_difference, run.ids.text(first) +
                                         ": entry 6 (action.created, version 1): its event is not "
                                         "the one that its parent's step gave it");
  EXPECT_EQ(report.differ, 1u);
}

TEST_F(replay_test, a_child_out_of_nowhere_and_a_lost_one_are_found) {
  for (uint64_t sequence = 1; sequence <= run.sequence; ++sequence) {
    const auto row = run.store.get(table::journal, journal_key(0, root, sequence));
    if (!row.value() || entry(root, sequence).entity != action_of(coordinator, 2)) continue;
    write({table::journal, journal_key(0, root, sequence), std::nullopt});
  }
  auto report = run.replayed();
  EXPECT_EQ(report.differ, 1u);
  EXPECT_EQ(report.first_difference, run.ids.text(action_of(coordinator, 2)) +
                                         ": it has a record, but nothing in the journal");
  write({table::record, record_key(action_of(coordinator, 2)), std::nullopt});
  report = run.replayed();
  EXPECT_EQ(report.differ, 1u);
  EXPECT_EQ(report.entities, 6u);
  EXPECT_EQ(report.first_difference, run.ids.text(action_of(coordinator, 2)) +
                                         ": its parent's step bore it, but it is nowhere");
  engine other;
  const hash128 text = other.define(root, entity_kind::coordinator, "<coordinator/>");
  other.coordinator(coordinator,
                    model::coordinator_events::created{text, "ada", "daily", "file:///d", root});
  EXPECT_NE(other.replayed().first_difference.find("no step of a parent bore it"),
            std::string::npos);
}

TEST_F(replay_test, a_missing_definition_is_found) {
  const auto hash = run.record<model::workflow_record>(alone).definition;
  write({table::definition, definition_key(0, alone.root, hash), std::nullopt});
  const auto report = run.replayed();
  EXPECT_EQ(report.differ, 1u);
  EXPECT_NE(report.first_difference.find("is not stored"), std::string::npos)
      << report.first_difference;
}

TEST_F(replay_test, a_definition_that_is_not_understood_any_more_is_found) {
  const hash128 hash = run.define(root + 20, entity_kind::workflow, "<w/>");
  const auto id = job_id(entity_kind::workflow, root + 20, root + 20);
  run.workflow(id,
               model::workflow_events::created{hash, {}, {}, "bob", "n", "file:///w", {}, false});
  EXPECT_EQ(run.replayed().differ, 0u);
  run.made.workflow_made.nodes.clear();  // other rules: this definition has no start node now
  run.made.workflow_made.start = model::no_node;
  EXPECT_GE(run.replayed().differ, 3u);
}

TEST_F(replay_test, other_rules_are_told_from_defects) {
  auto older = entry(root, 4);
  older.core = model::core_version + 1;
  put(older);
  EXPECT_EQ(run.replayed().differ, 0u);
  EXPECT_EQ(run.replayed().other_core, 1u);
  older.digest = {};
  put(older);
  const auto report = run.replayed();
  EXPECT_GE(report.differ, 1u);
  EXPECT_NE(report.first_difference.find(", written by core version 7, this is 6): "),
            std::string::npos)
      << report.first_difference;
}

TEST_F(replay_test, a_journal_that_cannot_be_read_is_a_failure) {
  write({table::journal, journal_key(0, root, 3), "\x01"});
  EXPECT_EQ(replay(run.store, run.made).error().code, errc::corrupt);
  write({table::journal, journal_key(0, root, 3), "\x09"});
  EXPECT_EQ(replay(run.store, run.made).error().code, errc::too_new);
}

TEST_F(replay_test, entries_of_an_unknown_epoch_are_named_without_id) {
  engine other;
  const auto id = job_id(entity_kind::workflow, make_job_number(7, 1), make_job_number(7, 1));
  const auto record = sample_workflow({});
  ASSERT_TRUE(
      other.store.write({{table::record, record_key(id), encode_record(&record)}}, true).ok());
  EXPECT_EQ(other.replayed().first_difference,
            "job 30064771073 of an unknown epoch: it has a record, but nothing in the journal");
}

}  // namespace
}  // namespace foliot::store

// Replay over journals that a small engine writes.
#include "store/replay.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>

#include "tests/store/small_engine.hpp"

namespace foliot::store {
namespace {

class replay_test : public small_story {
 protected:
  /// How the newest step of `id` that its journal has is told.
  std::string last_step(const entity_id& id) const {
    std::string out;
    for (const auto& [sequence, of, record] : run.past)
      if (of == id)
        out = "with entry " + std::to_string(sequence) + " (version " +
              std::to_string(model::version_of(decode_record(id.kind, record).value())) + ")";
    return out;
  }
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
            run.ids.text(first) + ": the stored record is not the one that the journal leads to " +
                last_step(first));
}

TEST_F(replay_test, a_journal_that_lacks_its_end_is_told_by_its_last_entry) {
  const auto last = [&] {
    uint64_t out = 0;
    for (const auto& [sequence, id, record] : run.past)
      if (id == first) out = sequence;
    return out;
  }();
  write({table::journal, journal_key(0, root, last), std::nullopt});
  std::erase_if(run.past, [&](const auto& step) { return std::get<0>(step) == last; });
  const auto report = run.replayed();
  EXPECT_EQ(report.differ, 1u);
  EXPECT_EQ(report.first_difference,
            run.ids.text(first) + ": the stored record is not the one that the journal leads to " +
                last_step(first));
}

TEST_F(replay_test, a_journal_that_lacks_an_entry_is_told_by_the_next_of_its_entity) {
  std::vector<uint64_t> own;
  for (const auto& [sequence, id, record] : run.past)
    if (id == first) own.push_back(sequence);
  ASSERT_GE(own.size(), 3u);
  write({table::journal, journal_key(0, root, own[1]), std::nullopt});
  const auto report = run.replayed();
  EXPECT_NE(report.first_difference.find("entry " + std::to_string(own[2]) + " ("),
            std::string::npos)
      << report.first_difference;
}

TEST_F(replay_test, an_entry_that_speaks_of_a_job_of_another_database_is_found) {
  auto changed = entry(root, 2);
  std::get<model::bundle_events::started>(std::get<model::bundle_event>(changed.event))
      .coordinators = {make_job_number(77, 3)};
  put(changed);
  EXPECT_NE(run.replayed().first_difference.find(
                "entry 2 (bundle.started, version 2): it speaks of job 3 of epoch 77, which the "
                "database never had"),
            std::string::npos)
      << run.replayed().first_difference;
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
  const std::string told = ", written by core version " + std::to_string(older.core) +
                           ", this is " + std::to_string(model::core_version) + "): ";
  EXPECT_NE(report.first_difference.find(told), std::string::npos) << report.first_difference;
}

TEST_F(replay_test, an_entry_that_cannot_be_read_is_named_and_nothing_else_is_lost) {
  const auto third = run.store.get(table::journal, journal_key(0, root, 3)).value().value();
  write({table::journal, journal_key(0, root, 3), "\x01"});
  auto report = run.replayed();
  EXPECT_EQ(report.unreadable, 1u);
  EXPECT_EQ(report.entries, run.sequence);
  EXPECT_EQ(report.trees, 2u);
  EXPECT_EQ(report.first_difference.find("the tree of job "), 0u) << report.first_difference;
  EXPECT_NE(report.first_difference.find("journal entry 3 cannot be read: the end is missing at "
                                         "byte 1 (it is number 3 of its tree)"),
            std::string::npos)
      << report.first_difference;
  // Of a later version of Foliot: named as well.
  write({table::journal, journal_key(0, root, 3), "\x09"});
  report = run.replayed();
  EXPECT_EQ(report.unreadable, 1u);
  EXPECT_NE(report.first_difference.find("journal entry 3"), std::string::npos);
  // Cut at its end: whose it is can still be read, and only that entity differs.
  write({table::journal, journal_key(0, root, 3), third.substr(0, third.size() - 1)});
  report = run.replayed();
  EXPECT_EQ(report.unreadable, 1u);
  EXPECT_EQ(report.differ, 1u) << report.first_difference;
  EXPECT_EQ(report.first_difference.find(run.ids.text(bundle) + ": journal entry 3"), 0u)
      << report.first_difference;
}

TEST_F(replay_test, entries_in_another_order_are_found_at_the_first) {
  const auto at = [&](uint64_t sequence) {
    return run.store.get(table::journal, journal_key(0, root, sequence)).value().value();
  };
  const std::string first_row = at(2);
  const std::string second_row = at(3);
  write({table::journal, journal_key(0, root, 2), second_row});
  write({table::journal, journal_key(0, root, 3), first_row});
  const auto report = run.replayed();
  EXPECT_GE(report.differ, 1u);
  EXPECT_NE(report.first_difference.find("entry 2 ("), std::string::npos)
      << report.first_difference;
}

TEST_F(replay_test, an_entry_of_another_log_is_found) {
  engine other;
  other.define(root, entity_kind::bundle, "<bundle/>");
  const hash128 text = other.define(root, entity_kind::bundle, "<bundle/>");
  other.bundle(bundle, model::bundle_events::created{text, "eve", "else", "file:///e"});
  write({table::journal, journal_key(0, root, 1),
         other.store.get(table::journal, journal_key(0, root, 1)).value().value()});
  const auto report = run.replayed();
  EXPECT_NE(report.first_difference.find("entry 2 ("), std::string::npos)
      << report.first_difference;
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

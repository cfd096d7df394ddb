#include "store/step_batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

const job_number root = make_job_number(1, 1);
const job_number child = make_job_number(1, 2);

std::vector<table> tables_of(const kv_batch& batch) {
  std::vector<table> out;
  for (const kv_view change : batch) out.push_back(change.where);
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<kv_view> find(const kv_batch& batch, table where, const std::string& key) {
  for (const kv_view change : batch)
    if (change.where == where && change.key == key) return change;
  return std::nullopt;
}

encoded_step workflow_step(const model::workflow_record* before,
                           const model::workflow_record& after,
                           const model::workflow_event& event) {
  const model::cause why{7, "", "", ""};
  recorded_step step{job_id(entity_kind::workflow, root, child),
                     std::nullopt,
                     &after,
                     &event,
                     after.modified,
                     &why,
                     "2024a"};
  if (before != nullptr) step.before = before;
  return encode_step(step);
}

TEST(step_batch, the_birth_of_a_job_fills_every_index) {
  const entity_id action{0, entity_kind::action, 4, root, root};
  const auto born = sample_workflow(action);
  const auto step = workflow_step(nullptr, born, model::workflow_events::created{});
  EXPECT_EQ(tables_of(step.changes),
            (std::vector{table::record, table::by_id, table::by_status, table::by_user,
                         table::by_created, table::by_parent, table::by_name}));
  const auto id = job_id(entity_kind::workflow, root, child);
  const auto record = find(step.changes, table::record, record_key(id));
  ASSERT_TRUE(record);
  EXPECT_EQ(*record->value, encode_record(&born));
  EXPECT_EQ(step.digest, hash_of(*record->value));
  const auto by_id = find(step.changes, table::by_id, by_id_key(0, child));
  ASSERT_TRUE(by_id);
  EXPECT_EQ(hex(*by_id->value),
            "04"
            "0000000100000001");
  const auto by_parent = find(step.changes, table::by_parent, by_parent_key(0, root, root, child));
  ASSERT_TRUE(by_parent);
  EXPECT_EQ(hex(*by_parent->value), "04");
  for (const auto& [where, key] :
       {std::pair{table::by_user,
                  by_user_key(0, "ada", entity_kind::workflow, born.created, child)},
        std::pair{table::by_name,
                  by_name_key(0, entity_kind::workflow, "load", born.created, child)},
        std::pair{table::by_created, by_created_key(0, entity_kind::workflow, born.created, child)},
        std::pair{table::by_status, by_status_key(0, entity_kind::workflow, model::status::running,
                                                  born.created, child)}}) {
    const auto row = find(step.changes, where, key);
    ASSERT_TRUE(row);
    EXPECT_EQ(*row->value, encode_u64(root));
  }
  EXPECT_GT(step.bytes, step.journal.size());
}

TEST(step_batch, a_default_record_before_is_a_birth) {
  const model::workflow_record unborn;
  const auto born = sample_workflow({});
  const auto with = workflow_step(&unborn, born, model::workflow_events::created{});
  const auto without = workflow_step(nullptr, born, model::workflow_events::created{});
  EXPECT_EQ(tables_of(with.changes), tables_of(without.changes));
  EXPECT_EQ(with.journal, without.journal);
  EXPECT_EQ(tables_of(without.changes),  // a root has no parent
            (std::vector{table::record, table::by_id, table::by_status, table::by_user,
                         table::by_created, table::by_name}));
}

TEST(step_batch, a_step_within_a_status_writes_the_record_only) {
  const auto before = sample_workflow({});
  auto after = before;
  after.version = 2;
  const auto step = workflow_step(&before, after, model::workflow_events::run_started{1, 1, 99});
  EXPECT_EQ(tables_of(step.changes), std::vector{table::record});
}

TEST(step_batch, a_new_status_moves_its_row) {
  const auto before = sample_workflow({});
  auto after = before;
  after.version = 2;
  after.state = model::status::killed;
  const auto step = workflow_step(&before, after, model::workflow_events::killed{});
  ASSERT_EQ(step.changes.size(), 3u);
  const auto gone =
      find(step.changes, table::by_status,
           by_status_key(0, entity_kind::workflow, model::status::running, before.created, child));
  const auto come =
      find(step.changes, table::by_status,
           by_status_key(0, entity_kind::workflow, model::status::killed, before.created, child));
  ASSERT_TRUE(gone);
  ASSERT_TRUE(come);
  EXPECT_FALSE(gone->value);
  EXPECT_EQ(come->value, encode_u64(root));
}

TEST(step_batch, an_action_writes_one_small_record) {
  const entity_id action{0, entity_kind::action, 4, root, root};
  const auto record = sample_action();
  const model::action_event event = model::action_events::created{record.nominal};
  const model::cause why{7, "", "", ""};
  const auto step =
      encode_step({action, std::nullopt, &record, &event, record.modified, &why, "2024a"});
  EXPECT_EQ(tables_of(step.changes), std::vector{table::record});
  EXPECT_LE((*step.changes.begin()).value->size(), 40u);
  EXPECT_LE(step.journal.size(), 60u);
}

TEST(step_batch, the_journal_value_reads_as_the_step) {
  const auto before = sample_workflow({});
  auto after = before;
  after.version = 2;
  const auto step = workflow_step(&before, after, model::workflow_events::run_started{1, 2, 99});
  const kv_change row = journal_change(0, root, 12, 3, step);
  EXPECT_EQ(row.where, table::journal);
  EXPECT_EQ(row.key, journal_key(0, root, 12));
  const auto entry = decode_entry(0, root, 12, *row.value);
  ASSERT_TRUE(entry.ok());
  EXPECT_EQ(entry->sequence, 12u);
  EXPECT_EQ(entry->epoch, 3u);
  EXPECT_EQ(entry->entity, job_id(entity_kind::workflow, root, child));
  EXPECT_EQ(entry->version, 2u);
  EXPECT_EQ(entry->now, after.modified);
  EXPECT_EQ(entry->why.sequence, 7u);
  EXPECT_EQ(entry->core, model::core_version);
  EXPECT_EQ(entry->definition, after.definition);
  EXPECT_EQ(entry->tz_version, "2024a");
  EXPECT_EQ(entry->digest, step.digest);
  const auto& event =
      std::get<model::workflow_events::run_started>(std::get<model::workflow_event>(entry->event));
  EXPECT_EQ(event.attempt, 2);
  EXPECT_EQ(event.external_id, 99);
}

TEST(step_batch, a_definition_is_named_by_its_bytes) {
  const model::definition_text text{entity_kind::bundle, "file:///a", "", "<x/>", {{"k", "v"}}};
  const auto [hash, row] = definition_change(0, root, text);
  EXPECT_EQ(row.where, table::definition);
  EXPECT_EQ(row.key, definition_key(0, root, hash));
  EXPECT_EQ(hash, hash_of(*row.value));
  EXPECT_EQ(*decode_definition(*row.value), text);
  auto other = text;
  other.conf["k"] = "w";
  EXPECT_NE(definition_change(0, root, other).first, hash);
  EXPECT_EQ(definition_change(0, child, text).first, hash);
}

TEST(step_batch, a_root_is_found_by_its_external_id) {
  model::definition_text text{entity_kind::bundle, "file:///a", "", "<x/>", {{"user.name", "ada"}}};
  const entity_id bundle = job_id(entity_kind::bundle, root, root);
  const auto rows = [&] {
    kv_batch out;
    add_root_rows(bundle, text, out);
    return out;
  };
  EXPECT_EQ(tables_of(rows()), std::vector{table::definition});
  text.conf["oozie.coord.external.id"] = "of another kind";
  text.conf["oozie.bundle.external.id"] = "";
  EXPECT_EQ(tables_of(rows()), std::vector{table::definition});
  text.conf["oozie.bundle.external.id"] = "day-5";
  const kv_batch both = rows();
  EXPECT_EQ(tables_of(both), (std::vector{table::definition, table::by_external}));
  const auto row =
      find(both, table::by_external, by_external_key(0, entity_kind::bundle, "day-5", "ada", root));
  ASSERT_TRUE(row);
  EXPECT_EQ(*row->value, encode_u64(root));
}

TEST(step_batch, a_quarantine_note_stands_under_its_entity) {
  const model::quarantine_note note{job_id(entity_kind::workflow, root, child), sample_time, "e",
                                    "w"};
  const auto row = quarantine_change(note);
  EXPECT_EQ(row.where, table::quarantine);
  EXPECT_EQ(row.key, record_key(note.entity));
  EXPECT_EQ(decode_note(*row.value)->why, "w");
}

}  // namespace
}  // namespace foliot::store

#include "store/store_reader.hpp"

#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "model/external_id.hpp"
#include "rehearsal/memory_store.hpp"
#include "store/epochs.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

using model::status;

std::vector<job_number> jobs_of(const model::job_page& page) {
  std::vector<job_number> out;
  for (const model::job_row& row : page.rows) out.push_back(row.id.job);
  return out;
}

class store_reader_test : public testing::Test {
 protected:
  store_reader_test() {
    epoch_taken epoch = take_epoch(store, "foliot", sample_time).value();
    ids = std::move(epoch.ids);
  }
  /// A workflow tree of its own, created `minute` minutes after the sample time.
  void workflow(job_number job, int64_t minute, const std::string& user, const std::string& name,
                status state = status::running) {
    model::workflow_record record = sample_workflow({});
    record.created = plus_ms(sample_time, minute * ms_per_minute);
    record.user = user;
    record.name = name;
    record.state = state;
    log.born(job_id(entity_kind::workflow, job, job), record);
  }
  void write() { ASSERT_TRUE(store.write(log.take(), true).ok()); }
  model::job_page list(const model::job_filter& filter, uint64_t offset = 0,
                       uint64_t length = 100) {
    const store_reader reader(store, ids);
    auto page = reader.jobs(entity_kind::workflow, filter, offset, length);
    EXPECT_TRUE(page.ok()) << (page.ok() ? "" : page.error().text());
    return page.ok() ? page.value() : model::job_page{};
  }

  rehearsal::memory_store store;
  wire_ids ids;
  sample_log log;
};

TEST_F(store_reader_test, lists_are_newest_first_and_counted) {
  workflow(1, 10, "ada", "a");
  workflow(2, 30, "bob", "b");
  workflow(3, 20, "ada", "c");
  workflow(4, 30, "ada", "a", status::succeeded);
  log.born(job_id(entity_kind::bundle, 9, 9), sample_bundle());
  write();
  const auto all = list({});
  EXPECT_EQ(jobs_of(all), (std::vector<job_number>{4, 2, 3, 1}));
  EXPECT_EQ(all.total, 4u);
  const auto page = list({}, 1, 2);
  EXPECT_EQ(jobs_of(page), (std::vector<job_number>{2, 3}));
  EXPECT_EQ(page.total, 4u);
  EXPECT_EQ(jobs_of(list({}, 4, 2)), std::vector<job_number>{});
  EXPECT_EQ(list({}, UINT64_MAX, UINT64_MAX).total, 4u);
  EXPECT_EQ(list({}, 0, 0).total, 4u);
}

TEST_F(store_reader_test, filters_narrow_a_list) {
  workflow(1, 10, "ada", "a");
  workflow(2, 20, "bob", "b");
  workflow(3, 30, "ada", "b", status::succeeded);
  workflow(4, 40, "cid", "a", status::killed);
  workflow(5, 50, "ada", "a", status::succeeded);
  write();
  const auto found = [&](const model::job_filter& filter) {
    const auto page = list(filter);
    EXPECT_EQ(page.total, page.rows.size());
    return jobs_of(page);
  };
  using jobs = std::vector<job_number>;
  EXPECT_EQ(found({{"ada"}, {}, {}, {}}), (jobs{5, 3, 1}));
  EXPECT_EQ(found({{"ada", "bob", "ada"}, {}, {}, {}}), (jobs{5, 3, 2, 1}));
  EXPECT_EQ(found({{"nobody"}, {}, {}, {}}), jobs{});
  EXPECT_EQ(found({{}, {"a"}, {}, {}}), (jobs{5, 4, 1}));
  EXPECT_EQ(found({{}, {}, {status::succeeded}, {}}), (jobs{5, 3}));
  EXPECT_EQ(found({{}, {}, {status::killed, status::running, status::killed}, {}}),
            (jobs{4, 2, 1}));
  EXPECT_EQ(found({{"ada"}, {}, {status::succeeded, status::killed}, {}}), (jobs{5, 3}));
  EXPECT_EQ(found({{"ada"}, {"a"}, {status::succeeded}, {}}), (jobs{5}));
  EXPECT_EQ(found({{}, {}, {}, {2, 4, 77, 2}}), (jobs{4, 2}));
  EXPECT_EQ(found({{"bob"}, {}, {}, {2, 4}}), (jobs{2}));
  const auto page = list({{"ada"}, {}, {status::succeeded}, {}}, 1, 1);
  EXPECT_EQ(jobs_of(page), jobs{3});
  EXPECT_EQ(page.total, 2u);
}

TEST_F(store_reader_test, a_page_has_a_limit) {
  for (job_number job = 1; job <= limits::list_length_max + 5; ++job) workflow(job, 1, "ada", "a");
  write();
  const auto page = list({}, 0, UINT64_MAX);
  EXPECT_EQ(page.rows.size(), limits::list_length_max);
  EXPECT_EQ(page.total, limits::list_length_max + 5);
}

TEST_F(store_reader_test, a_changed_status_moves_a_job_between_lists) {
  const auto id = job_id(entity_kind::workflow, 1, 1);
  const auto before = sample_workflow({});
  auto after = before;
  after.version = 2;
  after.state = status::killed;
  log.born(id, before);
  log.add<model::workflow_record, model::workflow_event>(id, before, after,
                                                         model::workflow_events::killed{});
  write();
  EXPECT_EQ(list({{}, {}, {status::running}, {}}).total, 0u);
  EXPECT_EQ(list({{}, {}, {status::killed}, {}}).total, 1u);
  EXPECT_EQ(list({}).total, 1u);
}

TEST_F(store_reader_test, finds_jobs_and_records) {
  const job_number root = make_job_number(1, 1);
  const auto bundle = job_id(entity_kind::bundle, root, root);
  const auto coordinator = job_id(entity_kind::coordinator, root, root + 1);
  const auto action = action_of(coordinator, 1);
  const auto workflow = job_id(entity_kind::workflow, root, root + 2);
  auto coordinator_record = sample_coordinator();
  coordinator_record.bundle = root;
  log.born(bundle, sample_bundle());
  log.born(coordinator, coordinator_record);
  log.born(action, sample_action());
  log.born(workflow, sample_workflow(action));
  write();
  const store_reader reader(store, ids);
  EXPECT_EQ(*reader.locate(entity_kind::coordinator, root + 1), coordinator);
  EXPECT_EQ(*reader.locate(entity_kind::workflow, root + 1), std::nullopt);
  EXPECT_EQ(*reader.locate(entity_kind::action, root + 1), std::nullopt);
  EXPECT_EQ(*reader.locate(entity_kind::bundle, 77), std::nullopt);
  EXPECT_EQ(*reader.children(bundle), std::vector{coordinator});
  EXPECT_EQ(*reader.children(coordinator), std::vector{workflow});
  EXPECT_EQ(*reader.children(workflow), std::vector<entity_id>{});
  const auto record = reader.record(action);
  ASSERT_TRUE(record.ok());
  ASSERT_TRUE(record->has_value());
  EXPECT_EQ(std::get<model::action_record>(**record).workflow, sample_action().workflow);
  EXPECT_FALSE(reader.record(action_of(coordinator, 2))->has_value());
  EXPECT_EQ(reader.ids().text(action), "0000002-241120120000000-foliot-C@1");
}

TEST_F(store_reader_test, shows_actions_by_number) {
  const auto coordinator = job_id(entity_kind::coordinator, 5, 5);
  log.born(coordinator, sample_coordinator());
  for (uint32_t number : {3u, 1u, 2u, 300u})
    log.born(action_of(coordinator, number), sample_action());
  log.born(action_of(job_id(entity_kind::coordinator, 5, 6), 1), sample_action());
  write();
  const store_reader reader(store, ids);
  const auto numbers = [&](uint32_t first, uint64_t length, size_t stop_after) {
    std::vector<uint32_t> out;
    EXPECT_TRUE(reader
                    .actions(coordinator, first, length,
                             [&](uint32_t number, const model::action_record&) {
                               out.push_back(number);
                               return out.size() < stop_after;
                             })
                    .ok());
    return out;
  };
  EXPECT_EQ(numbers(0, 100, 100), (std::vector<uint32_t>{1, 2, 3, 300}));
  EXPECT_EQ(numbers(2, 2, 100), (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(numbers(0, 100, 1), (std::vector<uint32_t>{1}));
  EXPECT_EQ(numbers(0, 0, 100), std::vector<uint32_t>{});
  EXPECT_EQ(numbers(301, 5, 100), std::vector<uint32_t>{});
}

TEST_F(store_reader_test, shows_the_journal_of_one_tree) {
  workflow(1, 1, "ada", "a");
  workflow(2, 1, "ada", "a");
  workflow(1, 2, "ada", "a");
  write();
  const store_reader reader(store, ids);
  std::vector<uint64_t> sequences;
  const auto note = [&](const model::journal_entry& entry) {
    sequences.push_back(entry.sequence);
    EXPECT_EQ(entry.entity.root, 1u);
    return true;
  };
  ASSERT_TRUE(reader.journal(1, 0, note).ok());
  EXPECT_EQ(sequences, (std::vector<uint64_t>{1, 3}));
  sequences.clear();
  ASSERT_TRUE(reader.journal(1, 2, note).ok());
  EXPECT_EQ(sequences, (std::vector<uint64_t>{3}));
}

/// Reading the history of one job costs nothing for what else stands in its tree.
TEST_F(store_reader_test, decodes_entries_of_the_entity_that_is_asked_for_alone) {
  const auto id = job_id(entity_kind::workflow, 1, 1);
  const auto other = job_id(entity_kind::workflow, 1, 2);
  for (const entity_id& each : {id, other, id}) log.born(each, sample_workflow({}));
  write();
  const auto row = store.get(table::journal, journal_key(0, 1, 2));
  ASSERT_TRUE(row && *row);
  std::string broken = **row;
  broken.resize(broken.size() / 2);
  ASSERT_TRUE(store.write({{table::journal, journal_key(0, 1, 2), broken}}, true).ok());
  const store_reader reader(store, ids);
  std::vector<uint64_t> sequences;
  const auto note = [&](const model::journal_entry& entry) {
    sequences.push_back(entry.sequence);
    return true;
  };
  ASSERT_TRUE(reader.journal_of(id, 0, note).ok());
  EXPECT_EQ(sequences, (std::vector<uint64_t>{1, 3}));
  sequences.clear();
  ASSERT_TRUE(reader.journal_of(id, 2, note).ok());
  EXPECT_EQ(sequences, (std::vector<uint64_t>{3}));
  EXPECT_EQ(reader.journal_of(other, 0, note).error().code, errc::corrupt);
}

TEST_F(store_reader_test, gives_definitions_and_notes) {
  const model::definition_text text{entity_kind::workflow, "file:///a", "", "<x/>", {}};
  const auto [hash, row] = definition_change(0, 7, text);
  const model::quarantine_note note{job_id(entity_kind::workflow, 7, 7), sample_time, "e", "why"};
  ASSERT_TRUE(store.write({row, quarantine_change(note)}, true).ok());
  const store_reader reader(store, ids);
  EXPECT_EQ(*reader.definition(7, hash), text);
  EXPECT_EQ(*reader.definition(8, hash), std::nullopt);
  EXPECT_EQ((*reader.quarantined(note.entity))->why, "why");
  EXPECT_FALSE(reader.quarantined(job_id(entity_kind::workflow, 8, 8))->has_value());
  auto other = row;
  *other.value += "x";
  ASSERT_TRUE(store.write({other}, true).ok());
  EXPECT_EQ(reader.definition(7, hash).error().code, errc::corrupt);
}

TEST_F(store_reader_test, finds_jobs_by_external_id) {
  kv_batch rows;
  const auto submit = [&](entity_kind kind, job_number job, const std::string& user,
                          const std::string& external) {
    model::definition_text text{kind, "file:///a", "", "<x/>", {{"user.name", user}}};
    text.conf[std::string(model::external_id_property(kind))] = external;
    add_root_rows(job_id(kind, job, job), text, rows);
  };
  submit(entity_kind::workflow, 4, "ada", "x");
  submit(entity_kind::workflow, 2, "bob", "x");
  submit(entity_kind::workflow, 3, "ada", "x");
  submit(entity_kind::bundle, 1, "ada", "x");
  submit(entity_kind::workflow, 5, "ada", "xy");
  ASSERT_TRUE(store.write(rows, true).ok());
  const store_reader reader(store, ids);
  const auto found = [&](entity_kind kind, std::string_view id, std::string_view user) {
    const auto job = reader.find_external(kind, id, user);
    EXPECT_TRUE(job.ok());
    return job.ok() && job.value() ? job.value()->job : 0;
  };
  EXPECT_EQ(found(entity_kind::workflow, "x", "ada"), 3u);
  EXPECT_EQ(found(entity_kind::workflow, "x", "bob"), 2u);
  EXPECT_EQ(found(entity_kind::workflow, "x", ""), 2u);
  EXPECT_EQ(found(entity_kind::workflow, "x", "cid"), 0u);
  EXPECT_EQ(found(entity_kind::bundle, "x", ""), 1u);
  EXPECT_EQ(found(entity_kind::coordinator, "x", ""), 0u);
  EXPECT_EQ(found(entity_kind::workflow, "", ""), 0u);
  const auto key = by_external_key(0, entity_kind::workflow, "x", "ada", 1);
  ASSERT_TRUE(store.write({{table::by_external, key, "?"}}, true).ok());
  EXPECT_EQ(reader.find_external(entity_kind::workflow, "x", "").error().code, errc::corrupt);
}

TEST_F(store_reader_test, damaged_rows_are_reported) {
  workflow(1, 1, "ada", "a");
  write();
  const auto id = job_id(entity_kind::workflow, 1, 1);
  ASSERT_TRUE(store
                  .write({{table::record, record_key(id), "\x01"},
                          {table::journal, journal_key(0, 1, 1), "\x01"},
                          {table::by_id, by_id_key(0, 1), ""},
                          {table::by_parent, by_parent_key(0, 1, 1, 1), "\x09"},
                          {table::record, record_key(action_of(id, 1)), ""}},
                         true)
                  .ok());
  const store_reader reader(store, ids);
  EXPECT_EQ(reader.record(id).error().code, errc::corrupt);
  EXPECT_EQ(reader.jobs(entity_kind::workflow, {}, 0, 10).error().code, errc::corrupt);
  EXPECT_EQ(reader.jobs(entity_kind::workflow, {{}, {"a"}, {}, {}}, 0, 10).error().code,
            errc::corrupt);
  EXPECT_EQ(reader.locate(entity_kind::workflow, 1).error().code, errc::corrupt);
  EXPECT_EQ(reader.children(id).error().code, errc::corrupt);
  EXPECT_EQ(reader.journal(1, 0, [](const model::journal_entry&) { return true; }).error().code,
            errc::corrupt);
  EXPECT_EQ(reader.actions(id, 0, 9, [](uint32_t, const model::action_record&) { return true; })
                .error()
                .code,
            errc::corrupt);
  ASSERT_TRUE(
      store
          .write({{table::by_created, by_created_key(0, entity_kind::bundle, sample_time, 1), "x"}},
                 true)
          .ok());
  EXPECT_EQ(reader.jobs(entity_kind::bundle, {}, 0, 10).error().code, errc::corrupt);
}

}  // namespace
}  // namespace foliot::store

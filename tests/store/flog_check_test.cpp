// Bug reports whose rows are whole and say what cannot be.
#include "store/flog_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "store/epoch_rows.hpp"
#include "store/named_jobs.hpp"
#include "store/past_reader.hpp"
#include "store/tree_export.hpp"
#include "store/tree_fold.hpp"
#include "tests/store/small_engine.hpp"

namespace foliot::store {
namespace {

constexpr job_number stranger = make_job_number(77, 3);

class flog_check : public small_story {
 protected:
  flog_check() {
    rows = std::move(export_tree(run.store, run.made, root, word_map::none()).value().rows);
  }
  flog_content read() const {
    flog_content out = decode_flog(encode_flog({"x", model::core_version, false}, rows)).value();
    EXPECT_TRUE(out.damage.empty());
    return out;
  }
  kv_change& journal_row(uint64_t sequence) {
    const std::string key = journal_key(0, root, sequence);
    return *std::find_if(rows.begin(), rows.end(), [&](const kv_change& row) {
      return row.where == table::journal && row.key == key;
    });
  }
  /// Changes the event of the first entry that has one of that type; its sequence.
  template <class Any, class Event, class Change>
  uint64_t change(const Change& how) {
    for (kv_change& row : rows) {
      if (row.where != table::journal) continue;
      const auto at = parse_journal_key(row.key);
      auto content = decode_entry(0, root, at->sequence, *row.value).value();
      auto* event = std::get_if<Any>(&content.event);
      if (event == nullptr || !std::holds_alternative<Event>(*event)) continue;
      how(std::get<Event>(*event));
      row.value = encode_entry(content);
      return at->sequence;
    }
    ADD_FAILURE() << "no such event";
    return 0;
  }
  /// All that reads a report does so without an end.
  void fold_all() const {
    rehearsal::memory_store elsewhere;
    const flog_content content = read();
    kv_batch batch;
    for (const kv_change& row : content.rows) batch.add(row);
    for (const kv_change& row : missing_epochs(content.rows)) batch.add(row);
    ASSERT_TRUE(elsewhere.write(batch, true).ok());
    const auto report = replay(elsewhere, run.made);
    ASSERT_TRUE(report.ok());
    size_t lines = 0;
    ASSERT_TRUE(
        each_digest(elsewhere, run.made, [&](const std::string&) { return ++lines, true; }).ok());
    EXPECT_LE(lines, report->entries);
    EXPECT_GE(lines + 1, report->entries);
    const store_reader now(elsewhere, load_epochs(elsewhere).value());
    const past_reader past(elsewhere, now, run.made, {});
    for (const entity_id& id : {bundle, coordinator, first, workflow}) (void)past.record(id);
  }
  static std::string named(uint64_t sequence, const flog_content& content) {
    for (size_t i = 0; i < content.rows.size(); ++i) {
      const auto at = content.rows[i].where == table::journal
                          ? parse_journal_key(content.rows[i].key)
                          : std::nullopt;
      if (at && at->sequence == sequence)
        return "journal entry " + std::to_string(sequence) + " at byte " +
               std::to_string(content.offsets[i]);
    }
    return "none";
  }
  void expect_stranger(uint64_t sequence) {
    const flog_content content = read();
    const auto told = strange_rows(content);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told.front(),
              named(sequence, content) + " speaks of job 3 of epoch 77, which no row names");
    fold_all();
  }

  std::vector<kv_change> rows;
};

TEST_F(flog_check, a_right_report_has_nothing_strange) {
  EXPECT_TRUE(strange_rows(read()).empty());
  EXPECT_TRUE(missing_epochs(rows).empty());
}

TEST_F(flog_check, jobs_of_unknown_epochs_are_named_wherever_they_stand) {
  using namespace model;
  const auto whole = rows;
  expect_stranger(change<bundle_event, bundle_events::started>(
      [](auto& event) { event.coordinators = {stranger}; }));
  rows = whole;
  expect_stranger(change<bundle_event, bundle_events::coordinator_accepted>(
      [](auto& event) { event.birth.bundle = stranger; }));
  rows = whole;
  expect_stranger(change<coordinator_event, coordinator_events::created>(
      [](auto& event) { event.bundle = stranger; }));
  rows = whole;
  expect_stranger(change<action_event, action_events::submitted>(
      [](auto& event) { event.workflow = stranger; }));
  rows = whole;
  expect_stranger(change<action_event, action_events::submitted>(
      [](auto& event) { event.birth.parent.job = stranger; }));
  rows = whole;
  expect_stranger(change<workflow_event, workflow_events::created>([](auto& event) {
    event.parent = {0, entity_kind::workflow, 0, stranger, stranger};
  }));
}

TEST_F(flog_check, an_entity_of_an_unknown_epoch_is_named) {
  auto entry = decode_entry(0, root, 4, *journal_row(4).value).value();
  entry.entity.job = stranger;
  journal_row(4).value = encode_entry(entry);
  expect_stranger(4);
}

TEST_F(flog_check, a_record_of_an_unknown_epoch_is_named) {
  model::bundle_record record = run.record<model::bundle_record>(bundle);
  record.recovery = stranger;
  for (kv_change& row : rows)
    if (row.where == table::record && row.key == record_key(bundle))
      row.value = encode_record(&record);
  const auto told = strange_rows(read());
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front().find("the record at byte "), 0U) << told.front();
  EXPECT_NE(told.front().find("job 3 of epoch 77"), std::string::npos);
  fold_all();
}

TEST_F(flog_check, an_entry_that_cannot_be_read_is_named_and_nothing_else_is_lost) {
  journal_row(5).value = "\x02";
  const flog_content content = read();
  const auto told = strange_rows(content);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front().find(named(5, content) + " cannot be read: "), 0U) << told.front();
  EXPECT_EQ(content.rows.size(), rows.size());
  fold_all();
}

TEST_F(flog_check, an_entry_of_another_tree_is_named) {
  const auto foreign = entry(alone.root, run.sequence);
  const auto last = std::find_if(rows.begin(), rows.end(),
                                 [](const kv_change& row) { return row.where == table::record; });
  rows.insert(
      last, {table::journal, journal_key(0, alone.root, foreign.sequence), encode_entry(foreign)});
  const flog_content content = read();
  const auto told = strange_rows(content);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front(), named(foreign.sequence, content) + " is of another tree");
}

TEST_F(flog_check, a_lost_row_of_the_epoch_is_told_once) {
  std::erase_if(rows, [](const kv_change& row) {
    return row.where == table::meta && parse_epoch_key(row.key).has_value();
  });
  const auto told = strange_rows(read());
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told.front().find("of epoch 1, which no row names"), std::string::npos);
  EXPECT_EQ(missing_epochs(rows).size(), 1U);
}

}  // namespace
}  // namespace foliot::store

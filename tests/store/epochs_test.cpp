#include "store/epochs.hpp"

#include <gtest/gtest.h>

#include "rehearsal/memory_store.hpp"
#include "store/epoch_rows.hpp"
#include "store/step_batch.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

std::string id_in(const epoch_taken& epoch) {
  return epoch.ids.job(entity_kind::workflow, make_job_number(epoch.epoch, 12));
}

TEST(epochs, that_a_copy_has_lost_get_a_name) {
  const job_number job = make_job_number(7, 1);
  const auto id = job_id(entity_kind::workflow, job, job);
  const std::vector<kv_change> rows{
      {table::record, record_key(id), std::string("x")},
      {table::journal, journal_key(0, make_job_number(3, 1), 9), std::string("x")}};
  rehearsal::memory_store store;
  ASSERT_TRUE(take_epoch(store, "foliot", sample_time).ok());
  kv_batch batch;
  for (const kv_change& row : missing_epochs(rows)) batch.add(row);
  EXPECT_EQ(batch.size(), 2u);
  ASSERT_TRUE(store.write(batch, true).ok());
  EXPECT_EQ(load_epochs(store).value().text(id), "0000001-700101000000007-unknown-W");
  // Those that are named stay.
  std::vector<kv_change> named = rows;
  for (const kv_change& row : missing_epochs(rows)) named.push_back(row);
  EXPECT_TRUE(missing_epochs(named).empty());
}

TEST(epochs, count_from_one_and_are_synced) {
  rehearsal::memory_store store;
  const auto first = take_epoch(store, "foliot", sample_time);
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(first->epoch, 1u);
  EXPECT_EQ(first->last_sequence, 0u);
  EXPECT_EQ(id_in(*first), "0000012-241120120000000-foliot-W");
  store.crash();
  const auto second = take_epoch(store, "other", plus_ms(sample_time, 5'000));
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->epoch, 2u);
  EXPECT_EQ(id_in(*second), "0000012-241120120005000-other-W");
  const auto old = second->ids.parse("0000012-241120120000000-foliot-W");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->job, make_job_number(1, 12));
  const auto ids = load_epochs(store);
  ASSERT_TRUE(ids.ok());
  EXPECT_TRUE(ids->parse(id_in(*second)));
  EXPECT_EQ(*store.get(table::meta, "format"), "\x02");
}

TEST(epochs, a_clock_set_back_makes_no_id_twice) {
  rehearsal::memory_store store;
  ASSERT_TRUE(take_epoch(store, "foliot", sample_time).ok());
  const auto same = take_epoch(store, "foliot", sample_time);
  ASSERT_TRUE(same.ok());
  EXPECT_EQ(id_in(*same), "0000012-241120120000001-foliot-W");
  const auto earlier = take_epoch(store, "foliot", plus_ms(sample_time, -ms_per_day));
  ASSERT_TRUE(earlier.ok());
  EXPECT_EQ(id_in(*earlier), "0000012-241120120000002-foliot-W");
  EXPECT_EQ(earlier->ids.parse(id_in(*same))->job, make_job_number(2, 12));
  EXPECT_EQ(earlier->ids.parse(id_in(*earlier))->job, make_job_number(3, 12));
}

TEST(epochs, refuse_a_bad_system_id_and_a_failing_store) {
  rehearsal::memory_store store;
  EXPECT_EQ(take_epoch(store, "fifteen-letters", sample_time).error().code, errc::bad_input);
  EXPECT_EQ(store.writes(), 0u);
  store.fail_next_write();
  EXPECT_EQ(take_epoch(store, "foliot", sample_time).error().code, errc::io);
}

TEST(epochs, the_sequence_comes_from_its_row) {
  rehearsal::memory_store store;
  ASSERT_TRUE(take_epoch(store, "foliot", sample_time).ok());
  ASSERT_TRUE(store.write({sequence_change(0, 41), sequence_change(1, 99)}, true).ok());
  EXPECT_EQ(take_epoch(store, "foliot", sample_time)->last_sequence, 41u);
  EXPECT_EQ(*last_sequence(store, 1), 99u);
  EXPECT_EQ(*last_sequence(store, 2), 0u);
}

TEST(epochs, the_sequence_is_searched_where_its_row_is_missing) {
  rehearsal::memory_store store;
  ASSERT_TRUE(take_epoch(store, "foliot", sample_time).ok());
  kv_batch batch;
  encoded_step some;
  some.journal = "x";
  for (job_number root = 1; root <= 5; ++root)
    for (uint64_t sequence : {root, 100 - root})
      batch.add(journal_change(0, root, sequence, 1, some));
  batch.add(journal_change(0, UINT64_MAX, 60, 1, some));
  batch.add(journal_change(1, 1, 1'000, 1, some));
  batch.add(journal_change(UINT16_MAX, UINT64_MAX, 7, 1, some));
  ASSERT_TRUE(store.write(batch, true).ok());
  EXPECT_EQ(*last_sequence(store, 0), 99u);
  EXPECT_EQ(*last_sequence(store, 1), 1'000u);
  EXPECT_EQ(*last_sequence(store, UINT16_MAX), 7u);
}

TEST(epochs, the_format_is_checked) {
  rehearsal::memory_store newer;
  ASSERT_TRUE(newer.write({{table::meta, "format", "\x03"}}, true).ok());
  const auto too_new = take_epoch(newer, "foliot", sample_time);
  ASSERT_FALSE(too_new.ok());
  EXPECT_EQ(too_new.error().code, errc::too_new);
  EXPECT_EQ(too_new.error().text(),
            "the database has format 3, this Foliot knows up to 2. Start the version of Foliot "
            "that wrote it, or a later one.");
  rehearsal::memory_store foreign;
  ASSERT_TRUE(foreign.write({{table::record, "x", "y"}}, true).ok());
  EXPECT_EQ(take_epoch(foreign, "foliot", sample_time).error().code, errc::corrupt);
  rehearsal::memory_store broken;
  ASSERT_TRUE(broken.write({{table::meta, "format", ""}}, true).ok());
  EXPECT_EQ(take_epoch(broken, "foliot", sample_time).error().code, errc::corrupt);
}

/// Layout 1 had no names in an index.
void fill_with_layout_1(kv_store& store, size_t jobs, const std::string& name) {
  sample_log log;
  for (job_number job = 1; job <= jobs; ++job) {
    model::workflow_record record = sample_workflow({});
    record.name = name + std::to_string(job);
    log.born(job_id(entity_kind::workflow, job, job), record);
    log.born(action_of(job_id(entity_kind::coordinator, job, job + jobs), 1), sample_action());
  }
  kv_batch old;
  for (const kv_view change : log.take())
    if (change.where != table::by_name) old.put(change.where, change.key, *change.value);
  old.put(table::meta, format_key(), "\x01");
  ASSERT_TRUE(store.write(old, true).ok());
}

TEST(epochs, layout_1_is_converted_in_parts) {
  constexpr size_t jobs = 700;
  rehearsal::memory_store store;
  fill_with_layout_1(store, jobs, std::string(5'000, 'n'));
  const uint64_t before = store.writes();
  ASSERT_TRUE(prepare_format(store).ok());
  EXPECT_GE(store.writes() - before, 3u) << "in bounded batches";
  EXPECT_EQ(store.syncs(), 2u) << "the last one alone is synced";
  EXPECT_EQ(*store.get(table::meta, format_key()), "\x02");
  EXPECT_EQ(store.rows(table::by_name), jobs);
  const auto row = store.get(
      table::by_name,
      by_name_key(0, entity_kind::workflow, std::string(5'000, 'n') + "7", sample_time, 7));
  EXPECT_EQ(*row, encode_u64(7));
  const uint64_t after = store.writes();
  ASSERT_TRUE(prepare_format(store).ok());
  EXPECT_EQ(store.writes(), after);
}

/// A store whose `left`th write is the last before the power fails.
class dying_store final : public store_in_front {
 public:
  dying_store(rehearsal::memory_store& store, int left)
      : store_in_front(store), store_(store), left_(left) {}

  result<void> write(const kv_batch& batch, bool sync) override {
    if (left_-- == 0) store_.fail_next_write(rehearsal::memory_store::remains::everything);
    return store_.write(batch, sync);
  }

 private:
  rehearsal::memory_store& store_;
  int left_;
};

TEST(epochs, a_conversion_that_was_cut_short_begins_anew) {
  constexpr size_t jobs = 700;
  for (int lives = 0; lives < 4; ++lives) {
    rehearsal::memory_store store;
    fill_with_layout_1(store, jobs, std::string(5'000, 'n'));
    dying_store dying(store, lives);
    EXPECT_FALSE(prepare_format(dying).ok()) << lives;
    store.crash();
    const size_t left = store.rows(table::by_name);
    EXPECT_GT(left, 0u) << "a part of it stands on the disk";
    EXPECT_EQ(left == jobs, *store.get(table::meta, format_key()) == "\x02")
        << "the format says so only when all is there";
    ASSERT_TRUE(prepare_format(store).ok());
    EXPECT_EQ(store.rows(table::by_name), jobs);
    EXPECT_EQ(*store.get(table::meta, format_key()), "\x02");
  }
}

TEST(epochs, damaged_rows_are_refused) {
  for (const char* value : {"", "\x01", "\x01\x02\x01/", "\x01\x02\x09x"}) {
    rehearsal::memory_store store;
    ASSERT_TRUE(take_epoch(store, "foliot", sample_time).ok());
    ASSERT_TRUE(store.write({{table::meta, epoch_key(1), value}}, true).ok());
    EXPECT_EQ(take_epoch(store, "foliot", sample_time).error().code, errc::corrupt) << value;
    EXPECT_EQ(load_epochs(store).error().code, errc::corrupt);
  }
  rehearsal::memory_store later;
  ASSERT_TRUE(take_epoch(later, "foliot", sample_time).ok());
  ASSERT_TRUE(later.write({{table::meta, epoch_key(1), "\x07"}}, true).ok());
  EXPECT_EQ(take_epoch(later, "foliot", sample_time).error().code, errc::too_new);
}

}  // namespace
}  // namespace foliot::store

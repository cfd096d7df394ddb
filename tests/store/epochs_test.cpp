#include "store/epochs.hpp"

#include <gtest/gtest.h>

#include "rehearsal/memory_store.hpp"
#include "store/step_batch.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

std::string id_in(const epoch_taken& epoch) {
  return epoch.ids.job(entity_kind::workflow, make_job_number(epoch.epoch, 12));
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
  EXPECT_EQ(*store.get(table::meta, "format"), "\x01");
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
  ASSERT_TRUE(newer.write({{table::meta, "format", "\x02"}}, true).ok());
  const auto too_new = take_epoch(newer, "foliot", sample_time);
  ASSERT_FALSE(too_new.ok());
  EXPECT_EQ(too_new.error().code, errc::too_new);
  EXPECT_EQ(too_new.error().text(),
            "the database has format 2, this Foliot knows up to 1. Start the version of Foliot "
            "that wrote it, or a later one.");
  rehearsal::memory_store foreign;
  ASSERT_TRUE(foreign.write({{table::record, "x", "y"}}, true).ok());
  EXPECT_EQ(take_epoch(foreign, "foliot", sample_time).error().code, errc::corrupt);
  rehearsal::memory_store broken;
  ASSERT_TRUE(broken.write({{table::meta, "format", ""}}, true).ok());
  EXPECT_EQ(take_epoch(broken, "foliot", sample_time).error().code, errc::corrupt);
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

#include "store/zone_row.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "rehearsal/memory_store.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

time::processing_zone zone(const char* name) { return *time::processing_zone::parse(name); }

void add_job(rehearsal::memory_store& store) {
  const std::string key = by_created_key(0, entity_kind::workflow, sample_time, 1);
  ASSERT_TRUE(store.write({{table::by_created, key, "x"}}, true).ok());
}

TEST(zone_row, is_written_once_and_read_again) {
  rehearsal::memory_store store;
  EXPECT_EQ(*kept_zone(store), std::nullopt);
  ASSERT_TRUE(keep_zone(store, zone("GMT+0530")).ok());
  store.crash();
  EXPECT_EQ(**kept_zone(store), zone("GMT+0530"));
  EXPECT_EQ(*store.get(table::meta, zone_key()), std::string("\x01\x08GMT+0530"));
  EXPECT_EQ(*store.get(table::meta, format_key()), "\x02") << "prepared first";
  const size_t before = store.writes();
  ASSERT_TRUE(keep_zone(store, zone("GMT+0530")).ok());
  EXPECT_EQ(store.writes(), before);
}

TEST(zone_row, binds_as_long_as_there_are_jobs) {
  rehearsal::memory_store store;
  ASSERT_TRUE(keep_zone(store, zone("UTC")).ok());
  ASSERT_TRUE(keep_zone(store, zone("GMT+0100")).ok()) << "nothing was read in it yet";
  add_job(store);
  EXPECT_TRUE(keep_zone(store, zone("GMT+0100")).ok());
  const auto refused = keep_zone(store, zone("UTC"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, errc::conflict);
  EXPECT_EQ(refused.error().text(),
            "processing_timezone: the jobs of this data directory were read in the processing zone "
            "GMT+0100, and UTC would read their datetimes otherwise. Set it to GMT+0100 again, or "
            "name another data directory.");
  EXPECT_EQ(**kept_zone(store), zone("GMT+0100"));
}

TEST(zone_row, of_an_older_store_is_that_of_its_next_start) {
  rehearsal::memory_store store;
  ASSERT_TRUE(take_epoch(store, "foliot", sample_time).ok());
  add_job(store);
  EXPECT_EQ(*kept_zone(store), std::nullopt);
  ASSERT_TRUE(keep_zone(store, zone("GMT+0530")).ok());
  EXPECT_FALSE(keep_zone(store, zone("UTC")).ok());
}

TEST(zone_row, that_is_damaged_or_later_is_refused) {
  const std::initializer_list<std::string> damaged{"", "\x01", std::string("\x00\x03UTC", 5),
                                                   "\x01\x04Mars", "\x01\x03UTCx"};
  for (const std::string& value : damaged) {
    rehearsal::memory_store store;
    ASSERT_TRUE(take_epoch(store, "foliot", sample_time).ok());
    ASSERT_TRUE(store.write({{table::meta, zone_key(), value}}, true).ok());
    EXPECT_EQ(kept_zone(store).error().code, errc::corrupt);
    EXPECT_EQ(keep_zone(store, zone("UTC")).error().code, errc::corrupt);
  }
  rehearsal::memory_store later;
  ASSERT_TRUE(take_epoch(later, "foliot", sample_time).ok());
  ASSERT_TRUE(later.write({{table::meta, zone_key(), "\x02\x03UTC"}}, true).ok());
  EXPECT_EQ(kept_zone(later).error().code, errc::too_new);
  rehearsal::memory_store failing;
  failing.fail_next_write();
  EXPECT_EQ(keep_zone(failing, zone("UTC")).error().code, errc::io);
}

}  // namespace
}  // namespace foliot::store

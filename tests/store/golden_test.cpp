// Databases that earlier versions wrote must still open and read (docs/storage.md tells how
// tests/golden/db-v1 was made). The test works on a copy: opening writes.
#include <gtest/gtest.h>

#include <filesystem>

#include "store/codec.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"
#include "store/recovery_scan.hpp"
#include "store/rocks_store.hpp"
#include "store/store_reader.hpp"
#include "tests/store/example_tree.hpp"
#include "tests/store/scratch.hpp"

namespace foliot::store {
namespace {

/// A journal row without what the layout of its record decides.
std::string told_by(std::string_view key, std::string_view value) {
  const auto place = parse_journal_key(key);
  const auto entry = decode_entry(0, place->root, place->sequence, value);
  EXPECT_TRUE(entry.ok()) << hex(key);
  if (!entry) return {};
  model::journal_entry plain = *entry;
  plain.core = model::core_version;
  plain.digest = {};
  return encode_entry(plain);
}

/// What the row says, whatever layout it has.
std::string meaning(table where, std::string_view key, std::string_view value) {
  if (where == table::journal) return told_by(key, value);
  if (where != table::record) return std::string(value);
  const auto record = decode_record(parse_record_key(key)->kind, value);
  EXPECT_TRUE(record.ok()) << hex(key);
  return record ? encode_record(*record) : std::string();
}

/// A database that an earlier version wrote must still open and read.
class golden_database : public testing::TestWithParam<const char*> {};

TEST_P(golden_database, opens_and_reads) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  std::filesystem::copy(FOLIOT_SOURCE_DIR "/tests/golden/" + std::string(GetParam()), dir);
  const auto store = rocks_store::open(dir, {.create = false});
  ASSERT_TRUE(store.ok()) << store.error().text();

  for (const kv_view row : example_tree()) {
    const auto found = (*store)->get(row.where, row.key);
    ASSERT_TRUE(found.ok());
    ASSERT_TRUE(found->has_value()) << hex(row.key);
    EXPECT_EQ(meaning(row.where, row.key, **found), meaning(row.where, row.key, *row.value))
        << "table " << static_cast<int>(row.where) << ", key " << hex(row.key);
  }
  const auto ids = load_epochs(**store);
  ASSERT_TRUE(ids.ok());
  const store_reader reader(**store, *ids);
  EXPECT_EQ(reader.ids().text(example_action), "0000002-241120120000000-foliot-C@1");
  for (const entity_id& id :
       {example_bundle, example_coordinator, example_action, example_workflow}) {
    const auto record = reader.record(id);
    ASSERT_TRUE(record.ok());
    EXPECT_TRUE(record->has_value());
  }
  const auto hash = definition_change(0, example_root, example_definition()).first;
  EXPECT_EQ(*reader.definition(example_root, hash), example_definition());
  size_t entries = 0;
  const auto read = reader.journal(example_root, 0, [&](const model::journal_entry& entry) {
    return ++entries, entry.epoch == 1;
  });
  EXPECT_TRUE(read.ok());
  EXPECT_EQ(entries, 4u);
  EXPECT_EQ((*reader.quarantined(example_workflow))->why, "a reason");

  const auto long_one = reader.record(example_long);
  ASSERT_TRUE(long_one.ok()) << long_one.error().text();
  ASSERT_EQ(long_one->has_value(), GetParam() >= std::string("db-v5")) << "they had no pages";
  if (*long_one) {
    EXPECT_EQ(**long_one, model::any_record(example_long_record()));
    for (const kv_view row : example_long_tree())
      EXPECT_EQ(*(*store)->get(row.where, row.key), std::string(*row.value)) << hex(row.key);
  }

  const auto epoch = take_epoch(**store, "foliot", plus_ms(sample_time, 1));
  ASSERT_TRUE(epoch.ok());
  EXPECT_EQ(epoch->epoch, 2u);
  EXPECT_EQ(epoch->last_sequence, 4u);
}

INSTANTIATE_TEST_SUITE_P(, golden_database,
                         testing::Values("db-v1", "db-v2", "db-v3", "db-v4", "db-v5", "db-v6"));

}  // namespace
}  // namespace foliot::store

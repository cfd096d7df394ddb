// What every kv_store promises (base/kv_store.hpp): one suite over the fake and the real one.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rehearsal/memory_store.hpp"
#include "store/rocks_store.hpp"
#include "tests/store/scratch.hpp"

namespace foliot::store {
namespace {

using rows = std::vector<std::pair<std::string, std::string>>;

struct memory_form {
  rehearsal::memory_store made;
  kv_store& store() { return made; }
  void reopen() { made.crash(); }
};

struct rocks_form {
  scratch_dir dir;
  std::unique_ptr<rocks_store> made = rocks_store::open(dir.path("db")).value();
  kv_store& store() { return *made; }
  void reopen() {
    made.reset();
    made = rocks_store::open(dir.path("db")).value();
  }
};

template <class Form>
class kv_contract : public testing::Test {
 protected:
  kv_store& store() { return form.store(); }
  void put(std::string key, std::string value, table where = table::record) {
    ASSERT_TRUE(store().write({{where, std::move(key), std::move(value)}}, true).ok());
  }
  std::optional<std::string> get(std::string_view key, table where = table::record) {
    auto found = store().get(where, key);
    EXPECT_TRUE(found.ok());
    return found.ok() ? found.value() : std::nullopt;
  }
  rows scan(std::string_view from, std::string_view to, size_t at_most = SIZE_MAX,
            bool back = false) {
    rows out;
    const auto visit = [&](std::string_view key, std::string_view value) {
      out.emplace_back(key, value);
      return out.size() < at_most;
    };
    const auto done = back ? store().scan_back(table::record, from, to, visit)
                           : store().scan(table::record, from, to, visit);
    EXPECT_TRUE(done.ok());
    return out;
  }

  Form form;
};

using forms = testing::Types<memory_form, rocks_form>;
TYPED_TEST_SUITE(kv_contract, forms);

TYPED_TEST(kv_contract, gives_what_was_put) {
  EXPECT_EQ(this->get("a"), std::nullopt);
  this->put("a", "1");
  EXPECT_EQ(this->get("a"), "1");
  this->put("a", "2");
  EXPECT_EQ(this->get("a"), "2");
  EXPECT_EQ(this->get("a", table::journal), std::nullopt);
  ASSERT_TRUE(this->store().write({{table::record, "a", std::nullopt}}, true).ok());
  EXPECT_EQ(this->get("a"), std::nullopt);
}

TYPED_TEST(kv_contract, keeps_any_bytes) {
  const std::string key("\0\xFF\n", 3);
  this->put(key, std::string(100'000, '\0'));
  EXPECT_EQ(this->get(key), std::string(100'000, '\0'));
  this->put("empty", "");
  EXPECT_EQ(this->get("empty"), "");
}

TYPED_TEST(kv_contract, every_table_is_apart) {
  kv_batch batch;
  for (int t = 0; t < static_cast<int>(table::count_); ++t)
    batch.put(static_cast<table>(t), "key", std::to_string(t));
  ASSERT_TRUE(this->store().write(batch, true).ok());
  for (int t = 0; t < static_cast<int>(table::count_); ++t)
    EXPECT_EQ(this->get("key", static_cast<table>(t)), std::to_string(t));
}

TYPED_TEST(kv_contract, a_batch_is_applied_in_order) {
  ASSERT_TRUE(this->store()
                  .write({{table::record, "a", "1"},
                          {table::record, "a", std::nullopt},
                          {table::record, "b", "1"},
                          {table::record, "b", "2"}},
                         true)
                  .ok());
  EXPECT_EQ(this->scan("", ""), (rows{{"b", "2"}}));
}

TYPED_TEST(kv_contract, deletes_ranges_in_order_with_the_rest) {
  for (const char* key : {"a", "b", "ba", "c", "d"}) this->put(key, key);
  this->put("b", "other", table::journal);
  kv_batch batch;
  batch.put(table::record, "bb", "before");
  batch.erase_range(table::record, "b", "c");
  batch.put(table::record, "bc", "after");
  ASSERT_TRUE(this->store().write(batch, true).ok());
  EXPECT_EQ(this->scan("", ""), (rows{{"a", "a"}, {"bc", "after"}, {"c", "c"}, {"d", "d"}}));
  EXPECT_EQ(this->get("b", table::journal), "other");
  this->form.reopen();
  EXPECT_EQ(this->scan("", ""), (rows{{"a", "a"}, {"bc", "after"}, {"c", "c"}, {"d", "d"}}));
}

TYPED_TEST(kv_contract, scans_ranges_in_order) {
  for (const char* key : {"b", "d", "a", "c"}) this->put(key, key);
  EXPECT_EQ(this->scan("", ""), (rows{{"a", "a"}, {"b", "b"}, {"c", "c"}, {"d", "d"}}));
  EXPECT_EQ(this->scan("b", "d"), (rows{{"b", "b"}, {"c", "c"}}));
  EXPECT_EQ(this->scan("bb", ""), (rows{{"c", "c"}, {"d", "d"}}));
  EXPECT_EQ(this->scan("", "", 2), (rows{{"a", "a"}, {"b", "b"}}));
  EXPECT_EQ(this->scan("x", ""), rows{});
  EXPECT_EQ(this->scan("c", "b"), rows{});
}

TYPED_TEST(kv_contract, scans_ranges_backwards) {
  for (const char* key : {"b", "d", "a", "c"}) this->put(key, key);
  EXPECT_EQ(this->scan("", "", 9, true), (rows{{"d", "d"}, {"c", "c"}, {"b", "b"}, {"a", "a"}}));
  EXPECT_EQ(this->scan("b", "d", 9, true), (rows{{"c", "c"}, {"b", "b"}}));
  EXPECT_EQ(this->scan("b", "", 1, true), (rows{{"d", "d"}}));
  EXPECT_EQ(this->scan("", "a", 9, true), rows{});
  EXPECT_EQ(this->scan("aa", "b", 9, true), rows{});
}

TYPED_TEST(kv_contract, scans_many_rows_once_each) {
  kv_batch batch;
  for (int i = 1000; i < 1500; ++i) batch.put(table::record, std::to_string(i), "x");
  ASSERT_TRUE(this->store().write(batch, false).ok());
  const rows up = this->scan("", "");
  rows down = this->scan("", "", SIZE_MAX, true);
  ASSERT_EQ(up.size(), 500u);
  std::reverse(down.begin(), down.end());
  EXPECT_EQ(up, down);
  EXPECT_EQ(up.front().first, "1000");
  EXPECT_EQ(up.back().first, "1499");
}

TYPED_TEST(kv_contract, what_is_not_synced_is_seen_at_once) {
  ASSERT_TRUE(this->store().write({{table::record, "a", "1"}}, false).ok());
  EXPECT_EQ(this->get("a"), "1");
  EXPECT_EQ(this->scan("", ""), (rows{{"a", "1"}}));
}

TYPED_TEST(kv_contract, what_was_synced_is_there_again) {
  ASSERT_TRUE(
      this->store().write({{table::record, "a", "1"}, {table::journal, "j", "1"}}, false).ok());
  ASSERT_TRUE(this->store().write({{table::record, "a", "2"}}, true).ok());
  this->form.reopen();
  EXPECT_EQ(this->get("a"), "2");
  EXPECT_EQ(this->get("j", table::journal), "1");  // a sync covers what was written before it
}

// -- what only the fake can show ------------------------------------------------------------------

TEST(memory_store, a_crash_forgets_what_was_not_synced) {
  rehearsal::memory_store store;
  ASSERT_TRUE(store.write({{table::record, "kept", "1"}, {table::record, "gone", "1"}}, true).ok());
  ASSERT_TRUE(store.write({{table::record, "kept", "2"}, {table::record, "new", "2"}}, false).ok());
  ASSERT_TRUE(store.write({{table::record, "kept", "3"}, {table::record, "gone", {}}}, false).ok());
  EXPECT_EQ(store.unsynced(), 4u);
  store.crash();
  EXPECT_EQ(store.unsynced(), 0u);
  EXPECT_EQ(*store.get(table::record, "kept"), "1");
  EXPECT_EQ(*store.get(table::record, "gone"), "1");
  EXPECT_EQ(*store.get(table::record, "new"), std::nullopt);
  EXPECT_EQ(store.rows(table::record), 2u);
  EXPECT_EQ(store.writes(), 3u);
  EXPECT_EQ(store.syncs(), 1u);
}

TEST(memory_store, a_write_error_latches) {
  rehearsal::memory_store store;
  store.fail_next_write();
  const auto failed = store.write({{table::record, "a", "1"}}, true);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, errc::io);
  EXPECT_FALSE(store.write({{table::record, "b", "1"}}, true).ok());
  EXPECT_EQ(store.rows(table::record), 0u);
  store.crash();
  EXPECT_TRUE(store.write({{table::record, "b", "1"}}, true).ok());
  EXPECT_EQ(store.rows(table::record), 1u);
}

TEST(memory_store, a_failed_write_may_be_on_disk_all_the_same) {
  rehearsal::memory_store store;
  ASSERT_TRUE(store.write({{table::record, "a", "1"}}, true).ok());
  ASSERT_TRUE(store.write({{table::record, "b", "1"}}, false).ok());
  store.fail_next_write(rehearsal::memory_store::remains::everything);
  EXPECT_FALSE(store.write({{table::record, "a", "2"}}, true).ok());
  EXPECT_EQ(*store.get(table::record, "a"), "1");
  store.crash();
  EXPECT_EQ(*store.get(table::record, "a"), "2");
  EXPECT_EQ(*store.get(table::record, "b"), "1");
}

TEST(memory_store, visitors_may_write) {
  rehearsal::memory_store store;
  for (int i = 100; i < 300; ++i)
    ASSERT_TRUE(store.write({{table::record, std::to_string(i), "x"}}, true).ok());
  size_t seen = 0;
  const auto done = store.scan(table::record, "", "", [&](std::string_view key, std::string_view) {
    ++seen;
    return store.write({{table::record, std::string(key), std::nullopt}}, false).ok();
  });
  EXPECT_TRUE(done.ok());
  EXPECT_EQ(seen, 200u);
  EXPECT_EQ(store.rows(table::record), 0u);
}

}  // namespace
}  // namespace foliot::store

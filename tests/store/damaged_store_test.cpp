// What replay makes of a store of which parts cannot be read: as RocksDB tells it, by errc::corrupt
// at whatever reads the damaged block.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "store/journal_scan.hpp"
#include "store/past_reader.hpp"
#include "store/table_check.hpp"
#include "tests/store/small_engine.hpp"

namespace foliot::store {
namespace {

/// Gives what stands in front of it, but for ranges of keys.
class damaged_store final : public store_in_front {
 public:
  using store_in_front::store_in_front;

  /// [from, to) of that table; `to` empty: to the end.
  void damage(table where, std::string from = "", std::string to = "") {
    bad_[where] = {std::move(from), std::move(to)};
  }

  result<void> write(const kv_batch& batch, bool sync) override {
    return behind().write(batch, sync);
  }
  result<std::optional<std::string>> get(table where, std::string_view key) const override {
    if (is_bad(where, key)) return wrong();
    return store_in_front::get(where, key);
  }
  result<void> scan(table where, std::string_view from, std::string_view to,
                    const visitor& visit) const override {
    bool met = false;
    const auto look = [&](std::string_view key, std::string_view value) {
      met = is_bad(where, key);
      return !met && visit(key, value);
    };
    auto done = store_in_front::scan(where, from, to, look);
    return met ? result<void>(wrong()) : done;
  }
  result<void> scan_back(table where, std::string_view from, std::string_view to,
                         const visitor& visit) const override {
    bool met = false;
    const auto look = [&](std::string_view key, std::string_view value) {
      met = is_bad(where, key);
      return !met && visit(key, value);
    };
    auto done = store_in_front::scan_back(where, from, to, look);
    return met ? result<void>(wrong()) : done;
  }

 private:
  static failure wrong() { return corrupt("block checksum mismatch in 000039.sst offset 1921"); }
  bool is_bad(table where, std::string_view key) const {
    const auto found = bad_.find(where);
    return found != bad_.end() && key >= found->second.first &&
           (found->second.second.empty() || key < found->second.second);
  }
  std::map<table, std::pair<std::string, std::string>> bad_;
};

class damaged : public small_story {
 protected:
  std::set<entity_id> listed(const past_reader& from, const model::job_filter& filter = {}) {
    std::set<entity_id> out;
    for (const entity_kind kind :
         {entity_kind::bundle, entity_kind::coordinator, entity_kind::workflow}) {
      const auto page = from.jobs(kind, filter, 0, 100);
      EXPECT_TRUE(page.ok()) << page.error().text();
      if (!page) continue;
      EXPECT_EQ(page->total, page->rows.size());
      for (const model::job_row& row : page->rows) out.insert(row.id);
    }
    return out;
  }
  past_reader past(uint64_t sequence = UINT64_MAX) {
    if (sequence == UINT64_MAX) return {store_, now_, run.made, {}};
    return {store_, now_, run.made, {sequence, time_of_entry(sequence)}};
  }
  instant time_of_entry(uint64_t sequence) {
    for (const job_number of : {root, alone.root})
      if (run.store.get(table::journal, journal_key(0, of, sequence)).value())
        return entry(of, sequence).now;
    return {};
  }
  void lose_tree(table where, job_number of) {
    store_.damage(where, tree_prefix(0, of), prefix_end(tree_prefix(0, of)));
  }

  damaged_store store_{run.store};
  const store_reader now_{store_, run.ids};
};

TEST_F(damaged, lists_do_without_the_tables_of_lists) {
  for (const table where : {table::by_created, table::by_id, table::by_status, table::by_user,
                            table::by_name, table::by_parent})
    store_.damage(where);
  model::job_filter bobs;
  bobs.users = {"bob"};
  model::job_filter loads;
  loads.names = {"load"};
  model::job_filter one;
  one.ids = {workflow.job};
  model::job_filter text;
  text.text = run.ids.text(alone);
  EXPECT_FALSE(now_.jobs(entity_kind::workflow, {}, 0, 10).ok());
  const past_reader all = past();
  EXPECT_EQ(listed(all), (std::set<entity_id>{bundle, coordinator, workflow, alone}));
  EXPECT_EQ(all.take_left_out(), 0U);
  const auto why = all.take_unlisted();
  ASSERT_TRUE(why);
  EXPECT_NE(why->sentence.find("000039.sst offset 1921"), std::string::npos);
  EXPECT_FALSE(all.take_unlisted());
  EXPECT_EQ(listed(all, bobs), std::set<entity_id>{alone});
  EXPECT_EQ(listed(all, loads), (std::set<entity_id>{workflow, alone}));
  EXPECT_EQ(listed(all, one), std::set<entity_id>{workflow});
  EXPECT_EQ(listed(all, text), std::set<entity_id>{alone});
  // Of the past: as many as were born by then, the newest first.
  EXPECT_EQ(listed(past(1)), std::set<entity_id>{bundle});
  const auto page = all.jobs(entity_kind::workflow, {}, 0, 1);
  ASSERT_EQ(page->rows.size(), 1U);
  EXPECT_EQ(page->rows[0].id, alone);
  EXPECT_EQ(page->total, 2U);
  EXPECT_EQ(all.jobs(entity_kind::workflow, {}, 1, 1)->rows[0].id, workflow);
  // Who is asked for by an id, and families.
  EXPECT_EQ(all.locate(entity_kind::workflow, alone.job).value(), alone);
  EXPECT_EQ(all.locate(entity_kind::bundle, alone.job).value(), std::nullopt);
  EXPECT_EQ(all.children(bundle).value(), std::vector<entity_id>{coordinator});
  EXPECT_EQ(all.children(coordinator).value(), std::vector<entity_id>{workflow});
}

TEST_F(damaged, records_that_cannot_be_read_are_made_of_their_entries) {
  lose_tree(table::record, alone.root);
  const past_reader all = past();
  EXPECT_EQ(listed(all), (std::set<entity_id>{bundle, coordinator, workflow, alone}));
  EXPECT_TRUE(all.take_unlisted());
  EXPECT_EQ(all.take_left_out(), 0U);
  // Neither its record nor its entries: it is counted.
  lose_tree(table::journal, alone.root);
  const past_reader less = past();
  EXPECT_EQ(listed(less), (std::set<entity_id>{bundle, coordinator, workflow}));
  EXPECT_EQ(less.take_left_out(), 1U);
}

TEST_F(damaged, a_tree_whose_entries_cannot_be_read_costs_no_other) {
  lose_tree(table::journal, root);
  const past_reader all = past();
  EXPECT_EQ(listed(all), std::set<entity_id>{alone});
  EXPECT_EQ(all.take_left_out(), 3U);
  // The moments of the others are found.
  uint64_t own = 0;
  for (const auto& [sequence, who, record] : run.past)
    if (who == alone) own = sequence;
  EXPECT_EQ(store::time_of_entry(store_, 0, own).value(), time_of_entry(own));
  EXPECT_EQ(store::time_of_entry(store_, 0, 1).error().code, errc::corrupt);
}

TEST_F(damaged, replay_goes_on_behind_a_tree_of_unreadable_records) {
  for (const job_number of : {root, alone.root}) {
    damaged_store store(run.store);
    store.damage(table::record, tree_prefix(0, of), prefix_end(tree_prefix(0, of)));
    const auto report = replay(store, run.made);
    ASSERT_TRUE(report.ok()) << report.error().text();
    EXPECT_EQ(report->trees, 2U);
    EXPECT_GE(report->differ, 1U);
    EXPECT_NE(report->first_difference.find("000039.sst offset 1921"), std::string::npos);
    EXPECT_EQ(report->first_difference.find("Stop the engine"), std::string::npos);
  }
}

TEST_F(damaged, tables_that_no_replay_folds_are_looked_at) {
  EXPECT_TRUE(unreadable_tables(store_)->empty());
  store_.damage(table::by_user, by_user_prefix(0, "bob", entity_kind::workflow));
  store_.damage(table::definition);
  EXPECT_EQ(*unreadable_tables(store_),
            (std::vector<std::string>{
                "the table definition cannot be read: block checksum mismatch in 000039.sst offset "
                "1921",
                "the table by_user cannot be read: block checksum mismatch in 000039.sst offset "
                "1921"}));
}

}  // namespace
}  // namespace foliot::store

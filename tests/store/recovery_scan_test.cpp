#include "store/recovery_scan.hpp"

#include <gtest/gtest.h>

#include <set>

#include "rehearsal/memory_store.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

class recorder final : public tree_visitor {
 public:
  bool tree(const entity_id& root, const model::any_record& record) override {
    EXPECT_EQ(kind_of(view(record)), root.kind);
    trees.push_back(root.root);
    return !skip.contains(root.root);
  }
  void entity(const entity_id& id, model::any_record&& record) override {
    EXPECT_EQ(kind_of(view(record)), id.kind);
    entities.push_back(id);
  }
  void tree_end(const entity_id& root) override { ended.push_back(root.root); }

  std::set<job_number> skip;
  std::vector<job_number> trees, ended;
  std::vector<entity_id> entities;
};

/// A coordinator with `actions` actions.
void tree(sample_log& log, job_number root, uint32_t actions) {
  const auto coordinator = job_id(entity_kind::coordinator, root, root);
  log.born(coordinator, sample_coordinator());
  for (uint32_t number = 1; number <= actions; ++number)
    log.born(action_of(coordinator, number), sample_action());
}

TEST(recovery_scan, shows_trees_whole_and_in_order) {
  rehearsal::memory_store store;
  sample_log log;
  const auto bundle = job_id(entity_kind::bundle, 5, 5);
  const auto first = job_id(entity_kind::coordinator, 5, 6);
  const auto second = job_id(entity_kind::coordinator, 5, 7);
  const auto workflow = job_id(entity_kind::workflow, 5, 8);
  log.born(workflow, sample_workflow(action_of(first, 1)));
  for (const auto& action : {action_of(second, 1), action_of(first, 256), action_of(first, 2)})
    log.born(action, sample_action());
  log.born(second, sample_coordinator());
  log.born(first, sample_coordinator());
  log.born(bundle, sample_bundle());
  tree(log, 3, 1);
  ASSERT_TRUE(store.write(log.take(), true).ok());
  recorder seen;
  const auto report = scan_trees(store, seen);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(seen.trees, (std::vector<job_number>{3, 5}));
  EXPECT_EQ(seen.ended, seen.trees);
  EXPECT_EQ(report->trees, 2u);
  EXPECT_EQ(report->skipped, 0u);
  EXPECT_EQ(report->entities, 9u);
  const auto other = job_id(entity_kind::coordinator, 3, 3);
  EXPECT_EQ(seen.entities,
            (std::vector{other, action_of(other, 1), bundle, first, second, action_of(first, 2),
                         action_of(first, 256), action_of(second, 1), workflow}));
}

TEST(recovery_scan, passes_over_trees) {
  rehearsal::memory_store store;
  sample_log log;
  tree(log, 1, 500);
  tree(log, 2, 2);
  tree(log, 3, 2);
  tree(log, UINT64_MAX, 300);
  ASSERT_TRUE(store.write(log.take(), true).ok());
  recorder seen;
  seen.skip = {1, 3, UINT64_MAX};
  const auto report = scan_trees(store, seen);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(seen.trees, (std::vector<job_number>{1, 2, 3, UINT64_MAX}));
  EXPECT_EQ(seen.ended, std::vector<job_number>{2});
  EXPECT_EQ(seen.entities.size(), 3u);
  EXPECT_EQ(report->trees, 1u);
  EXPECT_EQ(report->skipped, 3u);
  EXPECT_EQ(report->entities, 3u);
}

TEST(recovery_scan, an_empty_store_has_no_trees) {
  rehearsal::memory_store store;
  recorder seen;
  const auto report = scan_trees(store, seen);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->trees, 0u);
}

TEST(recovery_scan, damage_is_reported_with_its_place) {
  const auto scan = [](const std::string& key, const std::string& value) {
    rehearsal::memory_store store;
    sample_log log;
    tree(log, 4, 2);
    EXPECT_TRUE(store.write(log.take(), true).ok());
    EXPECT_TRUE(store.write({{table::record, key, value}}, true).ok());
    recorder seen;
    return scan_trees(store, seen);
  };
  const auto id = action_of(job_id(entity_kind::coordinator, 4, 4), 2);
  const auto damaged = scan(record_key(id), "\x01\x01");
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().code, errc::corrupt);
  EXPECT_EQ(damaged.error().place, "record (kind 3, root 4, job 4, number 2)");
  EXPECT_EQ(scan(record_key(id), "\x05").error().code, errc::too_new);
  EXPECT_EQ(scan("short key", "").error().code, errc::corrupt);
  const auto orphan = action_of(job_id(entity_kind::coordinator, 9, 9), 1);
  EXPECT_EQ(
      scan(record_key(orphan), encode_record(model::any_record(sample_action()))).error().code,
      errc::corrupt);
}

TEST(recovery_scan, shows_quarantined_entities) {
  rehearsal::memory_store store;
  for (job_number job : {2, 1, 3})
    ASSERT_TRUE(store
                    .write({quarantine_change(
                               {job_id(entity_kind::workflow, job, job), sample_time, "e", "w"})},
                           true)
                    .ok());
  std::vector<job_number> seen;
  const auto visit = [&](const model::quarantine_note& note) {
    seen.push_back(note.entity.job);
    return seen.size() < 2;
  };
  ASSERT_TRUE(scan_quarantined(store, visit).ok());
  EXPECT_EQ(seen, (std::vector<job_number>{1, 2}));
  ASSERT_TRUE(store.write({{table::quarantine, "x", "\x01"}}, true).ok());
  EXPECT_EQ(scan_quarantined(store, [](const auto&) { return true; }).error().code, errc::corrupt);
}

}  // namespace
}  // namespace foliot::store

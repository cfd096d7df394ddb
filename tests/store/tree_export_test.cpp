#include "store/tree_export.hpp"

#include <gtest/gtest.h>

#include <string>

#include "store/past_reader.hpp"
#include "tests/store/small_engine.hpp"

namespace foliot::store {
namespace {

class tree_export_test : public small_story {
 protected:
  tree_export exported(word_map words = {}) {
    auto out = export_tree(run.store, run.made, root, std::move(words));
    EXPECT_TRUE(out.ok()) << (out.ok() ? "" : out.error().text());
    return out.ok() ? std::move(*out) : tree_export{};
  }
  static void fill(rehearsal::memory_store& into, const tree_export& from) {
    kv_batch rows;
    for (const kv_change& row : from.rows) rows.add(row);
    ASSERT_TRUE(into.write(rows, true).ok());
  }
};

TEST_F(tree_export_test, replays_to_the_same_digests_elsewhere) {
  const tree_export tree = exported();
  EXPECT_EQ(tree.broken, 0U);
  rehearsal::memory_store elsewhere;
  fill(elsewhere, tree);
  const auto report = replay(elsewhere, run.made);
  ASSERT_TRUE(report.ok()) << report.error().text();
  EXPECT_EQ(report->first_difference, "");
  EXPECT_EQ(report->differ, 0U);
  EXPECT_EQ(report->trees, 1U);  // not the other one
  EXPECT_EQ(report->entries, tree.entries);
  EXPECT_EQ(report->entities, 5U);
}

TEST_F(tree_export_test, tells_nobody_who_and_where) {
  const tree_export tree = exported();
  std::string all;
  for (const kv_change& row : tree.rows) all += row.key + *row.value + "\n";
  for (const char* word : {"ada", "retail", "daily", "apps", "load", "127.0.0.1"})
    EXPECT_EQ(all.find(word), std::string::npos) << word;
}

TEST_F(tree_export_test, finds_jobs_by_their_rows) {
  rehearsal::memory_store elsewhere;
  fill(elsewhere, exported());
  const store_reader reader(elsewhere, load_epochs(elsewhere).value());
  EXPECT_TRUE(reader.locate(entity_kind::bundle, root).value().has_value());
  EXPECT_FALSE(reader.locate(entity_kind::workflow, alone.job).value().has_value());
  EXPECT_EQ(reader.jobs(entity_kind::workflow, {}, 0, 10).value().total, 1U);
  EXPECT_EQ(reader.children(bundle).value().size(), 1U);
  const past_reader past(elsewhere, reader, run.made, {2, run.now});
  EXPECT_FALSE(past.record(first).value().has_value());
  EXPECT_TRUE(past.record(bundle).value().has_value());
}

TEST_F(tree_export_test, may_leave_the_words) {
  const tree_export tree = exported(word_map::none());
  rehearsal::memory_store elsewhere;
  fill(elsewhere, tree);
  EXPECT_EQ(replay(elsewhere, run.made).value().differ, 0U);
  const store_reader reader(elsewhere, load_epochs(elsewhere).value());
  const auto found = reader.record(bundle).value();
  EXPECT_EQ(std::get<model::bundle_record>(*found).user, "ada");
  EXPECT_EQ(std::get<model::bundle_record>(*found), run.record<model::bundle_record>(bundle));
}

TEST_F(tree_export_test, shows_in_the_report_what_differs_in_the_store) {
  auto changed = entry(root, 2);
  changed.digest.low ^= 1;
  put(changed);
  const tree_export tree = exported();
  EXPECT_EQ(tree.broken, 1U);
  rehearsal::memory_store elsewhere;
  fill(elsewhere, tree);
  const auto report = replay(elsewhere, run.made).value();
  EXPECT_GE(report.differ, 1U);
  EXPECT_NE(report.first_difference.find("entry 2 ("), std::string::npos)
      << report.first_difference;
}

TEST_F(tree_export_test, of_a_tree_that_is_not_there_is_refused) {
  const auto none = export_tree(run.store, run.made, root + 77, {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, errc::not_found);
}

}  // namespace
}  // namespace foliot::store

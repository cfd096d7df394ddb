#include "store/job_walks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "rehearsal/memory_store.hpp"
#include "store/keys.hpp"

namespace foliot::store {
namespace {

class job_walks : public testing::Test {
 protected:
  static constexpr job_number jobs = 300;

  /// Every third job is called "ada", every fifth is hers; pairs are born in one millisecond.
  job_walks() {
    kv_batch rows;
    for (job_number job = 1; job <= jobs; ++job) {
      const instant created{static_cast<int64_t>(job / 2)};
      const std::string name = job % 3 == 0 ? "ada" : "x" + std::to_string(job % 7);
      const std::string user = job % 5 == 0 ? "ada" : "bob";
      rows.put(table::by_name, by_name_key(0, entity_kind::workflow, name, created, job),
               encode_u64(job + 1'000));
      rows.put(table::by_user, by_user_key(0, user, entity_kind::workflow, created, job),
               encode_u64(job + 1'000));
      rows.put(table::by_user, by_user_key(0, "ada", entity_kind::bundle, created, job),
               encode_u64(job));
    }
    EXPECT_TRUE(store.write(rows, true));
  }
  std::vector<job_number> all(job_walk& walk) {
    std::vector<job_number> out;
    for (const listed_job* job = walk.head(); job != nullptr; job = walk.head()) {
      EXPECT_EQ(job->root, job->job + 1'000);
      EXPECT_EQ(job->created.ms, static_cast<int64_t>(job->job / 2));
      out.push_back(job->job);
      walk.pop();
    }
    EXPECT_FALSE(source.wrong);
    return out;
  }
  static std::vector<job_number> expected(job_number newest = jobs, job_number oldest = 1) {
    std::vector<job_number> out;
    for (job_number job = newest; job >= oldest; --job)
      if (job % 3 == 0 || job % 5 == 0 || job == 1) out.push_back(job);
    return out;
  }

  rehearsal::memory_store store;
  walk_source source{store, {}};
  const std::vector<key_range> anywhere{all_texts(table::by_name, entity_kind::workflow),
                                        all_texts(table::by_user, entity_kind::workflow)};
  const listed_job first{instant{0}, 1, 1'001};
};

TEST_F(job_walks, a_text_is_walked_in_parts) {
  for (const size_t held : {4U, 5U, 7U, 50U, 140U, 1'000U}) {
    const auto walk = walk_text(source, entity_kind::workflow, "ada", first, {}, anywhere, held);
    EXPECT_EQ(all(*walk), expected()) << held;
  }
}

TEST_F(job_walks, a_text_is_walked_within_times) {
  const created_span span{instant{20}, instant{99}};
  const auto walk = walk_text(source, entity_kind::workflow, "ada", first, span, anywhere, 8);
  EXPECT_EQ(all(*walk), expected(199, 40));
}

TEST_F(job_walks, a_text_can_be_sought_over_its_parts) {
  for (const size_t held : {4U, 9U, 1'000U}) {
    const auto walk = walk_text(source, entity_kind::workflow, "ada", first, {}, anywhere, held);
    for (const job_number job : {299U, 200U, 199U, 50U, 2U}) {
      walk->seek({instant{static_cast<int64_t>(job / 2)}, job, 0});
      ASSERT_NE(walk->head(), nullptr);
      EXPECT_EQ(walk->head()->job, expected(job).front());
    }
    walk->seek({instant{-1}, 1, 0});
    EXPECT_EQ(walk->head(), nullptr);
  }
}

TEST_F(job_walks, a_text_is_looked_for_where_it_is_told) {
  const std::string ada = by_name_prefix(0, entity_kind::workflow, "ada");
  const auto walk = walk_text(source, entity_kind::workflow, "ada", {}, {},
                              {{table::by_name, ada, prefix_end(ada)}});
  std::vector<job_number> named;
  for (job_number job = jobs; job > 0; --job)
    if (job % 3 == 0) named.push_back(job);
  EXPECT_EQ(all(*walk), named);
}

TEST_F(job_walks, ranges_meet) {
  const auto range = [&](const std::string& prefix, table where) {
    return walk_ranges(source, {{where, prefix, {}}}, {});
  };
  std::vector<std::unique_ptr<job_walk>> walks;
  walks.push_back(range(by_name_prefix(0, entity_kind::workflow, "ada"), table::by_name));
  walks.push_back(range(by_user_prefix(0, "ada", entity_kind::workflow), table::by_user));
  const auto walk = walk_common(std::move(walks));
  std::vector<job_number> both;
  for (job_number job = jobs; job > 0; --job)
    if (job % 15 == 0) both.push_back(job);
  EXPECT_EQ(all(*walk), both);
}

TEST_F(job_walks, ranges_are_left_out) {
  const auto range = [&](const std::string& prefix, table where) {
    return walk_ranges(source, {{where, prefix, {}}}, {});
  };
  std::vector<std::unique_ptr<job_walk>> walks;
  std::vector<std::unique_ptr<job_walk>> except;
  walks.push_back(range(by_name_prefix(0, entity_kind::workflow, "ada"), table::by_name));
  except.push_back(range(by_user_prefix(0, "ada", entity_kind::workflow), table::by_user));
  const auto walk = walk_common(std::move(walks), std::move(except));
  std::vector<job_number> only;
  for (job_number job = jobs; job > 0; --job)
    if (job % 3 == 0 && job % 5 != 0) only.push_back(job);
  EXPECT_EQ(all(*walk), only);
}

TEST_F(job_walks, damage_ends_a_walk) {
  ASSERT_TRUE(store.write(
      {{table::by_user, by_user_key(0, "ada", entity_kind::workflow, instant{50}, 7), "x"}}, true));
  const auto walk = walk_text(source, entity_kind::workflow, "ada", {}, {}, anywhere);
  EXPECT_EQ(walk->head(), nullptr);
  ASSERT_TRUE(source.wrong);
  EXPECT_EQ(source.wrong->code, errc::corrupt);
}

}  // namespace
}  // namespace foliot::store

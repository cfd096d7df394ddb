#include "store/job_counts.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "rehearsal/memory_store.hpp"
#include "store/purge.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

using model::status;

constexpr std::array kinds{entity_kind::bundle, entity_kind::coordinator, entity_kind::workflow};

/// Counted the long way: by the lists themselves.
std::map<std::string, uint64_t> recount(const kv_store& store, table where) {
  std::map<std::string, uint64_t> out;
  EXPECT_TRUE(store.scan(where, "", "", [&](std::string_view key, std::string_view) {
    return ++out[std::string(before_age(key))], true;
  }));
  return out;
}

void expect_right(const kv_store& store, const job_counts& counts) {
  for (const table where : {table::by_status, table::by_user, table::by_name})
    for (const auto& [prefix, rows] : recount(store, where))
      EXPECT_EQ(counts.of(where, prefix), rows) << "table " << static_cast<int>(where);
  const auto by_kind = recount(store, table::by_created);
  for (const entity_kind kind : kinds) {
    const auto rows = by_kind.find(by_created_prefix(0, kind));
    EXPECT_EQ(counts.of(kind), rows == by_kind.end() ? 0 : rows->second);
  }
  job_counts anew;
  EXPECT_TRUE(anew.fill(store));
  EXPECT_TRUE(anew == counts) << "what is gone is counted no more";
}

/// Jobs are born, move, rest and are purged; the engine is killed now and then, and its disk fails.
class history {
 public:
  explicit history(uint64_t seed) : luck_(seed) { start(); }

  void step() {
    switch (luck_() % 12) {
      case 0: return crash();
      case 1: return fail();
      case 2: return purge();
      case 3: return write();
      case 4:
      case 5:
      case 6: return birth();
      default: return move();
    }
  }
  void check() const { expect_right(store_, counted_->counts()); }

 private:
  using shelf = std::map<job_number, model::workflow_record>;

  void start() {
    counted_ = std::make_unique<counted_store>(store_);
    ASSERT_TRUE(counted_->fill());
    jobs_ = durable_;
    log_.take();
  }
  void crash() {
    counted_.reset();
    store_.crash();
    start();
  }
  void fail() {
    store_.fail_next_write();
    EXPECT_FALSE(counted_->write(log_.take(), true));
    crash();
  }
  /// Several steps are one group; some groups are lost by the next crash.
  void write() {
    const bool sync = luck_() % 3 != 0;
    ASSERT_TRUE(counted_->write(log_.take(), sync));
    if (sync) durable_ = jobs_;
    check();
  }
  void birth() {
    model::workflow_record record = sample_workflow({});
    record.created = plus_ms(sample_time, static_cast<int64_t>(luck_() % 5));
    record.user = "user" + std::to_string(luck_() % 3);
    record.name = "name" + std::to_string(luck_() % 4);
    const job_number job = ++last_;
    log_.born(job_id(entity_kind::workflow, job, job), record);
    jobs_[job] = record;
  }
  model::workflow_record* any() {
    if (jobs_.empty()) return nullptr;
    auto at = jobs_.lower_bound(luck_() % (last_ + 1));
    if (at == jobs_.end()) at = jobs_.begin();
    chosen_ = at->first;
    return &at->second;
  }
  void move() {
    model::workflow_record* record = any();
    if (record == nullptr) return;
    static constexpr std::array states{status::prep,      status::running, status::suspended,
                                       status::succeeded, status::killed,  status::failed};
    const model::workflow_record before = *record;
    ++record->version;
    record->state = states[luck_() % states.size()];
    log_.add<model::workflow_record, model::workflow_event>(
        job_id(entity_kind::workflow, chosen_, chosen_), before, *record,
        model::workflow_events::killed{});
  }
  /// Of what is on disk, together with steps of others.
  void purge() {
    write();
    if (any() == nullptr) return;
    burial gone(store_);
    const auto rests = gone.add(job_id(entity_kind::workflow, chosen_, chosen_), false);
    ASSERT_TRUE(rests.ok());
    if (!*rests) return;
    jobs_.erase(chosen_);
    log_.batch.append(gone.take_rows());
    birth();
    write();
  }

  std::mt19937_64 luck_;
  rehearsal::memory_store store_;
  std::unique_ptr<counted_store> counted_;
  sample_log log_;
  shelf jobs_;
  shelf durable_;
  job_number last_ = 0;
  job_number chosen_ = 0;
};

RC_GTEST_PROP(job_counts, are_those_of_a_recount_after_any_history, (uint64_t seed)) {
  history of(seed);
  for (int i = 0; i < 120 && !testing::Test::HasFailure(); ++i) of.step();
  of.check();
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(job_counts, show_users_and_names) {
  rehearsal::memory_store store;
  counted_store counted(store);
  sample_log log;
  log.born(job_id(entity_kind::workflow, 1, 1), sample_workflow({}));
  log.born(job_id(entity_kind::bundle, 2, 2), sample_bundle());
  ASSERT_TRUE(counted.write(log.take(), true));
  std::set<std::string> seen;
  const auto note = [&](const std::string& text, const std::string& prefix) {
    seen.insert(text);
    EXPECT_EQ(prefix, by_name_prefix(0, entity_kind::workflow, text));
  };
  EXPECT_TRUE(counted.counts().each(table::by_name, entity_kind::workflow, note));
  EXPECT_EQ(seen, std::set<std::string>{"load"});
  seen.clear();
  EXPECT_TRUE(counted.counts().each(
      table::by_user, entity_kind::bundle,
      [&](const std::string& text, const std::string&) { seen.insert(text); }));
  EXPECT_EQ(seen, std::set<std::string>{"ada"});
  EXPECT_FALSE(counted.counts().of(table::record, ""));
}

TEST(job_counts, end_where_their_memory_does) {
  rehearsal::memory_store store;
  counted_store counted(store, 2'000);
  ASSERT_TRUE(counted.fill());
  sample_log log;
  for (job_number job = 1; job <= 50; ++job) {
    model::workflow_record record = sample_workflow({});
    record.name = "name" + std::to_string(job);
    log.born(job_id(entity_kind::workflow, job, job), record);
  }
  ASSERT_TRUE(counted.write(log.take(), true));
  const std::string one = by_name_prefix(0, entity_kind::workflow, "name1");
  EXPECT_FALSE(counted.counts().of(table::by_name, one));
  EXPECT_FALSE(counted.counts().each(table::by_name, entity_kind::workflow, [](auto&, auto&) {}));
  EXPECT_EQ(counted.counts().of(entity_kind::workflow), 50u) << "the other tables are counted on";
  job_counts wide;
  ASSERT_TRUE(wide.fill(store));
  EXPECT_EQ(wide.of(table::by_name, one), 1u);
  job_counts narrow(2'000);
  ASSERT_TRUE(narrow.fill(store));
  EXPECT_FALSE(narrow.of(table::by_name, one));
}

TEST(job_counts, tell_nothing_rather_than_a_wrong_number) {
  rehearsal::memory_store store;
  counted_store counted(store);
  const std::string key = by_status_key(0, entity_kind::workflow, status::running, sample_time, 1);
  ASSERT_TRUE(counted.write({{table::by_status, key, std::nullopt}}, true));
  EXPECT_FALSE(counted.counts().of(entity_kind::workflow));
  kv_batch range;
  range.erase_range(table::by_user, "a", "b");
  ASSERT_TRUE(counted.write(range, true));
  EXPECT_FALSE(counted.counts().of(table::by_user, "a"));
  ASSERT_TRUE(store.write({{table::by_name, "short", "x"}}, true));
  EXPECT_EQ(job_counts().fill(store).error().code, errc::corrupt);
}

}  // namespace
}  // namespace foliot::store

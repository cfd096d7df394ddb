// Lists against what a reader of all records would say.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "rehearsal/memory_store.hpp"
#include "store/epochs.hpp"
#include "store/job_counts.hpp"
#include "store/store_reader.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

using model::status;

constexpr std::array states{status::prep,      status::running, status::suspended,
                            status::succeeded, status::killed,  status::failed};
const std::vector<std::string> users{"ada", "bob", "adabob", std::string("a\0d", 3), "cid"};
const std::vector<std::string> names{"load", "loader", "ada", std::string("x\0", 2), "x", "night"};

/// A store of random workflows, with other jobs between them.
class shop {
 public:
  shop(std::mt19937_64& luck, size_t jobs) : counted_(store_) {
    ids_ = take_epoch(store_, "foliot", sample_time)->ids;
    sample_log log;
    for (job_number i = 1; i <= jobs; ++i) {
      const job_number job = make_job_number(1, static_cast<uint32_t>(i));
      if (luck() % 9 == 0) {
        log.born(job_id(entity_kind::bundle, job, job), sample_bundle());
        continue;
      }
      model::workflow_record record = sample_workflow({});
      record.created = plus_ms(sample_time, static_cast<int64_t>(luck() % (jobs / 2 + 1)));
      record.definition.low = luck() % 4;
      record.user = users[luck() % 3 == 0 ? luck() % users.size() : 0];
      record.name = names[luck() % names.size()];
      record.state = states[luck() % 2 == 0 ? luck() % states.size() : 3];
      log.born(job_id(entity_kind::workflow, job, job), record);
      all_[job] = record;
    }
    EXPECT_TRUE(counted_.fill());
    EXPECT_TRUE(counted_.write(log.take(), true));
  }

  store_reader counted() const { return {store_, ids_, &counted_.counts()}; }
  store_reader uncounted() const { return {store_, ids_}; }
  std::string wire(job_number job) const { return ids_.job(entity_kind::workflow, job); }
  size_t size() const { return all_.size(); }

  /// All matches, the newest first.
  std::vector<job_number> expected(const model::job_filter& filter) const {
    std::vector<job_number> out;
    for (const auto& [job, record] : all_)
      if (takes(filter, job, record)) out.push_back(job);
    std::sort(out.begin(), out.end(), [&](job_number left, job_number right) {
      return std::pair(all_.at(left).created, left) > std::pair(all_.at(right).created, right);
    });
    return out;
  }

 private:
  bool takes(const model::job_filter& filter, job_number job,
             const model::workflow_record& record) const {
    const auto has = [](const auto& wanted, const auto& value) {
      return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
    };
    const auto holds = [&](const std::string& text) {
      return text.find(filter.text) != std::string::npos;
    };
    return has(filter.users, record.user) && has(filter.names, record.name) &&
           has(filter.states, record.state) && has(filter.ids, job) &&
           (!filter.from || record.created >= *filter.from) &&
           (!filter.until || record.created <= *filter.until) &&
           (filter.text.empty() || holds(record.name) || holds(record.user) ||
            wire(job) == filter.text) &&
           (!filter.keep || record.definition.low % 2 == 0);
  }

  rehearsal::memory_store store_;
  counted_store counted_;
  wire_ids ids_;
  std::map<job_number, model::workflow_record> all_;
};

result<bool> even(const entity_id&, const model::any_record& record) {
  return std::visit(
      [](const auto& job) -> bool {
        if constexpr (requires { job.definition; })
          return job.definition.low % 2 == 0;
        else
          return false;
      },
      record);
}

model::job_filter any_filter(std::mt19937_64& luck, const shop& on, size_t jobs) {
  model::job_filter out;
  const auto some = [&](auto& to, const auto& from) {
    for (uint64_t n = luck() % 3 == 0 ? 1 + luck() % 3 : 0; n > 0; --n)
      to.push_back(from[luck() % from.size()]);
  };
  some(out.users, users);
  some(out.names, names);
  some(out.states, states);
  const auto when = [&] { return plus_ms(sample_time, static_cast<int64_t>(luck() % jobs)); };
  if (luck() % 4 == 0) out.from = when();
  if (luck() % 4 == 0) out.until = when();
  static const std::vector<std::string> texts{"load", "d", "ad", "night", "nobody", "x"};
  const auto job = [&] { return make_job_number(1, static_cast<uint32_t>(1 + luck() % jobs)); };
  if (luck() % 3 == 0) out.text = luck() % 4 == 0 ? on.wire(job()) : texts[luck() % texts.size()];
  if (luck() % 8 == 0) out.keep = even;
  for (uint64_t n = luck() % 8 == 0 ? 1 + luck() % 20 : 0; n > 0; --n) out.ids.push_back(job());
  return out;
}

RC_GTEST_PROP(job_lists, are_what_the_records_say, (uint64_t seed)) {
  std::mt19937_64 luck(seed);
  const size_t jobs = 1 + luck() % 400;
  const shop on(luck, jobs);
  for (int i = 0; i < 30; ++i) {
    const model::job_filter filter = any_filter(luck, on, jobs);
    const uint64_t offset = luck() % 3 == 0 ? luck() % (jobs + 3) : 0;
    const uint64_t length = luck() % 60;
    const std::vector<job_number> all = on.expected(filter);
    std::vector<job_number> page;
    for (uint64_t at = offset; at < all.size() && page.size() < length; ++at)
      page.push_back(all[at]);
    for (const bool with_counts : {true, false}) {
      const store_reader reader = with_counts ? on.counted() : on.uncounted();
      const auto found = reader.jobs(entity_kind::workflow, filter, offset, length);
      RC_ASSERT(found.ok());
      RC_ASSERT(found->total == all.size());
      std::vector<job_number> rows;
      for (const model::job_row& row : found->rows) rows.push_back(row.id.job);
      RC_ASSERT(rows == page);
    }
  }
}

/// A store that counts what is read of it.
class watched_store final : public store_in_front {
 public:
  using store_in_front::store_in_front;

  result<void> write(const kv_batch& batch, bool sync) override {
    return behind().write(batch, sync);
  }
  result<std::optional<std::string>> get(table where, std::string_view key) const override {
    ++rows[where];
    return store_in_front::get(where, key);
  }
  result<void> scan(table where, std::string_view from, std::string_view to,
                    const visitor& visit) const override {
    return store_in_front::scan(where, from, to, counting(where, visit));
  }
  result<void> scan_back(table where, std::string_view from, std::string_view to,
                         const visitor& visit) const override {
    return store_in_front::scan_back(where, from, to, counting(where, visit));
  }

  mutable std::map<table, size_t> rows;

 private:
  visitor counting(table where, const visitor& visit) const {
    ++seeks;
    return [this, where, &visit](std::string_view key, std::string_view value) {
      return ++rows[where], visit(key, value);
    };
  }

 public:
  mutable size_t seeks = 0;
};

class job_reads : public testing::Test {
 protected:
  static constexpr size_t jobs = 6'000;

  job_reads() {
    ids = take_epoch(counted, "foliot", sample_time)->ids;
    sample_log log;
    for (job_number job = 1; job <= jobs; ++job) {
      model::workflow_record record = sample_workflow({});
      record.created = plus_ms(sample_time, static_cast<int64_t>(job));
      record.user = job % 3 == 0 ? "ada" : "bob";
      record.name = "name" + std::to_string(job % 500);
      record.state = job % 1'000 == 0 ? status::running : status::succeeded;
      log.born(job_id(entity_kind::workflow, job, job), record);
    }
    EXPECT_TRUE(counted.write(log.take(), true));
  }
  /// Rows of indexes and records that a page of fifty reads.
  std::pair<size_t, size_t> reads(const model::job_filter& filter, size_t total) {
    watched.rows.clear();
    const store_reader reader(watched, ids, &counted.counts());
    const auto page = reader.jobs(entity_kind::workflow, filter, 0, 50);
    EXPECT_TRUE(page.ok());
    EXPECT_EQ(page->total, total);
    const size_t records = std::exchange(watched.rows[table::record], 0);
    size_t keys = 0;
    for (const auto& [where, rows] : watched.rows) keys += rows;
    return {keys, records};
  }

  rehearsal::memory_store store;
  watched_store watched{store};
  counted_store counted{watched};
  wire_ids ids;
};

TEST_F(job_reads, one_member_alone_reads_little_more_than_its_page) {
  for (const auto& [filter, total] : std::vector<std::pair<model::job_filter, size_t>>{
           {{}, jobs},
           {{{"ada"}, {}, {}, {}}, jobs / 3},
           {{{}, {"name7"}, {}, {}}, jobs / 500},
           {{{}, {}, {status::succeeded}, {}}, jobs - 6},
           {{{}, {}, {status::running}, {}}, 6}}) {
    const auto [keys, records] = reads(filter, total);
    EXPECT_LE(keys, 80u);
    EXPECT_EQ(records, std::min<size_t>(total, 50));
  }
  const auto [keys, records] = reads({{}, {}, {}, {4, 5}}, 2);
  EXPECT_EQ(keys, 2u);
  EXPECT_EQ(records, 2u);
}

TEST_F(job_reads, members_that_meet_seldom_are_not_read_through) {
  // Twelve jobs have the name, one in three the user.
  EXPECT_LE(reads({{"bob"}, {"name7"}, {}, {}}, 8).first, jobs / 3);
  EXPECT_LE(reads({{}, {"name0"}, {status::running}, {}}, 6).first, 500u);
}

TEST(job_lists, large_members_are_counted_by_what_they_do_not_hold) {
  constexpr size_t jobs = 20'000;
  rehearsal::memory_store store;
  counted_store counted(store);
  watched_store watched(counted);
  const wire_ids ids = take_epoch(counted, "foliot", sample_time)->ids;
  sample_log log;
  const auto state = [](job_number job) {
    return job % 10 == 0 ? status::killed : job % 10 == 1 ? status::failed : status::succeeded;
  };
  for (job_number job = 1; job <= jobs; ++job) {
    model::workflow_record record = sample_workflow({});
    record.created = plus_ms(sample_time, static_cast<int64_t>(job / 3));
    record.user = job % 7 == 0 ? "ada" : job % 7 == 1 ? "cid" : "bob";
    record.name = job % 11 == 0 ? "rare" : "often";
    record.state = state(job);
    log.born(job_id(entity_kind::workflow, job, job), record);
  }
  ASSERT_TRUE(counted.write(log.take(), true));
  const store_reader reader(watched, ids, &counted.counts());
  const auto total = [&](const model::job_filter& filter) {
    watched.rows.clear();
    const auto page = reader.jobs(entity_kind::workflow, filter, 10, 50);
    EXPECT_TRUE(page.ok());
    EXPECT_EQ(page->rows.size(), 50u);
    for (const model::job_row& row : page->rows) EXPECT_EQ(state(row.id.job), status::succeeded);
    return page->total;
  };
  const auto count = [&](const auto& takes) {
    uint64_t out = 0;
    for (job_number job = 1; job <= jobs; ++job)
      out += state(job) == status::succeeded && takes(job);
    return out;
  };
  EXPECT_EQ(total({{"bob"}, {}, {status::succeeded}, {}}),
            count([](job_number job) { return job % 7 > 1; }));
  EXPECT_LE(watched.rows[table::by_status] + watched.rows[table::by_user], jobs * 2 / 3);
  EXPECT_EQ(total({{"bob", "ada"}, {"often"}, {status::succeeded}, {}}),
            count([](job_number job) { return job % 7 != 1 && job % 11 != 0; }));
  EXPECT_EQ(total({{"bob", "ada", "cid"}, {}, {status::succeeded}, {}}),
            count([](job_number) { return true; }));
  EXPECT_LE(watched.rows[table::by_status] + watched.rows[table::by_user], 1'000u);
}

TEST_F(job_reads, times_bound_what_is_read) {
  model::job_filter filter;
  filter.from = plus_ms(sample_time, 3'000);
  filter.until = plus_ms(sample_time, 3'099);
  EXPECT_LE(reads(filter, 100).first, 700u);  // counted from both sides, which read ahead
  filter.users = {"ada"};
  EXPECT_LE(reads(filter, 34).first, 200u);
  filter.text = "me49";
  EXPECT_LE(reads(filter, 0).first, 100u);
}

TEST_F(job_reads, a_text_that_many_names_hold_reads_no_others) {
  model::job_filter filter;
  filter.text = "me1";  // name1, name10 to name19, name100 to name199
  EXPECT_LE(reads(filter, 111 * jobs / 500).first, 111 * jobs / 500 + 64);
}

TEST(job_lists, of_what_coordinators_name_read_each_record_once) {
  constexpr size_t jobs = 500;
  rehearsal::memory_store store;
  counted_store counted(store);
  watched_store watched(counted);
  const wire_ids ids = take_epoch(counted, "foliot", sample_time)->ids;
  sample_log log;
  for (job_number job = 1; job <= jobs; ++job) {
    model::coordinator_record record = sample_coordinator();
    record.definition.low = job;
    log.born(job_id(entity_kind::coordinator, job, job), record);
  }
  ASSERT_TRUE(counted.write(log.take(), true));
  const store_reader reader(watched, ids, &counted.counts(), &counted.definitions());
  const auto records_read = [&] {
    watched.rows.clear();
    model::job_filter filter;
    filter.keep = even;
    EXPECT_EQ(reader.jobs(entity_kind::coordinator, filter, 0, 50)->total, jobs / 2);
    return watched.rows[table::record];
  };
  EXPECT_EQ(records_read(), jobs + 50);
  EXPECT_EQ(records_read(), 50u);
}

TEST_F(job_reads, times_that_leave_out_little_are_counted_by_that) {
  model::job_filter filter;
  filter.from = plus_ms(sample_time, 101);
  EXPECT_LE(reads(filter, jobs - 100).first, 1'000u);
  filter.until = plus_ms(sample_time, jobs - 50);
  EXPECT_LE(reads(filter, jobs - 150).first, 1'000u);
}

TEST_F(job_reads, a_text_that_few_names_hold_reads_those) {
  model::job_filter filter;
  filter.text = "me49";  // name49, name490 to name499
  const auto [keys, records] = reads(filter, 11 * jobs / 500);
  EXPECT_LE(keys, 11 * jobs / 500);
  EXPECT_EQ(records, 50u);
}

TEST_F(job_reads, nothing_is_looked_for_behind_the_last_job_of_a_list) {
  // Where jobs have left a status, deleted rows lie behind those that still have it.
  watched.seeks = 0;
  EXPECT_EQ(reads({{}, {}, {status::killed}, {}}, 0).first, 0u);
  EXPECT_EQ(watched.seeks, 0u);
}

TEST_F(job_reads, keep_is_asked_of_every_candidate_and_of_the_page_once_more) {
  model::job_filter filter{{}, {"name7"}, {}, {}};
  size_t asked = 0;
  filter.keep = [&](const entity_id&, const model::any_record&) {
    return result<bool>(++asked > 5);
  };
  EXPECT_EQ(reads(filter, 7).second, 12u + 7u);
  EXPECT_EQ(asked, 12u + 7u);
  filter.keep = [](const entity_id&, const model::any_record&) {
    return result<bool>(failure{errc::unavailable, "busy", "", "", ""});
  };
  const store_reader reader(store, ids);
  EXPECT_EQ(reader.jobs(entity_kind::workflow, filter, 0, 1).error().code, errc::unavailable);
}

}  // namespace
}  // namespace foliot::store

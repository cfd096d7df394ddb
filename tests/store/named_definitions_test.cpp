#include "store/named_definitions.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>

#include "rehearsal/memory_store.hpp"
#include "store/epochs.hpp"
#include "store/job_counts.hpp"
#include "store/store_reader.hpp"
#include "tests/store/random_values.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

model::coordinator_record naming(uint64_t definition) {
  model::coordinator_record out = sample_coordinator();
  out.definition = {7, definition};
  return out;
}
kv_batch written(job_number job, const model::coordinator_record& record) {
  sample_log log;
  log.born(job_id(entity_kind::coordinator, job, job), record);
  return log.take();
}

RC_GTEST_PROP(definition_in_row, is_that_of_the_record, (uint64_t seed)) {
  random_values from(seed);
  const auto record = from.make<model::coordinator_record>();
  for (uint8_t version = 1; version <= record_version; ++version) {
    const std::string row = encode_record(&record, version);
    const auto named = definition_in_row(row);
    RC_ASSERT(named.ok());
    RC_ASSERT(*named == record.definition);
  }
}

TEST(definition_in_row, of_damaged_or_later_rows_is_an_error) {
  const model::coordinator_record record = naming(1);
  const std::string row = encode_record(&record);
  EXPECT_EQ(definition_in_row("").error().code, errc::corrupt);
  EXPECT_EQ(definition_in_row(row.substr(0, 20)).error().code, errc::corrupt);
  EXPECT_EQ(definition_in_row('\x7f' + row.substr(1)).error().code, errc::too_new);
}

TEST(named_definitions, follow_what_is_written) {
  named_definitions known;
  known.after(written(1, naming(1)));
  EXPECT_FALSE(known.of(1)) << "nobody has asked for it";
  known.remember(1, {7, 1}, known.writes());
  EXPECT_EQ(known.of(1), (hash128{7, 1}));
  known.after(written(1, naming(2)));
  EXPECT_EQ(known.of(1), (hash128{7, 2}));
  known.after({{table::record, record_key(job_id(entity_kind::coordinator, 1, 1)), std::nullopt}});
  EXPECT_FALSE(known.of(1));
}

TEST(named_definitions, remember_nothing_that_was_written_meanwhile) {
  named_definitions known;
  const uint64_t seen = known.writes();
  known.after(written(1, naming(2)));
  known.remember(1, {7, 1}, seen);
  EXPECT_FALSE(known.of(1));
  sample_log log;
  const uint64_t before = known.writes();
  log.born(action_of(job_id(entity_kind::coordinator, 1, 1), 1), sample_action());
  log.born(job_id(entity_kind::workflow, 1, 3), sample_workflow({}));
  known.after(log.take());
  EXPECT_EQ(known.writes(), before) << "only coordinators count";
}

TEST(named_definitions, forget_all_when_there_are_too_many) {
  named_definitions known(3);
  for (job_number job = 1; job <= 4; ++job) known.remember(job, {7, job}, known.writes());
  EXPECT_FALSE(known.of(1));
  EXPECT_EQ(known.of(4), (hash128{7, 4}));
}

/// Coordinators are born and updated; lists ask for those with an even definition.
RC_GTEST_PROP(named_definitions, make_lists_no_other, (uint64_t seed)) {
  std::mt19937_64 luck(seed);
  rehearsal::memory_store store;
  counted_store counted(store);
  const wire_ids ids = take_epoch(counted, "foliot", sample_time)->ids;
  const store_reader reader(counted, ids, &counted.counts(), &counted.definitions());
  std::map<job_number, model::coordinator_record> jobs;
  const auto keep = [](const entity_id&, const model::any_record& record) {
    return result<bool>(std::get<model::coordinator_record>(record).definition.low % 2 == 0);
  };
  for (int i = 0; i < 60; ++i) {
    const job_number job = 1 + luck() % 20;
    const auto known = jobs.find(job);
    model::coordinator_record record = known == jobs.end() ? naming(0) : known->second;
    record.definition.low = luck() % 4;
    sample_log log;
    if (known == jobs.end()) {
      log.born(job_id(entity_kind::coordinator, job, job), record);
    } else {
      ++record.version;
      log.add<model::coordinator_record, model::coordinator_event>(
          job_id(entity_kind::coordinator, job, job), known->second, record,
          model::coordinator_events::killed{});
    }
    jobs[job] = record;
    RC_ASSERT(counted.write(log.take(), true).ok());
    if (luck() % 3 != 0) continue;
    model::job_filter filter;
    filter.keep = keep;
    const auto page = reader.jobs(entity_kind::coordinator, filter, 0, 5);
    RC_ASSERT(page.ok());
    std::vector<job_number> expected;
    for (const auto& [number, each] : jobs)
      if (each.definition.low % 2 == 0) expected.insert(expected.begin(), number);
    RC_ASSERT(page->total == expected.size());
    expected.resize(std::min<size_t>(expected.size(), 5));
    std::vector<job_number> found;
    for (const model::job_row& row : page->rows) found.push_back(row.id.job);
    RC_ASSERT(found == expected);
  }
}

}  // namespace
}  // namespace foliot::store

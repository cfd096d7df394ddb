// The index of the past tells the same as the journal read from its beginning, sooner.
#include "store/past_index.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "store/past_index_build.hpp"
#include "store/past_reader.hpp"
#include "tests/store/counting_store.hpp"
#include "tests/store/small_engine.hpp"

namespace foliot::store {
namespace {

constexpr const char* rules = "these";

class past_index_test : public small_story {
 protected:
  past_index_test() {
    // A coordinator with many entries, between those of others, some in the same millisecond.
    for (int i = 0; i < 700; ++i) {
      if (i % 3 == 0) run.now = plus_ms(run.now, -10);
      if (i % 2 == 0)
        run.coordinator(coordinator, model::coordinator_events::suspended{});
      else
        run.coordinator(coordinator, model::coordinator_events::resumed{});
      if (i % 100 == 50) run.workflow(next_alone(), born());
    }
  }
  entity_id next_alone() {
    const job_number number = root + 100 + static_cast<job_number>(++others);
    run.define(number, entity_kind::workflow, "<alone/>");
    return job_id(entity_kind::workflow, number, number);
  }
  model::workflow_event born() {
    const hash128 text =
        definition_change(0, root,
                          {entity_kind::workflow, "file:///apps", "", "<alone/>", run.conf})
            .first;
    return model::workflow_events::created{text, {}, {}, "bob", "load", "file:///w", {}, true};
  }
  void update() {
    const store_reader now(run.store, run.ids);
    const auto done = update_past_index(rows, run.store, now, run.made, rules);
    ASSERT_TRUE(done.ok()) << done.error().text();
    made = *done;
    index = *open_past_index(rows, run.store, rules);
    ASSERT_TRUE(index.has_value());
  }
  std::vector<entity_id> everybody() const {
    std::vector<entity_id> out{bundle, coordinator, workflow, alone};
    for (uint32_t i = 1; i <= 4; ++i) out.push_back(action_of(coordinator, i));
    for (int i = 1; i <= others; ++i) {
      const job_number number = root + 100 + static_cast<job_number>(i);
      out.push_back(job_id(entity_kind::workflow, number, number));
    }
    return out;
  }
  static std::string text(const result<std::optional<model::any_record>>& found) {
    if (!found) return found.error().text();
    return *found ? encode_record(**found) : "none";
  }
  void expect_same_at(moment at) {
    const store_reader now(run.store, run.ids);
    const past_reader plain(run.store, now, run.made, at);
    const past_reader quick(run.store, now, run.made, at, &*index);
    for (const entity_id& id : everybody())
      ASSERT_EQ(text(quick.record(id)), text(plain.record(id)))
          << run.ids.text(id) << " at " << at.sequence << ", " << at.time.ms;
    std::vector<uint32_t> seen;
    for (const past_reader* reader : {&plain, &quick})
      ASSERT_TRUE(reader
                      ->actions(coordinator, 2, 5,
                                [&](uint32_t number, const model::action_record&) {
                                  return seen.push_back(number), true;
                                })
                      .ok());
    ASSERT_EQ(seen.size() % 2, 0U);
    for (size_t i = 0; i < seen.size() / 2; ++i) EXPECT_EQ(seen[i], seen[i + seen.size() / 2]);
  }
  void expect_same() {
    for (uint64_t sequence = 1; sequence <= run.sequence; sequence += 41)
      expect_same_at({sequence, run.now});
    for (instant at = plus_ms(sample_time, ms_per_day - 5); at < run.now; at = plus_ms(at, 170))
      expect_same_at({UINT64_MAX, at});
    expect_same_at({});
  }

  int others = 0;
  rehearsal::memory_store rows;
  past_update made;
  std::optional<past_index> index;
};

TEST_F(past_index_test, tells_the_same_as_the_journal_at_every_moment) {
  update();
  EXPECT_EQ(made.entries, run.sequence);
  EXPECT_EQ(made.snapshots, 2U);
  expect_same();
}

TEST_F(past_index_test, tells_the_same_when_it_knows_only_the_beginning) {
  update();
  for (int i = 0; i < 40; ++i)
    run.coordinator(coordinator,
                    i % 2 == 0 ? model::coordinator_event(model::coordinator_events::suspended{})
                               : model::coordinator_events::resumed{});
  run.workflow(next_alone(), born());
  index = *open_past_index(rows, run.store, rules);
  ASSERT_TRUE(index.has_value());
  EXPECT_LT(index->through(), run.sequence);
  expect_same();
}

TEST_F(past_index_test, brought_up_to_date_in_pieces_it_is_the_same) {
  const auto full = [this] {
    std::string out;
    for (uint8_t t = 0; t < static_cast<uint8_t>(table::count_); ++t)
      EXPECT_TRUE(rows.scan(static_cast<table>(t), "", "",
                            [&](std::string_view key, std::string_view) {
                              out += std::to_string(t) + ":" + std::string(key) + "\n";
                              return true;
                            })
                      .ok());
    return out;
  };
  update();
  for (int piece = 0; piece < 5; ++piece) {
    for (int i = 0; i < 130; ++i)
      run.coordinator(coordinator,
                      i % 2 == 0 ? model::coordinator_event(model::coordinator_events::suspended{})
                                 : model::coordinator_events::resumed{});
    update();
    EXPECT_EQ(made.entries, 130U);
  }
  expect_same();
  EXPECT_EQ(index->time_of(run.sequence).value(), plus_ms(run.now, -10));
  EXPECT_FALSE(index->time_of(run.sequence + 1).value().has_value());
  // Nothing new: nothing is read over.
  const std::string before = full();
  update();
  EXPECT_EQ(made.entries, 0U);
  EXPECT_EQ(full(), before);
}

TEST_F(past_index_test, reads_the_entries_of_one_entity_only) {
  update();
  counting_store counted(run.store);
  const store_reader now(counted, run.ids);
  const past_reader quick(counted, now, run.made, {run.sequence, run.now}, &*index);
  ASSERT_TRUE(quick.record(workflow).ok());
  ASSERT_TRUE(quick.record(first).ok());
  EXPECT_EQ(counted.entries, 0U);  // got, not scanned
}

TEST_F(past_index_test, of_another_database_or_other_rules_it_is_none) {
  update();
  EXPECT_FALSE(open_past_index(rows, run.store, "others").value().has_value());
  engine other;
  EXPECT_FALSE(open_past_index(rows, other.store, rules).value().has_value());
  // Made anew, it is one of the other rules.
  const store_reader now(run.store, run.ids);
  EXPECT_EQ(update_past_index(rows, run.store, now, run.made, "others")->entries, run.sequence);
  EXPECT_TRUE(open_past_index(rows, run.store, "others").value().has_value());
}

TEST_F(past_index_test, what_was_cut_short_is_made_anew) {
  update();
  ASSERT_TRUE(rows.write({{table::meta, "stamp", std::nullopt}}, true).ok());
  EXPECT_FALSE(open_past_index(rows, run.store, rules).value().has_value());
  update();
  EXPECT_EQ(made.entries, run.sequence);
  expect_same();
}

TEST_F(past_index_test, a_wrong_snapshot_is_not_believed) {
  update();
  const auto snapshot = index->snapshot(coordinator, UINT64_MAX).value();
  ASSERT_TRUE(snapshot.has_value());
  auto record = std::get<model::coordinator_record>(*snapshot->record);
  record.name = "other";
  ASSERT_TRUE(rows.write({{past_tables::snapshots, past_key(coordinator, snapshot->sequence),
                           encode_record(&record)}},
                         true)
                  .ok());
  expect_same_at({run.sequence, run.now});
}

TEST_F(past_index_test, entries_that_are_gone_since_are_noticed) {
  update();
  std::vector<uint64_t> own;
  for (const auto& [sequence, id, record] : run.past)
    if (id == first) own.push_back(sequence);
  write({table::journal, journal_key(0, root, own[1]), std::nullopt});
  const store_reader now(run.store, run.ids);
  const past_reader plain(run.store, now, run.made, {});
  const past_reader quick(run.store, now, run.made, {}, &*index);
  EXPECT_FALSE(quick.record(first).ok());
  EXPECT_EQ(text(quick.record(first)), text(plain.record(first)));
}

TEST_F(past_index_test, a_journal_that_cannot_be_read_has_none) {
  write({table::journal, journal_key(0, root, 3), "\x01"});
  const store_reader now(run.store, run.ids);
  const auto done = update_past_index(rows, run.store, now, run.made, rules);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, errc::corrupt);
  EXPECT_FALSE(open_past_index(rows, run.store, rules).value().has_value());
}

TEST_F(past_index_test, another_database_never_becomes_an_index) {
  const uint64_t before = run.replayed().entries;
  const store_reader now(run.store, run.ids);
  const auto done = update_past_index(run.store, run.store, now, run.made, rules);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, errc::bad_input);
  EXPECT_EQ(run.replayed().entries, before);
  EXPECT_EQ(run.replayed().differ, 0U);
}

TEST_F(past_index_test, is_a_database_that_opens_again) {
  ASSERT_TRUE(prepare_format(rows).ok());  // as who opens it does
  update();
  EXPECT_TRUE(prepare_format(rows).ok());
}

TEST_F(past_index_test, moments_may_be_as_far_apart_as_numbers_are) {
  const std::vector<std::optional<instant>> times{sample_time, instant{INT64_MIN}, std::nullopt,
                                                  instant{INT64_MAX}, instant{-1}};
  EXPECT_EQ(decode_moments(encode_moments(times)).value(), times);
}

TEST_F(past_index_test, damaged_rows_are_errors) {
  update();
  EXPECT_FALSE(decode_trail(1, "\xff").ok());
  EXPECT_FALSE(decode_trail(1, std::string(1, '\0')).ok());
  EXPECT_FALSE(decode_trail(UINT64_MAX, std::string(1, '\1')).ok());
  EXPECT_FALSE(decode_moments("\x02").ok());
  EXPECT_EQ(decode_trail(7, encode_trail({7, 9, 300})).value(), (std::vector<uint64_t>{7, 9, 300}));
}

}  // namespace
}  // namespace foliot::store

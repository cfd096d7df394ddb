#include "store/past_reader.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "store/journal_scan.hpp"
#include "store/past_index_build.hpp"
#include "store/purge.hpp"
#include "tests/store/counting_store.hpp"
#include "tests/store/small_engine.hpp"

namespace foliot::store {
namespace {

class past_reader_test : public small_story {
 protected:
  /// The record of `id` as it was after entry `sequence`, encoded; "" before its birth.
  std::string then(uint64_t sequence, const entity_id& id) const {
    std::string out;
    for (const auto& [at, who, record] : run.past)
      if (at <= sequence && who == id) out = record;
    return out;
  }
  instant time_of(uint64_t sequence) const {
    return time_of_entry(run.store, 0, sequence).value().value();
  }
  past_reader at(uint64_t sequence) const {
    return {run.store, now_, run.made, {sequence, time_of(sequence)}};
  }
  std::string read(const past_reader& from, const entity_id& id) const {
    const auto found = from.record(id);
    EXPECT_TRUE(found.ok()) << found.error().text();
    return found.ok() && *found ? encode_record(**found) : "";
  }
  std::vector<entity_id> everybody() const {
    return {bundle, coordinator, first, action_of(coordinator, 2), workflow, alone};
  }

  /// Of the actions of a coordinator of its own.
  std::vector<entity_id> workflows_below(uint32_t actions) {
    const entity_id above = job_id(entity_kind::coordinator, root + 40, root + 40);
    const hash128 text = run.define(above.root, entity_kind::coordinator, "<hours/>");
    const hash128 load = run.define(above.root, entity_kind::workflow, "<load/>");
    run.made.coordinator_made.end = plus_ms(sample_time, actions * ms_per_hour);
    run.coordinator(above, model::coordinator_events::created{text, "ada", "hours", "file:///h"});
    run.coordinator(above, model::coordinator_events::materialised{actions});
    std::vector<entity_id> out;
    for (uint32_t number = 1; number <= actions; ++number) {
      const entity_id action = action_of(above, number);
      run.action(action, model::action_events::inputs_found{});
      model::action_events::submitted submitted;
      submitted.workflow = root + 100 + number;
      submitted.birth.definition = load;
      submitted.birth.conf_base = text;
      submitted.birth.user = "ada";
      submitted.birth.name = "load";
      submitted.birth.parent = action;
      run.action(action, submitted);
      out.push_back(job_id(entity_kind::workflow, above.root, submitted.workflow));
    }
    return out;
  }

  const store_reader now_{run.store, run.ids};
};

TEST_F(past_reader_test, every_entity_is_as_it_was_after_every_entry) {
  for (uint64_t sequence = 1; sequence <= run.sequence; ++sequence) {
    const past_reader past = at(sequence);
    for (const entity_id& id : everybody())
      EXPECT_EQ(read(past, id), then(sequence, id)) << run.ids.text(id) << " at " << sequence;
  }
}

TEST_F(past_reader_test, a_time_takes_what_happened_until_then) {
  for (uint64_t sequence = 1; sequence <= run.sequence; ++sequence) {
    uint64_t last = sequence;  // births share the time of their parent's step
    while (last < run.sequence && time_of(last + 1) == time_of(sequence)) ++last;
    const past_reader past(run.store, now_, run.made, {UINT64_MAX, time_of(sequence)});
    for (const entity_id& id : everybody())
      EXPECT_EQ(read(past, id), then(last, id)) << run.ids.text(id) << " at " << sequence;
  }
  const past_reader before(run.store, now_, run.made, {UINT64_MAX, sample_time});
  for (const entity_id& id : everybody()) EXPECT_EQ(read(before, id), "");
}

TEST_F(past_reader_test, jobs_are_found_by_the_name_that_they_had) {
  const uint64_t before = run.sequence;
  const hash128 again = run.define(alone.root, entity_kind::workflow, "<again/>");
  run.workflow(alone, model::workflow_events::rerun{again, {}, {}, "reload", "file:///w", {}});
  const auto found = [](const past_reader& past, const std::string& name) {
    model::job_filter filter;
    filter.names = {name};
    filter.users = {"bob"};
    return past.jobs(entity_kind::workflow, filter, 0, 10).value();
  };
  ASSERT_EQ(found(at(before), "load").rows.size(), 1U);
  EXPECT_EQ(found(at(before), "load").rows[0].id, alone);
  EXPECT_EQ(found(at(before), "load").total, 1U);
  EXPECT_EQ(found(at(before), "reload").total, 0U);
  EXPECT_EQ(found(at(run.sequence), "load").total, 0U);
  EXPECT_EQ(found(at(run.sequence), "reload").total, 1U);
}

TEST_F(past_reader_test, lists_and_families_are_as_they_were) {
  for (uint64_t sequence = 1; sequence <= run.sequence; ++sequence) {
    const past_reader past = at(sequence);
    size_t workflows = 0;
    size_t running = 0;
    for (const entity_id& id : {workflow, alone}) {
      const std::string record = then(sequence, id);
      if (record.empty()) continue;
      ++workflows;
      const auto state = model::state_of(decode_record(entity_kind::workflow, record).value());
      running += state == model::status::succeeded ? 1 : 0;
    }
    const auto all = past.jobs(entity_kind::workflow, {}, 0, 10).value();
    EXPECT_EQ(all.rows.size(), workflows) << sequence;
    EXPECT_EQ(all.total, workflows) << sequence;
    model::job_filter filter;
    filter.states = {model::status::succeeded};
    const auto some = past.jobs(entity_kind::workflow, filter, 0, 10).value();
    EXPECT_EQ(some.total, running) << sequence;
    uint32_t actions = 0;
    ASSERT_TRUE(past.actions(coordinator, 1, 10,
                             [&](uint32_t number, const auto& action) {
                               EXPECT_EQ(encode_record(&action),
                                         then(sequence, action_of(coordinator, number)));
                               ++actions;
                               return true;
                             })
                    .ok());
    EXPECT_EQ(actions, (then(sequence, first).empty() ? 0U : 1U) +
                           (then(sequence, action_of(coordinator, 2)).empty() ? 0U : 1U));
    const auto children = past.children(bundle).value();
    EXPECT_EQ(children.size(), then(sequence, coordinator).empty() ? 0U : 1U) << sequence;
    uint64_t newest = 0;
    ASSERT_TRUE(past.journal(root, 0,
                             [&](const model::journal_entry& entry) {
                               newest = entry.sequence;
                               return true;
                             })
                    .ok());
    EXPECT_LE(newest, sequence);
  }
}

TEST_F(past_reader_test, a_time_means_its_first_coming_where_the_clock_was_set_back) {
  run.coordinator(coordinator, model::coordinator_events::suspended{});
  const uint64_t last = run.sequence;
  run.now = plus_ms(time_of(last), -2);
  run.coordinator(coordinator, model::coordinator_events::resumed{});
  ASSERT_LT(time_of(last - 1), time_of(run.sequence));
  rehearsal::memory_store rows;
  ASSERT_TRUE(update_past_index(rows, run.store, now_, run.made, "a").ok());
  const auto index = *open_past_index(rows, run.store, "a");
  for (const past_index* by : {static_cast<const past_index*>(nullptr), &*index}) {
    const auto read_at = [&](instant time) {
      return read(past_reader(run.store, now_, run.made, {UINT64_MAX, time}, by), coordinator);
    };
    EXPECT_EQ(read_at(plus_ms(time_of(last), -1)), then(last - 1, coordinator));
    EXPECT_EQ(read_at(time_of(run.sequence)), then(last - 1, coordinator));
    EXPECT_EQ(read_at(time_of(last)), then(run.sequence, coordinator));
  }
}

TEST_F(past_reader_test, a_clock_that_was_set_back_takes_no_job_away) {
  const auto set_back = [&] { run.now = plus_ms(run.now, -ms_per_hour); };
  const auto create = [&](job_number number) {
    const entity_id id = job_id(entity_kind::workflow, number, number);
    const hash128 text = run.define(number, entity_kind::workflow, "<late/>");
    run.workflow(
        id, model::workflow_events::created{text, {}, {}, "bob", "load", "file:///w", {}, true});
    return id;
  };
  std::vector<entity_id> workflows{workflow, alone};
  set_back();
  run.coordinator(coordinator, model::coordinator_events::suspended{});
  workflows.push_back(create(root + 20));  // earlier than all others, by its time
  workflows.push_back(create(root + 21));
  run.now = plus_ms(run.now, 2 * ms_per_hour);
  workflows.push_back(create(root + 22));
  set_back();
  set_back();
  workflows.push_back(create(root + 23));
  rehearsal::memory_store rows;
  ASSERT_TRUE(update_past_index(rows, run.store, now_, run.made, "a").ok());
  const auto index = *open_past_index(rows, run.store, "a");
  run.coordinator(coordinator, model::coordinator_events::resumed{});  // not in the index
  run.now = plus_ms(run.now, 3 * ms_per_hour);
  workflows.push_back(create(root + 24));
  run.coordinator(coordinator, model::coordinator_events::suspended{});

  for (uint64_t sequence = 1; sequence <= run.sequence; ++sequence) {
    std::set<entity_id> there;
    for (const entity_id& id : workflows)
      if (!then(sequence, id).empty()) there.insert(id);
    const past_reader plain = at(sequence);
    const past_reader quick(run.store, now_, run.made, {sequence, time_of(sequence)}, &*index);
    for (const past_reader* past : {&plain, &quick}) {
      std::set<entity_id> seen;
      for (uint64_t offset = 0; offset < workflows.size(); ++offset) {
        const auto piece = past->jobs(entity_kind::workflow, {}, offset, 1).value();
        EXPECT_EQ(piece.total, there.size()) << "at " << sequence << ", from " << offset;
        EXPECT_EQ(piece.rows.size(), offset < there.size() ? 1U : 0U);
        for (const auto& row : piece.rows) seen.insert(row.id);
      }
      EXPECT_EQ(seen, there) << "at " << sequence;
      model::job_filter filter;
      filter.names = {"load"};
      EXPECT_EQ(past->jobs(entity_kind::workflow, filter, 0, 1).value().total, there.size());
      EXPECT_EQ(past->children(bundle).value().size(),
                then(sequence, coordinator).empty() ? 0U : 1U)
          << "at " << sequence;
    }
  }
}

TEST_F(past_reader_test, jobs_of_one_tree_are_followed_in_one_pass) {
  ASSERT_EQ(workflows_below(25).size(), 25U);
  counting_store counted(run.store);
  const store_reader now(counted, run.ids);
  model::job_filter asked;
  asked.names = {"load"};
  for (const model::job_filter& filter : {asked, model::job_filter{}}) {
    const past_reader past(counted, now, run.made, {});
    counted.entries = 0;
    const auto found = past.jobs(entity_kind::workflow, filter, 0, 20).value();
    EXPECT_EQ(found.rows.size(), 20U);
    EXPECT_LT(counted.entries, 3 * run.sequence);
    for (const auto& row : found.rows)
      EXPECT_EQ(encode_record(row.record), then(run.sequence, row.id));
  }
}

TEST_F(past_reader_test, more_jobs_than_are_followed_at_a_time_are_all_listed_once) {
  const size_t many = folded_together_max + 50;
  for (size_t i = 0; i < many; ++i) {
    const job_number number = root + 100 + i;
    const entity_id id = job_id(entity_kind::workflow, number, number);
    if (i % 7 != 0) run.now = plus_ms(run.now, -10);  // some in the same millisecond
    const hash128 text = run.define(number, entity_kind::workflow, "<many/>");
    run.workflow(
        id, model::workflow_events::created{text, {}, {}, "bob", "many", "file:///w", {}, true});
  }
  const past_reader past = at(run.sequence);
  model::job_filter filter;
  filter.names = {"many"};
  const auto page = past.jobs(entity_kind::workflow, filter, folded_together_max - 50, 90).value();
  EXPECT_EQ(page.total, many);
  EXPECT_EQ(page.rows.size(), 90U);
  const auto all = now_.jobs(entity_kind::workflow, {}, folded_together_max - 50, 90).value();
  for (size_t i = 0; i < page.rows.size(); ++i) EXPECT_EQ(page.rows[i].id, all.rows[i].id) << i;
}

TEST_F(past_reader_test, what_a_snapshot_hides_is_told) {
  // The oldest part of the tree goes, as a purge of a living tree takes it.
  const auto record = run.record<model::coordinator_record>(coordinator);
  const uint64_t cut = 6;
  std::vector<uint64_t> gone;
  for (uint64_t sequence = 1; sequence < cut; ++sequence) gone.push_back(sequence);
  for (const uint64_t sequence : gone)
    write({table::journal, journal_key(0, root, sequence), std::nullopt});
  const encoded_step snapshot =
      encode_snapshot(coordinator, model::any_record(record), run.now, "test");
  write(journal_change(0, root, ++run.sequence, 1, snapshot));
  const uint64_t taken = run.sequence;
  run.now = plus_ms(run.now, 10);
  run.coordinator(coordinator, model::coordinator_events::suspended{});

  EXPECT_EQ(read(at(run.sequence), coordinator), then(run.sequence, coordinator));
  EXPECT_EQ(read(at(taken), coordinator), encode_record(&record));
  const auto before = at(cut).record(coordinator);
  ASSERT_FALSE(before.ok());
  EXPECT_EQ(before.error().code, errc::not_found);
  EXPECT_NE(before.error().sentence.find("was purged"), std::string::npos);
}

TEST_F(past_reader_test, a_changed_entry_is_named) {
  auto changed = entry(root, 1);
  std::get<model::bundle_events::created>(std::get<model::bundle_event>(changed.event)).user =
      "eve";
  put(changed);
  const auto found = at(1).record(bundle);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, errc::corrupt);
  EXPECT_NE(found.error().text().find("entry 1 of "), std::string::npos) << found.error().text();
  // Nothing else is lost.
  EXPECT_EQ(read(at(run.sequence), alone), then(run.sequence, alone));
}

TEST_F(past_reader_test, an_entry_that_cannot_be_read_is_named) {
  write({table::journal, journal_key(0, alone.root, run.sequence), "\x02\x01"});
  const past_reader past(run.store, now_, run.made, {run.sequence, run.now});
  const auto found = past.record(alone);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, errc::corrupt);
  EXPECT_NE(found.error().text().find("journal entry " + std::to_string(run.sequence)),
            std::string::npos)
      << found.error().text();
  EXPECT_EQ(read(past, bundle), then(run.sequence, bundle));
}

TEST_F(past_reader_test, lists_leave_out_who_cannot_be_followed) {
  const std::vector<entity_id> below = workflows_below(9);
  rehearsal::memory_store rows;
  ASSERT_TRUE(update_past_index(rows, run.store, now_, run.made, "a").ok());
  const auto index = *open_past_index(rows, run.store, "a");
  std::set<entity_id> lost;
  const auto entries_of = [&](const entity_id& id) {
    std::vector<uint64_t> out;
    for (const auto& [sequence, who, record] : run.past)
      if (who == id) out.push_back(sequence);
    return out;
  };
  // The birth of one is gone, all of another, and of a third an entry is cut behind its head.
  ASSERT_GE(entries_of(alone).size(), 2U);
  write({table::journal, journal_key(0, alone.root, entries_of(alone)[0]), std::nullopt});
  for (const uint64_t sequence : entries_of(below[2]))
    write({table::journal, journal_key(0, below[2].root, sequence), std::nullopt});
  const std::string key = journal_key(0, below[5].root, entries_of(below[5])[0]);
  write({table::journal, key, run.store.get(table::journal, key).value().value() + "?"});
  lost = {alone, below[2], below[5]};
  model::job_filter loads;
  loads.names = {"load"};
  for (const past_index* by : {static_cast<const past_index*>(nullptr), &*index})
    for (const model::job_filter& filter : {model::job_filter{}, loads}) {
      const past_reader past(run.store, now_, run.made, {run.sequence, run.now}, by);
      const auto found = past.jobs(entity_kind::workflow, filter, 0, 100);
      ASSERT_TRUE(found.ok()) << found.error().text();
      EXPECT_EQ(found->rows.size(), below.size() - 1);  // the story's own one is there
      EXPECT_EQ(found->total, below.size() - 1);
      for (const auto& row : found->rows) EXPECT_FALSE(lost.contains(row.id));
      EXPECT_EQ(past.take_left_out(), lost.size());
      EXPECT_EQ(past.take_left_out(), 0U);
      const auto alone_asked = past.record(alone);
      ASSERT_FALSE(alone_asked.ok());
      EXPECT_NE(alone_asked.error().remedy.find("ask for the report again"), std::string::npos);
      EXPECT_EQ(alone_asked.error().remedy.find("Stop the engine"), std::string::npos);
    }
}

TEST_F(past_reader_test, actions_leave_out_who_cannot_be_followed) {
  const std::vector<entity_id> below = workflows_below(9);
  const entity_id above = job_id(entity_kind::coordinator, root + 40, root + 40);
  rehearsal::memory_store rows;
  ASSERT_TRUE(update_past_index(rows, run.store, now_, run.made, "a").ok());
  const auto index = *open_past_index(rows, run.store, "a");
  for (const auto& [sequence, who, record] : run.past) {
    if (who != action_of(above, 3)) continue;
    write({table::journal, journal_key(0, above.root, sequence), std::nullopt});
    break;
  }
  for (const past_index* by : {static_cast<const past_index*>(nullptr), &*index}) {
    const past_reader past(run.store, now_, run.made, {}, by);
    std::vector<uint32_t> seen;
    const auto shown = past.actions(
        above, 3, 3, [&](uint32_t number, const auto&) { return seen.push_back(number), true; });
    ASSERT_TRUE(shown.ok()) << shown.error().text();
    EXPECT_EQ(seen, (std::vector<uint32_t>{4, 5, 6}));
    EXPECT_EQ(past.take_left_out(), 1U);
    EXPECT_EQ(past.record(action_of(above, 3)).error().code, errc::corrupt);
  }
}

TEST_F(past_reader_test, entries_are_found_by_time_and_by_sequence) {
  for (uint64_t sequence = 1; sequence <= run.sequence; ++sequence) {
    const auto row = run.store.get(table::journal, journal_key(0, root, sequence)).value();
    const job_number of = row ? root : alone.root;
    const uint64_t first_of_time = first_entry_at(run.store, 0, of, time_of(sequence)).value();
    EXPECT_LE(first_of_time, sequence);
    EXPECT_EQ(time_of(first_of_time), time_of(sequence));
    const bool has_one_before =
        first_of_time > 1 &&
        run.store.get(table::journal, journal_key(0, of, first_of_time - 1)).value().has_value();
    if (has_one_before) {
      EXPECT_LT(time_of(first_of_time - 1), time_of(sequence));
    }
  }
  EXPECT_EQ(first_entry_at(run.store, 0, root, plus_ms(run.now, 1)).value(), 0u);
  EXPECT_FALSE(time_of_entry(run.store, 0, run.sequence + 1).value().has_value());
  EXPECT_FALSE(time_of_entry(run.store, 0, 0).value().has_value());
}

}  // namespace
}  // namespace foliot::store

// Records that stand in several rows: whole again whatever steps wrote them, found damaged when
// they are, and as dear to step as short ones.
#include "store/node_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "rehearsal/memory_store.hpp"
#include "store/keys.hpp"
#include "store/purge.hpp"
#include "store/recovery_scan.hpp"
#include "store/replay_pages.hpp"
#include "store/step_batch.hpp"
#include "store/store_reader.hpp"
#include "tests/store/random_values.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

using model::node_page_size;

const job_number root = make_job_number(1, 1);
const entity_id long_one = job_id(entity_kind::workflow, root, root);

model::workflow_record record_of(size_t nodes, size_t kept = 0) {
  model::workflow_record out = sample_workflow({});
  for (size_t i = 0; i < nodes + kept; ++i) {
    model::node_state state;
    state.node = static_cast<model::node_index>(i);
    state.state = model::node_status::ok;
    state.started = state.ended = plus_ms(sample_time, static_cast<int64_t>(i));
    state.external_id = static_cast<int64_t>(1'000 + i);
    state.transition = static_cast<model::node_index>(i + 1);
    (i < nodes ? out.nodes : out.kept).push_back(state);
  }
  return out;
}

encoded_step step_between(const model::workflow_record* before, const model::workflow_record& after,
                          bool stored = true) {
  const model::cause why{7, "", "", ""};
  const model::workflow_event event = model::workflow_events::run_started{1, 1, 4711};
  recorded_step step{long_one, std::nullopt, &after, &event, after.modified, &why, "2024a"};
  if (before != nullptr) step.before = before;
  step.pages_stored = stored;
  return encode_step(step);
}

/// The rows of table::record that a batch puts, by key; empty: it deletes that row.
std::map<std::string, std::string> rows_of(const kv_batch& batch) {
  std::map<std::string, std::string> out;
  for (const kv_view change : batch)
    if (change.where == table::record) out[std::string(change.key)] = change.value.value_or("");
  return out;
}

std::vector<std::string> keys_of(const kv_batch& batch) {
  std::vector<std::string> out;
  for (const auto& [key, value] : rows_of(batch)) out.push_back(key + (value.empty() ? "-" : ""));
  return out;
}

std::string page(size_t at, paged_list list = paged_list::nodes) {
  return page_key(long_one, list, at);
}

model::workflow_record stored(const kv_store& store) {
  const auto found = read_record(store, long_one);
  EXPECT_TRUE(found.ok()) << found.error().text();
  if (!found || !*found) return {};
  return std::get<model::workflow_record>((*found)->record);
}

errc why_not(const kv_store& store) {
  const auto found = read_record(store, long_one);
  return found ? errc{} : found.error().code;
}

TEST(node_pages, are_not_made_of_short_records) {
  for (const size_t nodes : {size_t{0}, size_t{1}, node_page_size}) {
    const auto record = record_of(nodes, node_page_size);
    const auto step = step_between(nullptr, record);
    EXPECT_EQ(keys_of(step.changes), std::vector{record_key(long_one)});
    EXPECT_EQ(rows_of(step.changes).at(record_key(long_one)), encode_record(&record));
    EXPECT_EQ(step.digest, hash_of(encode_record(&record)));
    EXPECT_EQ(digest_of(&record, core_of_pages), digest_of(&record, core_of_pages - 1));
  }
}

TEST(node_pages, stand_behind_their_head_in_the_range_of_the_tree) {
  const auto record = record_of(2 * node_page_size + 1, node_page_size + 1);
  const auto step = step_between(nullptr, record);
  EXPECT_EQ(keys_of(step.changes),
            (std::vector{record_key(long_one), page(0), page(1), page(0, paged_list::kept)}));
  EXPECT_EQ(hex(page(0)),
            "0000"
            "0000000100000001"
            "04"
            "0000000100000001"
            "00000001");
  EXPECT_EQ(hex(page(2, paged_list::kept)).substr(38), "80000003");
  EXPECT_TRUE(is_page(*parse_record_key(page(0))));
  EXPECT_FALSE(is_page({0, entity_kind::action, 3, root, root}));
  EXPECT_NE(digest_of(&record, core_of_pages), digest_of(&record, core_of_pages - 1));
  EXPECT_EQ(digest_of(&record, core_of_pages - 1), hash_of(encode_record(&record)));
}

TEST(node_pages, of_a_page_has_these_bytes) {
  const auto record = record_of(node_page_size + 1);
  const std::string head = encode_row(&record);
  const std::string first = encode_page(*record.nodes.pages()[0]);
  EXPECT_EQ(hex(first.substr(0, 25)), hex("\x84" + [&] {
              model::workflow_record one = record_of(1);
              const std::string with = encode_record(&one);
              one.nodes.clear();
              const std::string without = encode_record(&one);
              // What differs is the number of nodes and the node.
              const auto at = std::mismatch(with.begin(), with.end(), without.begin()).first;
              return std::string(at + 1, at + 25);
            }()));
  const hash128 all = hash_of([&] {
    std::string out;
    writer{out}(hash_of(first));
    return out;
  }());
  std::string named;
  writer{named}(uint64_t{node_page_size + 1}, all);
  EXPECT_NE(head.find(named), std::string::npos) << "how many nodes, and the pages' hash";
}

TEST(node_pages, are_written_when_they_change) {
  const auto before = record_of(5 * node_page_size);
  auto after = before;
  after.nodes.edit_back().attempt = 2;
  EXPECT_EQ(keys_of(step_between(&before, after).changes), std::vector{record_key(long_one)});
  after.nodes.edit(node_page_size + 3).attempt = 2;
  EXPECT_EQ(keys_of(step_between(&before, after).changes),
            (std::vector{record_key(long_one), page(1)}));
  after.nodes.edit(node_page_size + 3).attempt = 1;
  EXPECT_EQ(keys_of(step_between(&before, after).changes), std::vector{record_key(long_one)})
      << "copied, and the same again";
  after.nodes.push_back({});
  EXPECT_EQ(keys_of(step_between(&before, after).changes),
            (std::vector{record_key(long_one), page(4)}))
      << "what stood behind the pages became one";
  EXPECT_EQ(keys_of(step_between(&before, after, false).changes),
            (std::vector{record_key(long_one), page(0), page(1), page(2), page(3), page(4)}))
      << "nobody knows how they are stored";
}

TEST(node_pages, go_when_the_record_has_them_no_more) {
  const auto before = record_of(4 * node_page_size, 3 * node_page_size);
  auto after = before;
  after.nodes = {};
  after.kept.erase({0});
  for (const bool known : {true, false})
    EXPECT_EQ(keys_of(step_between(&before, after, known).changes),
              (std::vector{record_key(long_one), page(0) + "-", page(1) + "-", page(2) + "-",
                           page(0, paged_list::kept), page(1, paged_list::kept)}));
  kv_batch gone;
  erase_record(long_one, before, gone);
  EXPECT_EQ(keys_of(gone),
            (std::vector{record_key(long_one) + "-", page(0) + "-", page(1) + "-", page(2) + "-",
                         page(0, paged_list::kept) + "-", page(1, paged_list::kept) + "-"}));
}

/// Something that a step may do to a list.
void change(model::node_list& list, std::mt19937_64& luck, random_values& values) {
  switch (luck() % 5) {
    case 0:
      if (luck() % 6 == 0) list.clear();
      break;
    case 1:
      if (!list.empty()) list.edit(luck() % list.size()) = values.make<model::node_state>();
      break;
    case 2:
      if (!list.empty() && luck() % 3 == 0) list.erase({luck() % list.size()});
      break;
    default:
      for (uint64_t n = luck() % 40; n > 0; --n) list.push_back(values.make<model::node_state>());
  }
}

TEST(node_pages, together_are_the_record_whatever_steps_wrote_them) {
  EXPECT_TRUE(rc::check("any steps, any crash and recovery in between", [] {
    const auto seed = *rc::gen::arbitrary<uint64_t>();
    std::mt19937_64 luck(seed);
    random_values values(seed);
    rehearsal::memory_store store;
    model::workflow_record now = values.make<model::workflow_record>();
    now.version = 1;
    now.state = model::status::running;
    RC_ASSERT(store.write(step_between(nullptr, now).changes, true).ok());
    bool known = true;
    for (int i = 0; i < 12; ++i) {
      model::workflow_record next = now;
      change(next.nodes, luck, values);
      if (luck() % 3 == 0) change(next.kept, luck, values);
      const encoded_step step = step_between(&now, next, known);
      RC_ASSERT(store.write(step.changes, true).ok());
      now = next;
      known = true;
      const model::workflow_record back = stored(store);
      RC_ASSERT(back == now);
      RC_ASSERT(digest_of(&back, core_of_pages) == step.digest);
      const auto whole = decode_record(entity_kind::workflow, encode_record(&now));
      RC_ASSERT(whole.ok());
      RC_ASSERT(digest_of(view(*whole), core_of_pages) == step.digest);
      if (luck() % 3 != 0) continue;
      now = luck() % 2 == 0 ? back : std::get<model::workflow_record>(*whole);
      known = false;
    }
    // Nothing is left behind that nobody reads.
    kv_batch all;
    erase_record(long_one, now, all);
    RC_ASSERT(store.write(all, true).ok());
    RC_ASSERT(store.rows(table::record) == 0U);
  }));
}

class stored_pages : public testing::Test {
 protected:
  stored_pages() {
    EXPECT_TRUE(store.write(step_between(nullptr, record).changes, true).ok());
    EXPECT_EQ(stored(store), record);
  }
  void write(const std::string& key, std::optional<std::string> value) {
    EXPECT_TRUE(store.write({{table::record, key, std::move(value)}}, true).ok());
  }
  std::string value(const std::string& key) const { return **store.get(table::record, key); }
  /// Every reader finds it damaged.
  void expect_damage(const char* what, errc code = errc::corrupt) {
    EXPECT_EQ(why_not(store), code) << what;
    class nobody final : public tree_visitor {
      bool tree(const entity_id&, const model::any_record&) override { return true; }
      void entity(const entity_id&, model::any_record&&) override {}
      void tree_end(const entity_id&) override {}
    } visitor;
    const auto scanned = scan_trees(store, visitor);
    EXPECT_TRUE(!scanned.ok() && scanned.error().code == code) << what;
    const auto first = next_tree(store, "");
    EXPECT_TRUE(!first.ok() && first.error().code == code) << what;
    burial dead(store);
    const auto buried = dead.add(long_one, false);
    EXPECT_TRUE(!buried.ok() && buried.error().code == code) << what;
    const auto read = store_reader(store, {}).record(long_one);
    EXPECT_TRUE(!read.ok() && read.error().code == code) << what;
    int blamed = 0;
    page_check check([&](const entity_id& id, const failure&) { blamed += id == long_one; });
    EXPECT_TRUE(store
                    .scan(table::record, "", "",
                          [&](std::string_view key, std::string_view bytes) {
                            return check.take(key, bytes, true), true;
                          })
                    .ok());
    check.end();
    EXPECT_EQ(blamed, 1) << what;
  }

  const model::workflow_record record = [] {
    auto out = record_of(3 * node_page_size + 5, node_page_size + 1);
    out.state = model::status::succeeded;
    return out;
  }();
  rehearsal::memory_store store;
};

TEST_F(stored_pages, are_missed) {
  for (const std::string& gone : {page(0), page(1), page(2), page(0, paged_list::kept)}) {
    const std::string was = value(gone);
    write(gone, std::nullopt);
    expect_damage("a page is missing");
    write(gone, was);
    EXPECT_EQ(stored(store), record);
  }
}

TEST_F(stored_pages, are_found_to_be_others) {
  const std::string was = value(page(1));
  write(page(1), value(page(0)));
  expect_damage("a page stands twice");
  std::string bytes = was;
  bytes.back() ^= 1;
  write(page(1), bytes);
  expect_damage("a bit of a page");
  write(page(1), was.substr(0, was.size() - 1));
  expect_damage("a page is cut");
  write(page(1), was + '\0');
  expect_damage("a page is too long");
  write(page(1), "");
  expect_damage("a page is empty");
  write(page(1), '\x04' + was.substr(1));
  expect_damage("a page is no page");
  write(page(1), '\xff' + was.substr(1));
  expect_damage("a page of a later version", errc::too_new);
}

TEST_F(stored_pages, and_heads_are_not_taken_for_records) {
  const std::string head = value(record_key(long_one));
  const auto whole = decode_record(entity_kind::workflow, head);
  ASSERT_FALSE(whole.ok());
  EXPECT_EQ(whole.error().code, errc::corrupt);
  EXPECT_THAT(whole.error().text(), testing::HasSubstr("only a part"));
  const auto row = decode_row(entity_kind::workflow, head);
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(std::get<model::workflow_record>(row->record).version, record.version);
  ASSERT_EQ(row->pages.size(), 2U);
  EXPECT_EQ(row->pages[0].first, 3U);
  EXPECT_EQ(row->pages[1].first, 1U);
  // A head must have pages, or equal records would have two forms.
  const auto shorter = record_of(3);
  EXPECT_EQ(decode_row(entity_kind::workflow, encode_head(shorter)).error().code, errc::corrupt);
  for (size_t length = 0; length < head.size(); ++length)
    EXPECT_FALSE(decode_row(entity_kind::workflow, head.substr(0, length)).ok());
  EXPECT_FALSE(decode_row(entity_kind::workflow, head + '\0').ok());
  EXPECT_EQ(decode_row(entity_kind::workflow, '\xfe' + head.substr(1)).error().code, errc::too_new);
  EXPECT_FALSE(decode_row(entity_kind::bundle, head).ok());
  EXPECT_FALSE(decode_row(entity_kind::workflow, "\x80").ok());
}

TEST_F(stored_pages, follow_no_other_head) {
  const std::string head = value(record_key(long_one));
  const auto shorter = record_of(3);
  write(record_key(long_one), encode_row(&shorter));
  EXPECT_EQ(stored(store), shorter) << "one row is read";
  record_rows rows;
  ASSERT_TRUE(rows.take(record_key(long_one), encode_row(&shorter)).ok());
  EXPECT_EQ(rows.take(page(0), value(page(0))).error().code, errc::corrupt);
  auto longer = record;
  longer.nodes.edit_back().attempt = 9;
  write(record_key(long_one), encode_row(&longer));
  EXPECT_EQ(stored(store), longer) << "the same pages";
  longer.nodes.edit(0).attempt = 9;
  write(record_key(long_one), encode_row(&longer));
  expect_damage("the pages of an earlier step");
  write(record_key(long_one), head);
  const entity_id behind = job_id(entity_kind::workflow, root, root + 1);
  write(record_key(behind), encode_record(model::any_record(sample_workflow({}))));
  write(page(0, paged_list::kept), std::nullopt);
  expect_damage("another record follows");
}

TEST_F(stored_pages, are_shown_and_buried_as_one_record) {
  class counting final : public tree_visitor {
   public:
    bool tree(const entity_id& id, const model::any_record& first) override {
      return seen.push_back(id), begun = first, goes_in;
    }
    void entity(const entity_id& id, model::any_record&& all) override {
      seen.push_back(id), shown = std::move(all);
    }
    void tree_end(const entity_id&) override { ++ends; }
    std::vector<entity_id> seen;
    model::any_record begun, shown;
    bool goes_in = true;
    int ends = 0;
  } visitor;
  const auto report = scan_trees(store, visitor);
  ASSERT_TRUE(report.ok()) << report.error().text();
  EXPECT_EQ(report->entities, 1U);
  EXPECT_EQ(visitor.seen, (std::vector{long_one, long_one}));
  EXPECT_EQ(visitor.begun, model::any_record(record));
  EXPECT_EQ(visitor.shown, model::any_record(record));
  EXPECT_EQ(visitor.ends, 1);
  visitor.goes_in = false;
  EXPECT_EQ(scan_trees(store, visitor)->skipped, 1U);
  EXPECT_EQ(visitor.seen.size(), 3U);

  burial dead(store);
  ASSERT_TRUE(*dead.add(long_one, false));
  EXPECT_EQ(dead.take_workflows().at(0).nodes.size(), record.nodes.size());
  ASSERT_TRUE(store.write(dead.take_rows(), true).ok());
  EXPECT_EQ(store.rows(table::record), 0U);
}

TEST_F(stored_pages, take_the_place_of_a_long_row_of_an_earlier_version) {
  write(record_key(long_one), encode_record(&record, 4));
  for (size_t i = 0; i < 3; ++i) write(page(i), std::nullopt);
  write(page(0, paged_list::kept), std::nullopt);
  const model::workflow_record before = stored(store);
  EXPECT_EQ(before, record);
  auto after = before;
  after.nodes.push_back({});
  ASSERT_TRUE(store.write(step_between(&before, after, false).changes, true).ok());
  EXPECT_EQ(stored(store), after);
  EXPECT_EQ(store.rows(table::record), 5U);
}

}  // namespace
}  // namespace foliot::store

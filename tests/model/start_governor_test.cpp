// The token bucket and the queue of starts: never more than the limit lets, nobody lost.
#include "model/start_governor.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>
#include <vector>

#include "model/backlog.hpp"

namespace foliot::model {
namespace {

constexpr instant begin{1'767'225'600'000};

instant after(int64_t ms) { return plus_ms(begin, ms); }

entity_id action(job_number root, uint32_t number) {
  return {0, entity_kind::action, number, root, root};
}

waiting_start one(uint32_t number, start_priority priority = start_priority::normal,
                  int64_t nominal_ms = 0, job_number root = 1) {
  return {action(root, number), priority, after(nominal_ms), begin};
}

std::vector<uint32_t> numbers(const released_starts& out) {
  std::vector<uint32_t> numbers;
  for (const entity_id& id : out.starts) numbers.push_back(id.number);
  return numbers;
}

TEST(token_bucket, is_full_at_first_and_fills_by_the_minute) {
  token_bucket bucket({60, 2}, begin);
  EXPECT_TRUE(bucket.take(begin));
  EXPECT_TRUE(bucket.take(begin));
  EXPECT_FALSE(bucket.take(begin));
  EXPECT_EQ(bucket.ready_at(1, begin), after(1'000));
  EXPECT_EQ(bucket.ready_at(3, begin), after(3'000));
  EXPECT_FALSE(bucket.take(after(999)));
  EXPECT_TRUE(bucket.take(after(1'000)));
  EXPECT_FALSE(bucket.take(after(1'000)));
  EXPECT_EQ(bucket.at_hand(after(60'000)), 2U);
}

TEST(token_bucket, has_a_burst_of_ten_seconds_unless_told) {
  EXPECT_EQ((start_rate{600, 0}.at_once()), 100U);
  EXPECT_EQ((start_rate{1, 0}.at_once()), 1U);
  EXPECT_EQ((start_rate{600, 7}.at_once()), 7U);
}

TEST(token_bucket, goes_on_when_the_clock_is_set_back) {
  token_bucket bucket({60, 1}, after(3'600'000));
  EXPECT_TRUE(bucket.take(after(3'600'000)));
  EXPECT_FALSE(bucket.take(begin));
  EXPECT_TRUE(bucket.take(after(1'000)));
}

TEST(start_rule, is_read_from_properties) {
  const auto rule =
      start_rule_of({{"foliot.priority", "HIGH"}, {"foliot.starts.per.minute", "30"}});
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->priority, start_priority::high);
  EXPECT_EQ(rule->own, (start_rate{30, 0}));
  EXPECT_EQ(*start_rule_of({}), start_rule{});
  for (const auto& [name, value] : {std::pair{"foliot.priority", "high"},
                                    {"foliot.starts.per.minute", "-1"},
                                    {"foliot.starts.per.minute", "1000001"},
                                    {"foliot.starts.burst", "two"}}) {
    const auto refused = start_rule_of({{name, value}});
    ASSERT_FALSE(refused) << value;
    EXPECT_NE(refused.error().sentence.find(name), std::string::npos);
    EXPECT_FALSE(refused.error().remedy.empty());
  }
}

TEST(start_governor, lets_all_go_without_a_limit) {
  start_governor governor;
  for (uint32_t i = 1; i <= 3; ++i) governor.ask(one(i), {}, begin);
  EXPECT_EQ(governor.release(begin).starts.size(), 3U);
  EXPECT_EQ(governor.release(begin).again, never);
}

TEST(start_governor, goes_by_priority_then_by_nominal_time) {
  start_governor governor({60, 10});
  governor.ask(one(1, start_priority::low, 0), {}, begin);
  governor.ask(one(2, start_priority::normal, 2), {}, begin);
  governor.ask(one(3, start_priority::normal, 1), {}, begin);
  governor.ask(one(4, start_priority::very_high, 9), {}, begin);
  EXPECT_EQ(numbers(governor.release(begin)), (std::vector<uint32_t>{4, 3, 2, 1}));
}

TEST(start_governor, tells_places_and_times) {
  start_governor governor({60, 1});
  for (uint32_t i = 1; i <= 3; ++i) governor.ask(one(i, start_priority::normal, i), {}, begin);
  const released_starts out = governor.release(begin);
  EXPECT_EQ(numbers(out), std::vector<uint32_t>{1});
  EXPECT_EQ(out.again, after(1'000));
  EXPECT_FALSE(governor.place_of(action(1, 1), begin));
  const auto last = governor.place_of(action(1, 3), begin);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->place, 2U);
  EXPECT_EQ(last->of, 2U);
  EXPECT_EQ(last->about, after(2'000));
  EXPECT_FALSE(last->own_limit);
}

TEST(start_governor, a_tree_with_a_limit_holds_up_nobody_else) {
  start_governor governor;
  const start_rate own{60, 1};
  for (uint32_t i = 1; i <= 3; ++i)
    governor.ask(one(i, start_priority::very_high, 0, 7), own, begin);
  governor.ask(one(9, start_priority::low, 0, 8), {}, begin);
  EXPECT_EQ(numbers(governor.release(begin)), (std::vector<uint32_t>{1, 9}));
  const auto place = governor.place_of(action(7, 3), begin);
  ASSERT_TRUE(place);
  EXPECT_TRUE(place->own_limit);
  EXPECT_EQ(place->about, after(2'000));
}

TEST(start_governor, an_emptied_lane_keeps_its_bucket) {
  start_governor governor;
  const start_rate own{60, 1};
  governor.ask(one(1, start_priority::normal, 0, 7), own, begin);
  EXPECT_EQ(governor.release(begin).starts.size(), 1U);
  governor.ask(one(2, start_priority::normal, 0, 7), own, begin);
  EXPECT_TRUE(governor.release(after(999)).starts.empty());
  EXPECT_EQ(governor.release(after(1'000)).starts.size(), 1U);
}

TEST(start_governor, who_withdraws_is_not_let_go) {
  start_governor governor({60, 1});
  governor.ask(one(1), {}, begin);
  governor.ask(one(1), {}, begin);
  EXPECT_EQ(governor.waiting(), 1U);
  EXPECT_TRUE(governor.withdraw(action(1, 1)));
  EXPECT_FALSE(governor.withdraw(action(1, 1)));
  EXPECT_TRUE(governor.release(begin).starts.empty());
}

/// Any questions at any times, released whenever it is said that more can go.
TEST(start_governor, never_more_than_the_limit_and_nobody_lost) {
  EXPECT_TRUE(rc::check([](uint32_t rate_seed, uint32_t burst_seed,
                           const std::vector<std::pair<uint8_t, uint8_t>>& asked) {
    const start_rate all{1 + rate_seed % 200, 1 + burst_seed % 5};
    const start_rate own{1 + rate_seed % 50, 1 + burst_seed % 3};
    start_governor governor(all);
    std::vector<std::pair<instant, entity_id>> gone;
    std::set<entity_id> wanted;
    instant now = begin;
    instant again = never;
    const auto release = [&] {
      const released_starts out = governor.release(now);
      for (const entity_id& id : out.starts) gone.emplace_back(now, id);
      again = out.again;
      const bool waits = governor.waiting() != 0;
      const bool ahead = again > now && again != never;
      RC_ASSERT(waits == (again != never));
      RC_ASSERT(!waits || ahead);
    };
    uint32_t number = 0;
    for (const auto& [pause, kind] : asked) {
      const instant next = plus_ms(now, int64_t{pause} * 37);
      while (again <= next) now = again, release();
      now = next;
      const waiting_start who =
          one(++number, static_cast<start_priority>(kind % 5), kind, 1 + kind % 3);
      wanted.insert(who.id);
      governor.ask(who, kind % 2 == 0 ? own : start_rate{}, now);
      release();
    }
    while (again != never) now = again, release();
    std::set<entity_id> seen;
    for (const auto& [at, id] : gone) RC_ASSERT(seen.insert(id).second);
    RC_ASSERT(seen == wanted);
    for (size_t i = 0; i < gone.size(); ++i)
      for (size_t j = i; j < gone.size(); ++j) {
        const int64_t span = gone[j].first.ms - gone[i].first.ms;
        RC_ASSERT(static_cast<int64_t>(j - i + 1) * 60'000 <=
                  int64_t{all.burst} * 60'000 + span * all.per_minute);
      }
    for (job_number root = 1; root <= 3; ++root) {
      std::vector<instant> lane;
      for (const auto& [at, id] : gone)
        if (id.root == root && id.number != 0 && asked[id.number - 1].second % 2 == 0)
          lane.push_back(at);
      for (size_t i = 0; i < lane.size(); ++i)
        for (size_t j = i; j < lane.size(); ++j)
          RC_ASSERT(static_cast<int64_t>(j - i + 1) * 60'000 <=
                    int64_t{own.burst} * 60'000 + (lane[j].ms - lane[i].ms) * own.per_minute);
    }
  }));
}

TEST(start_governor, takes_another_limit_without_a_further_burst) {
  start_governor queue({60, 5});
  for (uint32_t i = 1; i <= 20; ++i) queue.ask(one(i, start_priority::normal, i), {}, begin);
  EXPECT_EQ(queue.release(begin).starts.size(), 5U);
  queue.limit({60, 10}, begin);
  EXPECT_TRUE(queue.release(begin).starts.empty()) << "room for more brings none at once";
  EXPECT_EQ(queue.limit().burst, 10U);
  EXPECT_EQ(queue.release(after(2'000)).starts.size(), 2U);
  queue.limit({6, 1}, after(2'000));
  EXPECT_EQ(queue.release(after(2'000)).again, after(12'000)) << "slower from now on";
  queue.limit({}, after(3'000));
  const released_starts rest = queue.release(after(3'000));
  EXPECT_EQ(rest.starts.size(), 13U) << "without a limit all go";
  EXPECT_EQ(rest.again, never);
  EXPECT_EQ(queue.at_hand(after(3'000)), UINT32_MAX);
  queue.limit({60, 3}, after(4'000));
  EXPECT_EQ(queue.at_hand(after(4'000)), 3U) << "a limit after none begins full";
}

TEST(start_governor, keeps_its_limit_however_often_it_is_changed) {
  EXPECT_TRUE(rc::check("no more tokens than the fastest limit gives", [] {
    start_governor queue({60, 4});
    for (uint32_t i = 1; i <= 500; ++i) queue.ask(one(i), {}, begin);
    size_t gone = 0;
    int64_t ms = 0;
    const int changes = *rc::gen::inRange(1, 60);
    for (int i = 0; i < changes; ++i) {
      gone += queue.release(after(ms)).starts.size();
      queue.limit({*rc::gen::inRange<uint32_t>(1, 61), *rc::gen::inRange<uint32_t>(1, 5)},
                  after(ms));
      ms += *rc::gen::inRange<int64_t>(0, 3'000);
    }
    gone += queue.release(after(ms)).starts.size();
    RC_ASSERT(gone <= 4 + static_cast<size_t>(ms / 1'000) + 1);
  }));
}

TEST(backlog, a_forecast_spends_what_is_at_hand_first) {
  std::array<uint64_t, backlog_minutes> due{};
  due[0] = 100;
  due[2] = 10;
  const auto out = forecast({30, 10}, 10, due);
  ASSERT_EQ(out.size(), backlog_minutes);
  EXPECT_EQ(out[0].released, 40U);
  EXPECT_EQ(out[0].left, 60U);
  EXPECT_EQ(out[1].released, 30U);
  EXPECT_EQ(out[2].due, 10U);
  EXPECT_EQ(out[2].released, 30U);
  EXPECT_EQ(out[3].released, 10U);
  EXPECT_EQ(out[3].left, 0U);
  EXPECT_EQ(forecast({}, UINT32_MAX, due)[0].released, 100U);
}

}  // namespace
}  // namespace foliot::model

// A sample of the messages that entities take.
#include "actors/load_meter.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace foliot::actors {
namespace {

constexpr instant now{1'767'571'200'000};

class still_clock final : public wall_clock {
 public:
  instant now() const override { return actors::now; }
};

entity_id one(entity_kind kind, job_number job) { return {0, kind, 0, job, job}; }

TEST(load_meter, finds_who_takes_most_messages) {
  load_meter meter;
  const still_clock clock;
  const entity_id busy = one(entity_kind::coordinator, 1);
  for (int i = 0; i < 3'000; ++i) {
    meter.took(busy, clock, [] { return 40U; });
    if (i % 3 == 0) meter.took(one(entity_kind::action, 2), clock, [] { return 90U; });
  }
  const load_picture seen = meter.look(now);
  ASSERT_EQ(seen.busiest.size(), 2U);
  EXPECT_EQ(seen.busiest[0].who, busy);
  EXPECT_GT(seen.busiest[0].samples, 2 * seen.busiest[1].samples);
  EXPECT_EQ(seen.busiest[0].most_waiting, 40U);
  EXPECT_EQ(seen.busiest[1].most_waiting, 90U);
  EXPECT_EQ(seen.kinds[2].taken, 3'000U);
  EXPECT_EQ(seen.kinds[3].taken, 1'000U);
  EXPECT_EQ(seen.samples, 4'000U / mail_sampled_every);
}

TEST(load_meter, looks_at_a_few_messages_only) {
  load_meter meter;
  const still_clock clock;
  uint32_t asked = 0;
  for (uint32_t i = 0; i < 10 * mail_sampled_every; ++i)
    meter.took(one(entity_kind::action, 1), clock, [&asked] { return ++asked; });
  EXPECT_EQ(asked, 10U);
}

TEST(load_meter, keeps_and_tells_a_bounded_number) {
  load_meter meter;
  const still_clock clock;
  for (job_number job = 1; job <= 100'000; ++job)
    meter.took(one(entity_kind::workflow, job), clock, [] { return 0U; });
  const load_picture seen = meter.look(now);
  EXPECT_LE(seen.samples, mail_samples_kept * mail_counters);
  EXPECT_EQ(seen.busiest.size(), busiest_told);
  EXPECT_EQ(seen.kinds[4].taken, 100'000U);
}

TEST(load_meter, forgets_what_is_old_and_what_lies_ahead) {
  const entity_id who = one(entity_kind::bundle, 1);
  load_picture seen;
  summarise({{who, 1, {now.ms - mail_window_ms}},
             {who, 2, {now.ms - mail_window_ms + 1}},
             {who, 3, now},
             {who, 4, {now.ms + 1}}},
            now, seen);
  EXPECT_EQ(seen.samples, 2U);
  EXPECT_EQ(seen.kinds[1].waiting, (std::vector<uint64_t>{2, 3}));
  EXPECT_EQ(seen.busiest.at(0).most_waiting, 3U);
}

TEST(load_meter, may_be_told_by_many_threads_at_once) {
  load_meter meter;
  const still_clock clock;
  std::vector<std::thread> threads;
  for (job_number job = 1; job <= 8; ++job)
    threads.emplace_back([&meter, &clock, job] {
      for (int i = 0; i < 20'000; ++i)
        meter.took(one(entity_kind::action, job), clock, [] { return 1U; });
    });
  for (int i = 0; i < 100; ++i) EXPECT_LE(meter.look(now).samples, mail_samples_kept * 16);
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(meter.look(now).kinds[3].taken, 160'000U) << "each thread counts by itself";
}

}  // namespace
}  // namespace foliot::actors

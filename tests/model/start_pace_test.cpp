// How fast and how late actions start: the last minute only.
#include "model/start_pace.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

namespace foliot::model {
namespace {

constexpr instant begin{1'767'225'600'000};

instant after(int64_t ms) { return plus_ms(begin, ms); }

TEST(start_pace, tells_starts_of_the_last_minute_and_how_late_they_were) {
  start_pace pace;
  pace.started(begin, after(400), after(1'000));
  pace.started(after(30'000), after(30'000), after(30'010));
  pace.ended(3, after(30'020));
  start_pace::picture seen = pace.look(after(31'000));
  EXPECT_EQ(seen.started, 2U);
  EXPECT_EQ(seen.ended, 3U);
  EXPECT_EQ(seen.behind_nominal, (std::vector<uint64_t>{1'000, 10}));
  EXPECT_EQ(seen.behind_ready, (std::vector<uint64_t>{600, 10}));
  seen = pace.look(after(70'000));
  EXPECT_EQ(seen.started, 1U) << "the first is older than a minute";
  EXPECT_EQ(seen.behind_nominal, std::vector<uint64_t>{10});
  seen = pace.look(after(200'000));
  EXPECT_EQ(seen.started + seen.ended + seen.behind_nominal.size(), 0U);
}

TEST(start_pace, knows_no_start_before_its_time) {
  start_pace pace;
  pace.started(after(5'000), after(5'000), begin);  // the clock was set back
  EXPECT_EQ(pace.look(begin).behind_nominal, std::vector<uint64_t>{0});
}

TEST(start_pace, keeps_a_bounded_number_and_counts_all) {
  start_pace pace;
  constexpr uint64_t many = 3 * late_starts_kept;
  for (uint64_t i = 0; i < many; ++i) pace.started(begin, begin, after(1));
  EXPECT_EQ(pace.look(after(2)).started, many);
  EXPECT_EQ(pace.look(after(2)).behind_nominal.size(), late_starts_kept);
}

TEST(recent_count, is_what_a_list_of_all_events_says) {
  EXPECT_TRUE(rc::check("the same count", [] {
    recent_count counts;
    std::vector<int64_t> seconds;
    int64_t now = *rc::gen::inRange<int64_t>(-100, 100);
    for (int i = 0; i < 50; ++i) {
      now += *rc::gen::inRange<int64_t>(0, 10);
      counts.add(1, instant{now * ms_per_second});
      seconds.push_back(now);
    }
    now += *rc::gen::inRange<int64_t>(0, 90);
    const auto in_window = std::count_if(seconds.begin(), seconds.end(), [&](int64_t at) {
      return at > now - pace_window_seconds && at <= now;
    });
    RC_ASSERT(counts.within(instant{now * ms_per_second + 999}) ==
              static_cast<uint64_t>(in_window));
  }));
}

}  // namespace
}  // namespace foliot::model

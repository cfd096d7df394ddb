#include "server/metrics.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "server/clocks.hpp"
#include "server/counter_ids.hpp"
#include "server/log_spdlog.hpp"

namespace foliot::server {
namespace {

bool has(const std::string& text, const std::string& line) {
  return text.find(line + "\n") != std::string::npos;
}

TEST(metrics, count_and_expose) {
  metrics m;
  m.transitions(entity_kind::action, 3);
  m.committed(3, 1000, 2'000'000);
  m.live(entity_kind::workflow, 2);
  m.live(entity_kind::workflow, -1);
  m.quarantined(1);
  m.run_started();
  m.run_ended("lost");
  m.why_unanswered();
  m.http_request(404);
  const std::string text = m.text();
  EXPECT_TRUE(has(text, "foliot_transitions_total{kind=\"action\"} 3")) << text;
  EXPECT_TRUE(has(text, "foliot_commits_total 1"));
  EXPECT_TRUE(has(text, "foliot_fsync_seconds_bucket{le=\"0.001\"} 0"));
  EXPECT_TRUE(has(text, "foliot_fsync_seconds_bucket{le=\"0.0025\"} 1"));
  EXPECT_TRUE(has(text, "foliot_live_actors{kind=\"workflow\"} 1"));
  EXPECT_TRUE(has(text, "foliot_quarantined 1"));
  EXPECT_TRUE(has(text, "foliot_safe_mode 0"));
  EXPECT_TRUE(has(text, "foliot_runs_ended_total{outcome=\"lost\"} 1"));
  EXPECT_TRUE(has(text, "foliot_why_unanswered_total 1"));
  EXPECT_TRUE(has(text, "foliot_http_requests_total{status=\"4xx\"} 1"));
  m.safe_mode(true);
  EXPECT_TRUE(has(m.text(), "foliot_safe_mode 1"));
}

TEST(clocks, run_forward_from_this_century) {
  const system_clock_source wall;
  const steady_clock_source steady;
  EXPECT_GT(wall.now().ms, 1'700'000'000'000);
  const int64_t first = steady.now_ns();
  EXPECT_GE(steady.now_ns(), first);
}

TEST(counter_ids, never_give_one_twice) {
  counter_ids ids;
  EXPECT_EQ(ids.next(), 0U);
  EXPECT_EQ(ids.next(), 1U);
}

TEST(log, writes_one_line_per_event_from_its_level_on) {
  const std::string path = ::testing::TempDir() + "foliot_log_" + std::to_string(::getpid());
  {
    const auto log = open_log(path, log_level::info);
    ASSERT_TRUE(log);
    (*log)->write(log_level::debug, "a.hidden", "not seen");
    (*log)->write(log_level::warn, "b.seen", "two\nlines {} %v");
  }
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  std::remove(path.c_str());
  EXPECT_EQ(text.str().substr(24), " warning b.seen two lines {} %v\n");
}

TEST(log, tells_when_the_file_cannot_be_opened) {
  const auto log = open_log("/proc/nothing/foliot.log", log_level::info);
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().place, "/proc/nothing/foliot.log");
}

}  // namespace
}  // namespace foliot::server

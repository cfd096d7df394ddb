#include "tests/sim/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace foliot::sim {
namespace {

std::string all_of(const sim_report& report) {
  std::string out;
  for (const std::string& violation : report.violations) out += violation + "\n";
  return out;
}

TEST(simulator, some_seeds_break_no_rule) {
  uint64_t crashes = 0;
  uint64_t succeeded = 0;
  sim_report rare;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    sim_options options;
    options.seed = seed;
    const sim_report report = simulate(options);
    EXPECT_EQ(all_of(report), "") << "again: foliot-sim --seed " << seed;
    crashes += report.crashes;
    succeeded += report.succeeded;
    rare.buried += report.buried;
    rare.paged += report.paged;
    rare.pages += report.pages;
    rare.reread += report.reread;
    rare.pruned += report.pruned;
    rare.reruns += report.reruns;
    rare.governed += report.governed;
    rare.flows.children += report.flows.children;
    rare.flows.reruns_below += report.flows.reruns_below;
    rare.flows.retries += report.flows.retries;
    rare.flows.joins += report.flows.joins;
    rare.flows.pauses += report.flows.pauses;
    rare.flows.overlaps += report.flows.overlaps;
    rare.flows.deepest = std::max(rare.flows.deepest, report.flows.deepest);
  }
  EXPECT_GT(crashes, 40U);
  EXPECT_GT(succeeded, 200U);
  EXPECT_GT(rare.buried, 40U);
  EXPECT_GT(rare.paged, 0U);
  EXPECT_GT(rare.pages, 0U);
  EXPECT_GT(rare.reread, 0U);
  EXPECT_GT(rare.pruned, 0U);
  EXPECT_GT(rare.reruns, 0U);
  EXPECT_GT(rare.governed, 0U);
  EXPECT_GT(rare.flows.children, 50U);
  EXPECT_GT(rare.flows.reruns_below, 0U);
  EXPECT_GT(rare.flows.retries, 50U);
  EXPECT_GT(rare.flows.joins, 200U);
  EXPECT_GT(rare.flows.pauses, 10U);
  EXPECT_GT(rare.flows.overlaps, 100U);
  EXPECT_EQ(rare.flows.deepest, 5U);
}

TEST(simulator, a_seed_gives_the_same_trace_again) {
  for (uint64_t seed = 101; seed <= 110; ++seed) {
    sim_options options;
    options.seed = seed;
    const sim_report once = simulate(options);
    const sim_report again = simulate(options);
    EXPECT_EQ(once.trace_hash, again.trace_hash) << "seed " << seed;
    EXPECT_EQ(once.steps, again.steps) << "seed " << seed;
  }
}

}  // namespace
}  // namespace foliot::sim

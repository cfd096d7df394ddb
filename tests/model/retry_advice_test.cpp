// Seed 004's section 4 with the right arithmetic; the figures are worked out by hand.
#include "model/retry_advice.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace foliot::model {
namespace {

retry_advice advice(const retry_question& question) { return advise(question).value(); }

TEST(retry_advice, needs_two_retries_for_three_nines_at_one_in_ten) {
  EXPECT_EQ(advice({.failure_probability = 0.1, .target = 0.999}).needed_retries, 2U);
  EXPECT_EQ(advice({.failure_probability = 0.1, .target = 0.9999}).needed_retries, 3U);
  EXPECT_EQ(
      advice({.failure_probability = std::pow(0.001, 1.0 / 23), .target = 0.999}).needed_retries,
      22U);
  EXPECT_EQ(advice({.failure_probability = 0, .target = 0.999}).needed_retries, 0U);
}

TEST(retry_advice, counts_times_and_waits) {
  retry_question question{.failure_probability = 0.1, .retries = 5, .duration = 10};
  EXPECT_NEAR(advice(question).expected_time, 11.1111, 1e-4);
  EXPECT_DOUBLE_EQ(advice(question).worst_time, 60);
  question.interval = 10;
  EXPECT_NEAR(advice(question).expected_time, 12.2222, 1e-4);
  EXPECT_DOUBLE_EQ(advice(question).worst_time, 110);
  question.policy = retry_policy::exponential;  // waits of 10, 20, 40, 80, 160 minutes
  EXPECT_NEAR(advice(question).expected_time,
              11.1111 + 10 * (0.1 + 2 * 0.01 + 4 * 0.001 + 8 * 1e-4 + 16 * 1e-5), 1e-4);
  EXPECT_DOUBLE_EQ(advice(question).worst_time, 60 + 310);
}

TEST(retry_advice, charges_each_retry_and_the_last_failure) {
  retry_question question{
      .failure_probability = 0.5, .retries = 2, .cost_failure = 80, .cost_retry = 8};
  // 0.5 * 8 + 0.25 * 8 + 0.125 * 80
  EXPECT_DOUBLE_EQ(advice(question).expected_cost, 16);
  EXPECT_EQ(advice(question).verdict, retry_verdict::more_is_better);
  question.cost_retry = 40;
  EXPECT_EQ(advice(question).verdict, retry_verdict::indifferent);
  question.cost_retry = 41;
  EXPECT_EQ(advice(question).verdict, retry_verdict::none_is_best);
}

TEST(retry_advice, says_that_nothing_mends_what_always_fails) {
  const auto refused = advise({.failure_probability = 1, .target = 0.9});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("repair the action"), std::string::npos);
  const auto all = advice({.failure_probability = 1, .target = 0.9, .retries = 3, .duration = 5});
  EXPECT_EQ(all.needed_retries, std::nullopt);
  EXPECT_EQ(all.success_probability, 0);
  EXPECT_EQ(all.expected_time, all.worst_time);
  EXPECT_EQ(all.verdict, retry_verdict::no_retry_helps);
}

TEST(retry_advice, refuses_what_is_out_of_range) {
  const double nan = std::nan("");
  EXPECT_FALSE(advise({.failure_probability = 1.1, .retries = 1}).ok());
  EXPECT_FALSE(advise({.failure_probability = nan, .retries = 1}).ok());
  EXPECT_FALSE(advise({.failure_probability = 0.1, .target = 1.0}).ok());
  EXPECT_FALSE(advise({.failure_probability = 0.1, .target = nan}).ok());
  EXPECT_FALSE(advise({.failure_probability = 0.1, .retries = 1001}).ok());
  EXPECT_FALSE(advise({.failure_probability = 0.1, .retries = 1, .duration = -1}).ok());
  EXPECT_FALSE(advise({.failure_probability = 0.1, .retries = 1, .cost_retry = INFINITY}).ok());
  EXPECT_FALSE(advise({.failure_probability = 0.1}).ok());
}

RC_GTEST_PROP(retry_advice, one_retry_less_misses_the_target, ()) {
  const double p = *rc::gen::inRange(1, 950) / 1000.0;
  const double target = *rc::gen::inRange(1, 999'999) / 1e6;
  const uint32_t n = advice({.failure_probability = p, .target = target}).needed_retries.value();
  RC_ASSERT(1 - std::pow(p, n + 1) >= target - 1e-9);
  if (n > 0) RC_ASSERT(1 - std::pow(p, n) < target + 1e-9);
}

RC_GTEST_PROP(retry_advice, the_verdict_is_that_of_the_costs, ()) {
  retry_question question{.failure_probability = *rc::gen::inRange(1, 1000) / 1000.0,
                          .cost_failure = *rc::gen::inRange(0, 1000) / 7.0,
                          .cost_retry = *rc::gen::inRange(0, 1000) / 13.0};
  question.retries = *rc::gen::inRange(0U, 20U);
  const double now = advice(question).expected_cost;
  question.retries = *question.retries + 1;
  const retry_advice more = advice(question);
  if (more.verdict == retry_verdict::more_is_better) RC_ASSERT(more.expected_cost <= now + 1e-9);
  if (more.verdict == retry_verdict::none_is_best) RC_ASSERT(more.expected_cost >= now - 1e-9);
}

}  // namespace
}  // namespace foliot::model

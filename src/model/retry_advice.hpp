// What a retry setting buys: chances, times and costs of an action that fails now and then.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.hpp"

namespace foliot::model {

enum class retry_policy : uint8_t { periodic, exponential };

/// The attempts are taken to fail independently of each other, each with the same probability.
struct retry_question {
  double failure_probability = 0;        ///< Of one attempt, 0..1.
  std::optional<double> target = {};     ///< Wanted probability of success, between 0 and 1.
  std::optional<uint32_t> retries = {};  ///< After the first attempt; else what `target` needs.
  double duration = 0;                   ///< Of one attempt, minutes.
  double interval = 0;  ///< Before a retry, minutes; doubled each time if exponential.
  retry_policy policy = retry_policy::periodic;
  double cost_failure = 0;  ///< Of the job's failure after the last attempt.
  double cost_retry = 0;    ///< Of each retry.
};

/// Whether one more retry lowers the expected cost: it changes it by
/// p^(n+1) * (cost_retry - cost_failure * (1 - p)), whose sign does not depend on n.
enum class retry_verdict : uint8_t { more_is_better, none_is_best, indifferent, no_retry_helps };
/// "more-is-better", ...
std::string_view name(retry_verdict verdict);

struct retry_advice {
  uint32_t retries = 0;                    ///< What the figures below are for.
  std::optional<uint32_t> needed_retries;  ///< For `target`; nothing if no number suffices.
  double success_probability = 0;
  double expected_time = 0;  ///< Minutes, waits included.
  double worst_time = 0;     ///< Minutes, when every attempt fails.
  double expected_cost = 0;
  retry_verdict verdict = retry_verdict::indifferent;
};

/// Success: 1 - p^(n+1). Fails with bad_input where a figure is out of its range, neither `target`
/// nor `retries` is given, or `target` needs more than limits::user_retries_max retries and
/// `retries` is not given. (Seed 004, section 4, with its arithmetic corrected.)
result<retry_advice> advise(const retry_question& question);

}  // namespace foliot::model

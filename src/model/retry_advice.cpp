#include "model/retry_advice.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/limits.hpp"

namespace foliot::model {

namespace {

failure out_of_range(std::string what, std::string remedy) {
  return {errc::bad_input, std::move(what), "", "", std::move(remedy)};
}

bool is_amount(double value) { return std::isfinite(value) && value >= 0; }

result<void> check(const retry_question& q) {
  if (!(q.failure_probability >= 0 && q.failure_probability <= 1))
    return out_of_range("the failure probability is not between 0 and 1",
                        "Give the share of attempts that fail, 0.1 for one of ten");
  if (q.target && !(*q.target > 0 && *q.target < 1))
    return out_of_range("the target is not between 0 and 1",
                        "Give the wanted share of successes, 0.999 for 99.9 %");
  if (q.retries && *q.retries > limits::user_retries_max)
    return out_of_range(
        "there are more than " + std::to_string(limits::user_retries_max) + " retries",
        "No action retries as often");
  if (!is_amount(q.duration) || !is_amount(q.interval))
    return out_of_range("duration and interval are minutes, not below 0", "");
  if (!is_amount(q.cost_failure) || !is_amount(q.cost_retry))
    return out_of_range("costs are not below 0", "");
  if (!q.target && !q.retries)
    return out_of_range("there is neither a target nor a number of retries",
                        "Give one of them, or both");
  return {};
}

/// The smallest number of retries that leaves no more failures than the target allows. Rounding
/// must not turn "exactly 99.9 %" into "not quite".
std::optional<uint32_t> needed(double p, double target) {
  constexpr double rounding = 1e-9;
  const double allowed = (1 - target) * (1 + rounding);
  double all_fail = p;
  for (uint32_t retries = 0; retries <= limits::user_retries_max; ++retries, all_fail *= p)
    if (all_fail <= allowed) return retries;
  return std::nullopt;
}

/// Minutes waited before retry `k` (from 0).
double wait_before(const retry_question& q, uint32_t k) {
  return q.policy == retry_policy::exponential ? std::ldexp(q.interval, static_cast<int>(k))
                                               : q.interval;
}

retry_verdict judge(const retry_question& q) {
  if (q.failure_probability == 1) return retry_verdict::no_retry_helps;
  const double gain = q.cost_failure * (1 - q.failure_probability);
  if (q.cost_retry < gain) return retry_verdict::more_is_better;
  if (q.cost_retry > gain) return retry_verdict::none_is_best;
  return retry_verdict::indifferent;
}

}  // namespace

std::string_view name(retry_verdict verdict) {
  static constexpr std::array<std::string_view, 4> names{"more-is-better", "none-is-best",
                                                         "indifferent", "no-retry-helps"};
  return names[static_cast<size_t>(verdict)];
}

result<retry_advice> advise(const retry_question& q) {
  if (auto fine = check(q); !fine) return fine.error();
  const double p = q.failure_probability;
  retry_advice out;
  if (q.target) out.needed_retries = needed(p, *q.target);
  if (!q.retries && !out.needed_retries)
    return out_of_range("no number of retries up to " + std::to_string(limits::user_retries_max) +
                            " reaches the target",
                        p == 1 ? "What always fails is not mended by retries: repair the action"
                               : "Lower the failure probability or the target");
  out.retries = q.retries ? *q.retries : *out.needed_retries;
  // Attempt k (from 0) takes place when the k before it failed.
  double reached = 1;
  out.expected_time = q.duration;
  out.worst_time = q.duration;
  for (uint32_t k = 0; k < out.retries; ++k) {
    reached *= p;
    const double attempt = wait_before(q, k) + q.duration;
    // What is never reached adds nothing, however long its wait has become.
    if (reached > 0) out.expected_time += reached * attempt;
    out.worst_time += attempt;
    out.expected_cost += reached * q.cost_retry;
  }
  if (!std::isfinite(out.worst_time) || !std::isfinite(out.expected_time))
    return out_of_range("the waits are too long for a number",
                        "Give fewer retries, or a shorter interval");
  const double all_fail = reached * p;
  out.success_probability = 1 - all_fail;
  out.expected_cost += all_fail * q.cost_failure;
  out.verdict = judge(q);
  return out;
}

}  // namespace foliot::model

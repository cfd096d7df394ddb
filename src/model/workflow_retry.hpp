// Whether and when an action that failed is run again (workflow.md 4, User retry; rulings 4.5 to
// 4.7).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "base/instant.hpp"
#include "el/evaluate.hpp"
#include "model/workflow.hpp"
#include "model/workflow_plan.hpp"

namespace foliot::model {

inline constexpr std::string_view retry_max_property = "foliot.wf.retry.max";
inline constexpr std::string_view retry_interval_property = "foliot.wf.retry.interval";
inline constexpr std::string_view retry_policy_property = "foliot.wf.retry.policy";
/// Error codes separated by commas, or ALL. In the oozie dialect they are retried besides Oozie's
/// own; else only they are.
inline constexpr std::string_view retry_codes_property = "foliot.wf.retry.codes";

/// The retries of an action: its attributes, else (lenient dialect) the job's properties, else
/// none. At most limits::user_retries_max, in the oozie dialect limits::user_retries_max_oozie.
/// Refuses with E0700 what is no number, and with EL_ERROR what cannot be evaluated; both fail the
/// job.
std::variant<node_retry, node_refusal> plan_retry(const retry_rule& rule, const configuration& conf,
                                                  const el::environment& in);

/// Whether a failure with that code is retried at all.
bool is_retried(std::string_view code, const configuration& conf);

/// The retries that an attribute `max` gives where the server allows `most`; an empty text: the
/// server's `standard`. Nothing where it is no number.
std::optional<uint32_t> retries_allowed(std::string_view max, uint32_t most, uint32_t standard);

/// When the next retry of `rule` comes after a failure at `now`: the interval, doubled with each
/// earlier one if exponential.
instant retry_at(const node_retry& rule, instant now);

}  // namespace foliot::model

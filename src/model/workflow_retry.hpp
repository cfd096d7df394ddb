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

inline constexpr std::string_view start_retries_property = "oozie.wf.action.max.retries";
inline constexpr std::string_view start_interval_property = "oozie.wf.action.retry.interval";
inline constexpr std::string_view start_policy_property = "foliot.wf.start.retry.policy";
inline constexpr std::string_view suspend_nodes_property = "oozie.suspend.on.nodes";
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

/// Starts that failed for a passing reason (workflow.md 4, System retry).
struct start_retries {
  uint16_t max = 0;
  uint32_t interval = 0;  ///< Seconds.
  bool exponential = false;
};
/// By the job's properties oozie.wf.action.max.retries, oozie.wf.action.retry.interval and
/// foliot.wf.start.retry.policy; what is no number counts as absent.
start_retries start_retries_of(const configuration& conf);
/// When the start after `tries` failed ones comes.
instant start_retry_at(const start_retries& rule, uint16_t tries, instant now);

/// Whether oozie.suspend.on.nodes names `node`, or is "*".
bool suspends_on(const configuration& conf, std::string_view node);

/// When the next retry of `rule` comes after a failure at `now`: the interval, doubled with each
/// earlier one if exponential.
instant retry_at(const node_retry& rule, instant now);

}  // namespace foliot::model

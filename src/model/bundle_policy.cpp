#include "model/bundle_policy.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/limits.hpp"

namespace foliot::model {
namespace {

constexpr std::string_view retry_max_property = "oozie.bundle.retry.max";
constexpr std::string_view retry_interval_property = "oozie.bundle.retry.interval";
constexpr std::string_view nocleanup_property = "oozie.bundle.retry.nocleanup";
constexpr std::string_view recovery_property = "oozie.bundle.recovery.path";
constexpr std::string_view pause_property = "oozie.bundle.pause.on.error";
constexpr std::string_view on_hold_property = "oozie.bundle.restart.coord.onhold";

std::string value_of(const configuration& conf, std::string_view name) {
  const auto found = conf.find(name);
  return found == conf.end() ? std::string() : found->second;
}

bool is_true(const configuration& conf, std::string_view name) {
  constexpr std::string_view truth = "true";
  const std::string text = value_of(conf, name);
  return std::equal(text.begin(), text.end(), truth.begin(), truth.end(),
                    [](char a, char b) { return (a | 0x20) == b; });
}

result<uint32_t> number_of(const configuration& conf, std::string_view name, uint32_t highest) {
  const std::string text = value_of(conf, name);
  uint32_t out = 0;
  if (text.empty()) return out;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error == std::errc() && end == text.data() + text.size() && out <= highest) return out;
  return failure{errc::bad_input, "the property " + std::string(name) + " is '" + text + "'",
                 "E1310", "", "Give a whole number from 0 to " + std::to_string(highest)};
}

}  // namespace

result<bundle_policy> policy_of(const bundle_definition& definition, dialect reading) {
  bundle_policy out;
  if (reading == dialect::oozie) return out;
  const configuration& conf = definition.conf;
  const auto most = number_of(conf, retry_max_property, limits::bundle_retry_max);
  if (!most) return most.error();
  const auto minutes = number_of(conf, retry_interval_property, limits::bundle_retry_minutes_max);
  if (!minutes) return minutes.error();
  out.retry_max = *most;
  out.retry_interval_ms = int64_t{*minutes} * ms_per_minute;
  out.nocleanup = is_true(conf, nocleanup_property);
  out.recovery_path = value_of(conf, recovery_property);
  out.pause_on_error = is_true(conf, pause_property);
  return out;
}

bool holds_bundle(const bundle_context& context, const bundle_record& record,
                  const bundle_member& member) {
  if (record.reading == dialect::oozie) return false;
  const auto& children = context.definition.coordinators;
  return is_true(context.definition.conf, pause_property) ||
         (member.index < children.size() && is_true(children[member.index].conf, on_hold_property));
}

bool awaits_recovery(const bundle_context& context, const bundle_record& record) {
  const auto policy = policy_of(context.definition, record.reading);
  return policy && !policy->recovery_path.empty() && !record.recovered;
}

bool is_error(status coordinator) {
  constexpr status_set errors{status::killed,
                              status::failed,
                              status::done_with_error,
                              status::running_with_error,
                              status::suspended_with_error,
                              status::paused_with_error};
  return errors.has(coordinator);
}

void decide_retry(const bundle_context& context, bundle_record& next, const child_summary& told,
                  instant now) {
  constexpr status_set retried{status::done_with_error, status::failed};
  const auto policy = policy_of(context.definition, next.reading);
  if (!policy || policy->retry_max == 0) return;
  const auto give_up = [&](const std::string& why) {
    next.error += (next.error.empty() ? "" : "; ") + why;
  };
  const bool can_rerun = std::any_of(next.members.begin(), next.members.end(),
                                     [](const bundle_member& m) { return m.created; });
  if (next.state == status::killed)
    return give_up("not retried: what is KILLED is not (" + std::string(retry_max_property) + ")");
  if (!retried.has(next.state)) return;
  if (next.retries >= policy->retry_max)
    return give_up("still with errors after " + std::to_string(next.retries) + " of " +
                   std::to_string(policy->retry_max) + " retries (" +
                   std::string(retry_max_property) + ")");
  if (!can_rerun) return give_up("not retried: no coordinator exists that could be rerun");
  if (told.all_good)
    return give_up(
        "not retried: every coordinator that exists SUCCEEDED, and one that was refused is not "
        "read again");
  next.retry_at = plus_ms(now, policy->retry_interval_ms);
}

}  // namespace foliot::model

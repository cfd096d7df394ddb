// The workflow that runs before a bundle's errors are retried (rulings 4.10).
#include <string>
#include <utility>

#include "model/bundle_policy.hpp"
#include "model/bundle_steps.hpp"

namespace foliot::model {

void drop_recovery(bundle_record& next) {
  if (next.recovered) next.recovery = 0;  // that one has ended
  next.recovered = false;
  next.recovery_void = next.recovery != 0;
}

bundle_step name_recovery(const bundle_record& record, const bundle_events::recovery_named& event,
                          instant now) {
  if (!is_terminal(record.state) || record.retry_at > now || record.recovery != 0)
    return bundle_step::refuse();
  bundle_record next = record;
  next.recovery = event.workflow;
  return move_bundle(std::move(next), record.state, now);
}

bundle_step end_recovery(const bundle_context& context, const bundle_record& record,
                         const bundle_events::recovery_ended& event, instant now) {
  if (event.workflow == 0 || event.workflow != record.recovery || record.recovered)
    return bundle_step::refuse();
  bundle_record next = record;
  if (!record.recovery_void && event.state == status::succeeded) {
    next.recovered = true;
    return move_bundle(std::move(next), record.state, now);
  }
  next.recovery = 0;
  next.recovery_void = false;
  if (!record.recovery_void) {
    const auto policy = policy_of(context.definition, record.reading);
    next.retry_at = never;
    if (next.error_code.empty()) next.error_code = event.code;
    next.error += (next.error.empty() ? "" : "; ") +
                  std::string("not retried: its recovery workflow (oozie.bundle.recovery.path = ") +
                  (policy ? policy->recovery_path : "") + ") is " + std::string(name(event.state)) +
                  (event.error.empty() ? "" : ": " + event.error);
  }
  return move_bundle(std::move(next), record.state, now);
}

}  // namespace foliot::model

// What a bundle's properties say of errors: try again, recover, pause (seed 004; rulings 4.9-4.11).
#pragma once

#include <cstdint>
#include <string>

#include "base/dialect.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/bundle.hpp"
#include "model/definition.hpp"

namespace foliot::model {

struct bundle_policy {
  uint32_t retry_max = 0;         ///< oozie.bundle.retry.max
  int64_t retry_interval_ms = 0;  ///< oozie.bundle.retry.interval, minutes there
  bool nocleanup = false;         ///< oozie.bundle.retry.nocleanup
  std::string recovery_path;      ///< oozie.bundle.recovery.path
  bool pause_on_error = false;    ///< oozie.bundle.pause.on.error

  friend bool operator==(const bundle_policy&, const bundle_policy&) = default;
};

/// Oozie's dialect knows none of the properties. Fails with bad_input, E1310, for a number that is
/// none, is negative or beyond limits::bundle_retry_max or limits::bundle_retry_minutes_max.
result<bundle_policy> policy_of(const bundle_definition& definition, dialect reading);

/// Whether a workflow has to run (or run to its end) before the next retry.
bool awaits_recovery(const bundle_context& context, const bundle_record& record);

/// Whether the first error of this member's coordinator pauses the bundle: by the bundle's
/// property, or by oozie.bundle.restart.coord.onhold in the coordinator's own configuration.
bool holds_bundle(const bundle_context& context, const bundle_record& record,
                  const bundle_member& member);

/// Whether a coordinator of that status is in error (rulings 4.11).
bool is_error(status coordinator);

/// Of a bundle that has just ended with `next.state`: when it tries again, or why it does not. Only
/// DONEWITHERROR and FAILED are retried, never KILLED, whoever killed the coordinators.
/// `told`: what is known of the coordinators that exist; when all of them SUCCEEDED nothing can be
/// retried.
void decide_retry(const bundle_context& context, bundle_record& next, const child_summary& told,
                  instant now);

}  // namespace foliot::model

// BUNDLE: starts its coordinators at the kick-off time and ends when they have ended (bundle.md).
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/coordinator.hpp"
#include "model/definition.hpp"
#include "model/status.hpp"
#include "model/step.hpp"
#include "model/summary.hpp"

namespace foliot::model {

/// A coordinator of a bundle (Oozie's "bundle action"). Its status is the coordinator's own; here
/// stands only what the coordinator does not know.
struct bundle_member {
  uint16_t index = 0;          ///< Into bundle_definition::coordinators.
  job_number coordinator = 0;  ///< Chosen when the bundle starts.
  bool created = false;        ///< Its record was written.
  bool pending = false;        ///< An order was sent and is not confirmed.
  bool refused = false;        ///< Its application was refused: it counts as FAILED.
  std::string refusal_code;    ///< Oozie's code, when refused.
  std::string refusal;         ///< Sentence, when refused.

  friend bool operator==(const bundle_member&, const bundle_member&) = default;
};

struct bundle_record {
  uint64_t version = 0;  ///< 0: not born.
  status state = status::none;
  instant created;
  instant modified;  ///< Of the last step.
  instant since;     ///< When `state` was entered.
  hash128 definition;
  std::string user;
  std::string name;
  std::string app_path;
  std::vector<bundle_member> members;  ///< Enabled coordinators, from the start on.
  std::string error_code;
  std::string error;  ///< Why it FAILED.

  friend bool operator==(const bundle_record&, const bundle_record&) = default;
};

namespace bundle_events {
/// Submitted. The definition's text is written in the same batch.
struct created {
  hash128 definition;
  std::string user;
  std::string name;
  std::string app_path;
};
/// Kick-off time reached, or asked to start. Ids for the enabled coordinators in order.
struct started {
  std::vector<job_number> coordinators;
};
/// The application of member `member` (position in members) was read and is sound.
struct coordinator_accepted {
  uint16_t member = 0;
  coordinator_events::created birth;
};
struct coordinator_refused {
  uint16_t member = 0;
  std::string code;
  std::string sentence;
};
struct children_changed {
  child_summary summary;
};
/// Member `member` confirmed the order it was sent (a terminal status confirms).
struct member_confirmed {
  uint16_t member = 0;
};
struct killed {};
}  // namespace bundle_events

using bundle_event =
    std::variant<bundle_events::created, bundle_events::started,
                 bundle_events::coordinator_accepted, bundle_events::coordinator_refused,
                 bundle_events::children_changed, bundle_events::member_confirmed,
                 bundle_events::killed>;

namespace bundle_effects {
struct wake_at {
  instant at;
};
/// Time to start: ids have to be chosen and `started` fed.
struct start {};
struct load_coordinator {
  uint16_t member = 0;
};
struct kill_coordinator {
  job_number coordinator = 0;
};
/// The parent's rule may apply now: the status-transition actor shall send its summary.
struct ask_summary {};
}  // namespace bundle_effects

using bundle_effect =
    std::variant<bundle_effects::wake_at, bundle_effects::start, bundle_effects::load_coordinator,
                 bundle_effects::kill_coordinator, bundle_effects::ask_summary>;

struct bundle_context {
  entity_id self;
  const bundle_definition& definition;
};

using bundle_step = step<bundle_record, coordinator_event>;

/// What the bundle does next. Births: the coordinator of an accepted member.
bundle_step advance(const bundle_context& context, const bundle_record& record,
                    const bundle_event& event, instant now);

/// What the record owes the world, on disk as it is; level-triggered, idempotent.
std::vector<bundle_effect> owed(const bundle_context& context, const bundle_record& record,
                                instant now);

}  // namespace foliot::model

// BUNDLE: starts its coordinators at the kick-off time, passes on what is ordered of it, and ends
// when they have ended (bundle.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/dialect.hpp"
#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/coordinator.hpp"
#include "model/definition.hpp"
#include "model/orders.hpp"
#include "model/status.hpp"
#include "model/step.hpp"
#include "model/summary.hpp"

namespace foliot::model {

/// What a coordinator of a bundle is ordered. On disk; never renumber.
enum class member_order : uint8_t {
  state = 0,   ///< Kill, suspend or resume: which of them follows from the bundle's status.
  change = 1,  ///< New times.
  rerun = 2    ///< Some of its actions start over.
};

/// Which actions of a coordinator start over, and how.
struct member_rerun {
  std::vector<std::pair<instant, instant>> times;  ///< None: all of them.
  rerun_options options;

  friend bool operator==(const member_rerun&, const member_rerun&) = default;
};

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
  // Serial numbers of the newest order of each kind that it has not confirmed; 0: none.
  uint32_t state_order = 0;
  uint32_t change_order = 0;
  uint32_t rerun_order = 0;
  coordinator_change change{};  ///< What it shall change, while `change_order` is set.
  member_rerun rerun{};         ///< What it shall rerun, while `rerun_order` is set.
  bool erred = false;           ///< Its first error state was seen, and held the bundle.

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
  std::string error;  ///< Why it FAILED, or why its errors are not retried any more.
  dialect reading =
      dialect::lenient;    ///< In Oozie's, the properties of bundle_policy mean nothing.
  uint32_t orders = 0;     ///< Serial number of the newest order to its coordinators.
  bool suspended = false;  ///< By an order, not by its coordinators only.
  instant pause_at = never;
  instant end_changed = never;  ///< The end that a change gave it, for its coordinators.
  uint32_t retries = 0;         ///< How often its errors were retried.
  instant retry_at = never;     ///< Of one that has ended: when it tries again.
  bool at_once = false;         ///< Starts whatever its kick-off time.
  job_number recovery = 0;      ///< The workflow that runs before the retry to come; 0: none yet.
  bool recovered = false;       ///< It SUCCEEDED.
  bool recovery_void = false;   ///< Nobody waits for it any more: it is killed.

  friend bool operator==(const bundle_record&, const bundle_record&) = default;
};

namespace bundle_events {
/// Submitted. The definition's text is written in the same batch.
struct created {
  hash128 definition;
  std::string user;
  std::string name;
  std::string app_path;
  dialect reading = dialect::lenient;
  bool at_once = false;  ///< "run" starts it whatever its kick-off time (bundle.md 3).
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
/// Member `member` answered its order `serial` (a terminal status confirms).
struct member_confirmed {
  uint16_t member = 0;
  member_order what = member_order::state;
  uint32_t serial = 0;
};
struct killed {};
struct suspended {};
struct resumed {};
/// The pause time has come.
struct pause_reached {};
/// A change that was judged and found good; `never` resets a time. `members` are told
/// `for_members`.
struct changed {
  std::optional<instant> pause;
  std::optional<instant> end;
  coordinator_change for_members;
  std::vector<uint16_t> members;
};
/// Some coordinators start actions over.
struct rerun {
  std::vector<uint16_t> members;
  member_rerun what;
};
/// The time to try again has come; `members` did not SUCCEED.
struct retried {
  std::vector<uint16_t> members;
};
/// The name of the workflow that runs before the retry.
struct recovery_named {
  job_number workflow = 0;
};
/// That workflow has ended, or was refused.
struct recovery_ended {
  job_number workflow = 0;
  status state = status::none;
  std::string code;
  std::string error;
};
/// Member `member` is in its first error state, and its errors hold the bundle (rulings 4.11).
struct member_erred {
  uint16_t member = 0;
};
/// Member `member` refused to rerun for the retry whose order is `serial`.
struct retry_refused {
  uint16_t member = 0;
  uint32_t serial = 0;
  std::string code;
  std::string sentence;
};
/// What members told while an earlier step was on its way to disk, in this order.
struct members_told {
  std::vector<coordinator_accepted> accepted;
  std::vector<coordinator_refused> refused;
  std::vector<member_confirmed> confirmed;
  std::vector<member_erred> erred;
  std::vector<retry_refused> refused_retries;
};
/// Of a bundle that has ended: a coordinator runs again, since something below it was rerun.
struct member_revived {
  uint16_t member = 0;
};
}  // namespace bundle_events

using bundle_event =
    std::variant<bundle_events::created, bundle_events::started,
                 bundle_events::coordinator_accepted, bundle_events::coordinator_refused,
                 bundle_events::children_changed, bundle_events::member_confirmed,
                 bundle_events::killed, bundle_events::suspended, bundle_events::resumed,
                 bundle_events::pause_reached, bundle_events::changed, bundle_events::rerun,
                 bundle_events::retried, bundle_events::member_erred, bundle_events::recovery_named,
                 bundle_events::recovery_ended, bundle_events::members_told,
                 bundle_events::retry_refused, bundle_events::member_revived>;

namespace bundle_effects {
struct wake_at {
  instant at;
};
/// Time to start: ids have to be chosen and `started` fed.
struct start {};
struct load_coordinator {
  uint16_t member = 0;
};
/// A coordinator gets an order; its answer is fed as `member_confirmed`. One that has ended and
/// rests obeys kill, suspend and resume by resting, and comes back for the others.
struct order_coordinator {
  uint16_t member = 0;
  member_order kind = member_order::state;
  uint32_t serial = 0;
  order what;
};
/// A coordinator was refused, and Oozie does without the others then: each that lives is killed.
struct kill_coordinators {};
/// The pause time is over: the shell feeds `pause_reached`.
struct pause {};
/// The shell finds out who did not SUCCEED and feeds `retried`.
struct retry {};
/// A workflow runs before the retry: the shell chooses its name and feeds `recovery_named`.
struct name_recovery {};
/// That workflow shall exist, once; its end is fed as `recovery_ended`.
struct recover {
  job_number workflow = 0;
};
/// That workflow shall end.
struct end_recovery {
  job_number workflow = 0;
};
/// The parent's rule may apply now: the status-transition actor shall send its summary.
struct ask_summary {};
}  // namespace bundle_effects

using bundle_effect =
    std::variant<bundle_effects::wake_at, bundle_effects::start, bundle_effects::load_coordinator,
                 bundle_effects::order_coordinator, bundle_effects::pause, bundle_effects::retry,
                 bundle_effects::ask_summary, bundle_effects::name_recovery,
                 bundle_effects::recover, bundle_effects::end_recovery,
                 bundle_effects::kill_coordinators>;

struct bundle_context {
  entity_id self;
  const bundle_definition& definition;
};

using bundle_step = step<bundle_record, coordinator_event>;

/// What the bundle does next. Births: the coordinators of accepted members.
bundle_step advance(const bundle_context& context, const bundle_record& record,
                    const bundle_event& event, instant now);

/// What the record owes the world, on disk as it is; level-triggered, idempotent.
std::vector<bundle_effect> owed(const bundle_context& context, const bundle_record& record,
                                instant now);

/// The serial number of the order of that kind that `member` has not confirmed; 0: none.
uint32_t unconfirmed(const bundle_member& member, member_order kind);

/// What `member` is owed by its unconfirmed order of that kind, as the bundle stands.
order order_to(const bundle_record& record, const bundle_member& member, member_order kind);

}  // namespace foliot::model

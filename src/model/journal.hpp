// One entry of the journal: a step that was taken, replayable (architecture 10).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/action.hpp"
#include "model/bundle.hpp"
#include "model/coordinator.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

using any_event = std::variant<bundle_event, coordinator_event, action_event, workflow_event>;
using any_record = std::variant<bundle_record, coordinator_record, action_record, workflow_record>;

/// Version of the rules in model/, el/ and time/. Grows whenever the same events could lead to
/// other records; replay with another version reports the first difference instead of failing.
inline constexpr uint16_t core_version = 7;

/// Why a step was taken: the journal entry whose effect it was, or who asked for it.
struct cause {
  uint64_t sequence = 0;  ///< Of the causing entry; 0: a command or the outside world.
  std::string user;       ///< Of a command.
  std::string address;    ///< Peer of the request, "127.0.0.1:4711".
  std::string request_id;

  friend bool operator==(const cause&, const cause&) = default;
};

struct journal_entry {
  uint64_t sequence = 0;  ///< Of the partition; rises by one per entry.
  uint32_t epoch = 0;
  entity_id entity;
  uint64_t version = 0;  ///< Of the entity after the step.
  instant now;
  any_event event;
  cause why;
  uint16_t core = core_version;
  hash128 definition;      ///< Of the entity after the step; zero for actions of their coordinator.
  std::string tz_version;  ///< Version of the tz database.
  hash128 digest;          ///< Of the encoded new record.
  /// No step, but the record as it was then: what the journal of an entity begins with once its
  /// older entries were purged. `event` means nothing then.
  std::shared_ptr<const any_record> snapshot = nullptr;
};

/// Status of any record; the parent of a record's entity, kind none for roots.
status state_of(const any_record& record);
uint64_t version_of(const any_record& record);
entity_id parent_of(const entity_id& self, const any_record& record);
/// Whether the record has an order unconfirmed (bundles: some member).
bool is_pending(const any_record& record);

/// One line for people: what `event` means, for `foliot log`. "12 actions materialised".
std::string describe(const any_event& event);
/// The event's stable name: "action.inputs-found".
std::string_view event_name(const any_event& event);

}  // namespace foliot::model

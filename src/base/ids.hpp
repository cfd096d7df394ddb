// Who is who: entities are integers inside the engine; their text (wire ids) is derived.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/instant.hpp"
#include "base/result.hpp"

namespace foliot {

/// On disk and in journal entries. Never renumber, never reuse.
enum class entity_kind : uint8_t {
  none = 0,
  bundle = 1,
  coordinator = 2,
  action = 3,
  workflow = 4
};

/// A job's number: the engine's epoch (one per opening of the data directory) and a counter in it.
using job_number = uint64_t;

constexpr job_number make_job_number(uint32_t epoch, uint32_t counter) {
  return (static_cast<uint64_t>(epoch) << 32) | counter;
}
constexpr uint32_t epoch_of(job_number job) { return static_cast<uint32_t>(job >> 32); }
constexpr uint32_t counter_of(job_number job) { return static_cast<uint32_t>(job); }

/// The address of an entity, and the start of every key on disk (architecture 9).
struct entity_id {
  uint16_t partition = 0;
  entity_kind kind = entity_kind::none;
  uint32_t number = 0;  ///< Coordinator actions: 1, 2, ...; otherwise 0.
  job_number root = 0;  ///< The outermost job of the tree.
  job_number job = 0;   ///< The job itself; for a coordinator action its coordinator.

  friend constexpr auto operator<=>(const entity_id&, const entity_id&) = default;
};

/// The address of action `number` of coordinator job `coordinator`.
constexpr entity_id action_of(const entity_id& coordinator, uint32_t number) {
  return {coordinator.partition, entity_kind::action, number, coordinator.root, coordinator.job};
}

/// The address of the coordinator that action `action` belongs to.
constexpr entity_id coordinator_of(const entity_id& action) {
  return {action.partition, entity_kind::coordinator, 0, action.root, action.job};
}

/// A wire id taken apart: "0000012-261121114357000-foliot-C@7" or "...-W@node".
struct parsed_wire_id {
  entity_kind kind = entity_kind::none;
  job_number job = 0;
  uint32_t number = 0;  ///< Of a coordinator action.
  std::string node;     ///< Of a workflow action; else empty.
};

/// Turns numbers into Oozie's ids and back: `NNNNNNN-yyMMddHHmmssSSS-SYSTEMID-C|B|W`, `...-C@n`,
/// `...-W@node` (coordinator.md 5.1, workflow.md 1). An epoch has one stamp and one system id.
class wire_ids {
 public:
  struct epoch_name {
    std::string stamp;      ///< 15 digits, yyMMddHHmmssSSS of the engine's start in UTC.
    std::string system_id;  ///< 1 to 14 characters.
  };

  /// Announces an epoch. Two epochs must differ in their stamp.
  void add(uint32_t epoch, epoch_name name);

  /// The job part, for example "0000012-261121114357000-foliot-C"; of an unknown epoch or kind,
  /// which what is stored may name, a text that is nobody's id.
  std::string job(entity_kind kind, job_number number) const;
  /// The full id of any entity; an action gets its "@n".
  std::string text(const entity_id& id) const;
  /// The id of node `node` of workflow `workflow`.
  std::string node(job_number workflow, std::string_view node) const;

  /// Takes an id apart. Nothing when it is no wire id of this engine (wrong shape, foreign stamp or
  /// system id).
  std::optional<parsed_wire_id> parse(std::string_view text) const;

 private:
  std::map<uint32_t, epoch_name> epochs_;
  std::map<std::string, uint32_t, std::less<>> by_stamp_;
};

/// `yyMMddHHmmssSSS` of `at` in UTC: the stamp of an epoch that begins then.
std::string epoch_stamp(instant at);

/// Whether `text` may be a system id: 1 to 14 of [A-Za-z0-9_-], since a job id has at most 40
/// characters.
result<void> check_system_id(std::string_view text);

}  // namespace foliot

template <>
struct std::hash<foliot::entity_id> {
  size_t operator()(const foliot::entity_id& id) const noexcept {
    uint64_t mixed = id.job * 0x9E3779B97F4A7C15ULL;
    mixed ^= (static_cast<uint64_t>(id.number) << 8) | static_cast<uint64_t>(id.kind);
    mixed *= 0xC2B2AE3D27D4EB4FULL;
    return static_cast<size_t>(mixed ^ (mixed >> 29) ^ id.root);
  }
};

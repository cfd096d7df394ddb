// Keys on disk: big-endian, so that their order on disk is their order in time (docs/storage.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/status.hpp"

namespace foliot::store {

/// The one partition there is today.
inline constexpr uint16_t partition_default = 0;

// -- tables that keep a tree together: (partition u16, root u64, ...) ----------------------------

/// table::record and table::quarantine: (partition, root, kind u8, job u64, number u32).
std::string record_key(const entity_id& id);
/// Takes a record key apart; nothing when its length or kind is wrong.
std::optional<entity_id> parse_record_key(std::string_view key);

/// The beginning of every key of a tree in record, journal, definition, quarantine and by_parent.
std::string tree_prefix(uint16_t partition, job_number root);

/// table::journal: (partition, root, sequence u64).
std::string journal_key(uint16_t partition, job_number root, uint64_t sequence);
struct journal_position {
  uint16_t partition = 0;
  job_number root = 0;
  uint64_t sequence = 0;
};
std::optional<journal_position> parse_journal_key(std::string_view key);

/// table::definition: (partition, root, hash 16 bytes).
std::string definition_key(uint16_t partition, job_number root, const hash128& hash);

/// table::by_parent: (partition, root, parent job u64, child job u64).
std::string by_parent_key(uint16_t partition, job_number root, job_number parent, job_number child);
/// All children of one parent begin with this.
std::string by_parent_prefix(uint16_t partition, job_number root, job_number parent);
/// The child of a by_parent key; nothing when the length is wrong.
std::optional<job_number> parse_by_parent_key(std::string_view key);

// -- tables that lead from outside to a tree: (partition u16, their own order) -------------------

/// What all of their keys begin with.
std::string partition_prefix(uint16_t partition);

/// table::by_id: (partition, job u64).
std::string by_id_key(uint16_t partition, job_number job);

/// table::by_created: (partition, kind u8, created u64, job u64). Times are biased by 2^63, so
/// that times before 1970 sort first.
std::string by_created_key(uint16_t partition, entity_kind kind, instant created, job_number job);
std::string by_created_prefix(uint16_t partition, entity_kind kind);

/// table::by_status: (partition, kind u8, status u8, created u64, job u64).
std::string by_status_key(uint16_t partition, entity_kind kind, model::status state,
                          instant created, job_number job);
std::string by_status_prefix(uint16_t partition, entity_kind kind, model::status state);

/// table::by_user: (partition, user, 00 00, kind u8, created u64, job u64). A zero byte in the user
/// is written 00 FF, so that no user is the beginning of another.
std::string by_user_key(uint16_t partition, std::string_view user, entity_kind kind,
                        instant created, job_number job);
std::string by_user_prefix(uint16_t partition, std::string_view user, entity_kind kind);

/// table::by_name: (partition, kind u8, name, 00 00, created u64, job u64), zero bytes written as
/// in by_user.
std::string by_name_key(uint16_t partition, entity_kind kind, std::string_view name,
                        instant created, job_number job);
std::string by_name_prefix(uint16_t partition, entity_kind kind, std::string_view name);

/// The text and the kind that all keys which begin with `prefix` have: what stands before the last
/// 16 bytes of a by_user or by_name key. Nothing when it is none.
struct named_prefix {
  entity_kind kind = entity_kind::none;
  std::string text;
};
std::optional<named_prefix> parse_by_user_prefix(std::string_view prefix);
std::optional<named_prefix> parse_by_name_prefix(std::string_view prefix);

/// table::by_external: (partition, kind u8, external id, 00 00, user, 00 00, job u64), zero bytes
/// written as in by_user.
std::string by_external_key(uint16_t partition, entity_kind kind, std::string_view external_id,
                            std::string_view user, job_number job);
/// All jobs of that kind with that external id; with a user, only that user's.
std::string by_external_prefix(uint16_t partition, entity_kind kind, std::string_view external_id);
std::string by_external_prefix(uint16_t partition, entity_kind kind, std::string_view external_id,
                               std::string_view user);
/// The job of a by_external key, its last 8 bytes; nothing when the key is too short.
std::optional<job_number> parse_by_external_key(std::string_view key);

/// table::audit: (partition, number u64), the oldest first.
std::string audit_key(uint16_t partition, job_number number);
std::string audit_prefix(uint16_t partition);
/// The number of an audit key; nothing when the length is wrong.
std::optional<job_number> parse_audit_key(std::string_view key);

/// The last 16 bytes of by_created, by_status, by_user and by_name keys.
struct age_of_job {
  instant created;
  job_number job = 0;
};
std::optional<age_of_job> parse_age(std::string_view key);
/// What stands before them; all of a key that is too short.
std::string_view before_age(std::string_view key);
/// The key of that job in the index whose keys begin with `prefix`.
std::string age_key(std::string prefix, instant created, job_number job);

// -- meta -----------------------------------------------------------------------------------------

/// "format": the version of the whole layout.
std::string format_key();
/// "epoch" and u32.
std::string epoch_key(uint32_t epoch);
std::string epoch_prefix();
std::optional<uint32_t> parse_epoch_key(std::string_view key);
/// "sequence" and partition u16: the last journal sequence given out in that partition.
std::string sequence_key(uint16_t partition);
/// "zone": the processing zone.
std::string zone_key();

// -- small values ---------------------------------------------------------------------------------

/// 8 bytes, big-endian.
std::string encode_u64(uint64_t value);
std::optional<uint64_t> decode_u64(std::string_view bytes);

/// The smallest key that is larger than every key that begins with `prefix`; empty ("to the end")
/// when there is none.
std::string prefix_end(std::string prefix);

}  // namespace foliot::store

// Where in a long journal the entries of each entity stand, and snapshots of those that have many:
// what makes any past state a matter of a few reads. A store of its own beside the database, made
// and brought up to date by `foliot replay` (store/past_index_build.hpp), of which an engine knows
// nothing; whoever deletes it loses time only. What it says is held against the journal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/journal.hpp"

namespace foliot::store {

/// What the tables of the index hold; keys begin as those of the database do (docs/replay.md).
namespace past_tables {
/// record key of the entity, first sequence u64 -> distances of the sequences that follow it.
inline constexpr table trails = table::journal;
/// record key of the entity, sequence u64 -> its record behind that entry.
inline constexpr table snapshots = table::record;
/// partition, root, latest time that entries saw so far u64 -> sequence of the next entry.
inline constexpr table times = table::by_created;
/// "at", number of the block u64 -> the times of its entries, 0 where there is none.
inline constexpr table moments = table::meta;
}  // namespace past_tables

/// Rows of the index; another version is made anew.
inline constexpr uint8_t past_index_version = 1;
/// Entries of one row of past_tables::moments.
inline constexpr uint64_t moments_in_block = 1'024;
/// An entity has a snapshot every so many of its own entries: what is folded at most.
inline constexpr uint64_t entries_of_snapshot = 256;
/// Between two rows of past_tables::times of one tree stand so many entries.
inline constexpr uint64_t entries_of_time = 256;

/// What an index is of.
struct past_stamp {
  uint64_t through = 0;  ///< The newest sequence that it knows.
  job_number root = 0;   ///< Of that entry.
  hash128 entry;         ///< Hash of that entry's bytes.
  uint64_t epochs = 0;   ///< How many the database had then.
  hash128 epochs_hash;   ///< Of their rows.
  std::string rules;     ///< Whose rules made the snapshots.
};

/// Reads an index. Every function fails as the store of the index does, and with errc::corrupt.
class past_index {
 public:
  /// `rows` outlives it.
  past_index(const kv_store& rows, past_stamp stamp) : rows_(&rows), stamp_(std::move(stamp)) {}

  /// Entries behind that sequence are unknown.
  uint64_t through() const { return stamp_.through; }

  /// Shows the sequences of `id` from `from` to `to`, both included, in order; false stops.
  result<void> trail(const entity_id& id, uint64_t from, uint64_t to,
                     const std::function<bool(uint64_t)>& visit) const;

  struct snapshot_row {
    uint64_t sequence = 0;
    std::shared_ptr<const model::any_record> record;
  };
  /// The newest snapshot at or before `at`, if there is one.
  result<std::optional<snapshot_row>> snapshot(const entity_id& id, uint64_t at) const;

  struct time_row {
    uint64_t sequence = 0;      ///< 0: the tree's beginning.
    instant latest{INT64_MIN};  ///< The latest time that the entries before it saw.
  };
  /// Where to look for the first entry of the tree that saw a time after `at`: no entry before that
  /// sequence did, and some `entries_of_time` entries on it stands at the latest.
  result<time_row> before_time(uint16_t partition, job_number root, instant at) const;

  /// The time that entry saw, nothing where there was none.
  result<std::optional<instant>> time_of(uint64_t sequence) const;

  /// Shows the times of all entries that it knows, in order.
  result<void> times(const std::function<void(uint64_t sequence, instant)>& visit) const;

  /// Shows the actions of `coordinator` that ever were, from number `first` on or back from it, in
  /// order, each with its first entry; false stops.
  result<void> actions(const entity_id& coordinator, uint32_t first, bool back,
                       const std::function<bool(const entity_id&, uint64_t born)>& visit) const;

 private:
  const kv_store* rows_;
  past_stamp stamp_;
};

/// The key of a row of trails or snapshots.
std::string past_key(const entity_id& id, uint64_t sequence);
std::string past_time_key(uint16_t partition, job_number root, instant latest);
std::string past_moments_key(uint64_t block);
/// The sequence at the end of a key of trails or snapshots.
uint64_t sequence_of_past_key(std::string_view key);

/// Distances of rising sequences as numbers.
std::string encode_trail(const std::vector<uint64_t>& sequences);
result<std::vector<uint64_t>> decode_trail(uint64_t first, std::string_view bytes);
std::string encode_moments(const std::vector<std::optional<instant>>& times);
result<std::vector<std::optional<instant>>> decode_moments(std::string_view bytes);

}  // namespace foliot::store

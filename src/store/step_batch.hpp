// What one step writes. Encoding happens where the step was taken, in any thread; the committer
// only adds the sequence and concatenates (architecture 3, 9, 10). All functions are pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/kv_store.hpp"
#include "model/journal.hpp"
#include "model/reader.hpp"
#include "store/codec.hpp"

namespace foliot::store {

/// A step that was accepted. Nothing is owned: all that it points to lives until `encode_step`
/// returns. A child born by a step is a recorded step of its own: no `before`, its `created` event,
/// the record that advancing a default record by it gives, the `now` of its parent's step.
struct recorded_step {
  entity_id entity;
  std::optional<record_view> before;  ///< Nothing at birth. Of the same kind as `after`.
  record_view after;
  event_view event;
  instant now;
  const model::cause* why = nullptr;
  std::string_view tz_version;  ///< time::zone_database().
  /// The pages of `before` are on disk as this layout has them: whoever steps wrote them itself.
  bool pages_stored = false;
  /// How many entries before this one's the step stands that led to it; 0: `why` says it.
  uint32_t behind = 0;
};

struct encoded_step {
  kv_batch changes;     ///< The record, its pages and the index rows that change.
  std::string journal;  ///< The journal value without what journal_change adds.
  uint64_t cause = 0;   ///< Sequence of the causing entry; 0: none, or `behind` says it.
  uint32_t behind = 0;  ///< As of the recorded step.
  hash128 digest;       ///< Of the row of the new record.
  size_t bytes = 0;     ///< Of all that it adds to a batch, the journal row included.
};

/// Encodes a step. Index rows: by_id, by_created, by_user, by_name at the birth of a job; by_parent
/// at the birth of a job with a parent; by_status at birth and whenever a job's status changes.
/// Coordinator actions have no index rows: their keys are derived from (job, number).
encoded_step encode_step(const recorded_step& step);

/// The journal row of a step. `sequence` counts from 1 without gaps in the partition.
kv_change journal_change(uint16_t partition, job_number root, uint64_t sequence, uint32_t epoch,
                         const encoded_step& step);

/// The last sequence that a group gave out. The committer adds it ONCE to every group, so that the
/// next start finds the sequence without reading the journal.
kv_change sequence_change(uint16_t partition, uint64_t last_sequence);

/// The row of a definition's text and the hash that names it. Goes into the same batch as the first
/// step that names the hash; writing it again changes nothing.
std::pair<hash128, kv_change> definition_change(uint16_t partition, job_number root,
                                                const model::definition_text& text);

/// What the birth of a root writes beside its step: the row of its definition and, where the
/// definition's configuration gives it an external id, the row that finds it by that
/// (model/external_id.hpp; the user is property user.name).
void add_root_rows(const entity_id& root, const model::definition_text& text, kv_batch& out);

/// The row of an entry of the audit; a later one of the same number takes its place.
kv_change audit_change(uint16_t partition, const model::audit_entry& entry);

/// Takes away the rows by which a job is found from outside its tree: by_id, by_created, by_user,
/// by_name and by_status. `record` is the one that is stored. Actions have none.
void erase_index_rows(const entity_id& id, const model::any_record& record, kv_batch& out);

/// The row of by_name that the birth of that job writes: for a store that is older than the table.
void add_name_row(const entity_id& id, const model::any_record& record, kv_batch& out);

/// Takes away the row that `add_root_rows` wrote into by_external, if it did.
void erase_external_row(const entity_id& root, const model::definition_text& text, kv_batch& out);

/// The journal of a snapshot: the whole record, as a tree's journal begins once its older entries
/// were purged. `now` is when it was taken.
encoded_step encode_snapshot(const entity_id& id, const model::any_record& record, instant now,
                             std::string_view tz_version);

/// The row that quarantines an entity.
kv_change quarantine_change(const model::quarantine_note& note);

/// The change that lets it go again.
kv_change release_change(const entity_id& id);

}  // namespace foliot::store

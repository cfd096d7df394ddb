// Folds the whole journal through the pure core and compares what comes out with what is stored
// (architecture 10). Reads only; the engine must not run.
#pragma once

#include <cstdint>
#include <string>

#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/reader.hpp"

namespace foliot::store {

struct replay_report {
  uint64_t trees = 0;
  uint64_t entries = 0;          ///< Of the journal.
  uint64_t entities = 0;         ///< With a journal or a record.
  uint64_t differ = 0;           ///< Entities whose steps or records are not what the core makes.
  uint64_t other_core = 0;       ///< Entries that another version of the core wrote.
  uint64_t unreadable = 0;       ///< Entries of which not all can be read.
  uint64_t unfolded = 0;         ///< Entries older than their entity's snapshot: not followed.
  std::string first_difference;  ///< One sentence; empty when nothing differs.
};

/// For every tree in key order: takes entry after entry, advances the entity by its event, compares
/// version and digest of the new record with the entry's, a child's first event with the birth its
/// parent's step gave, and in the end all records with the stored ones. An entity that differs is
/// counted once and not followed any more. Entries of another core version are folded as well: then
/// the first difference tells what the new rules changed. Where the old part of a living tree was
/// purged (docs/purge.md), what is left of it is followed from its snapshots on: an entity whose
/// birth is gone is taken as its oldest snapshot has it, and later snapshots are compared. An entry
/// that cannot be read is a difference of its entity (of the root, where even that is unknown),
/// told with its sequence and its place among the entries of its tree; the others are followed. A
/// part of the files that cannot be read makes its tree differ; the other trees are followed. Fails
/// only where the store cannot be read at all.
result<replay_report> replay(const kv_store& store, const model::definitions& definitions);

}  // namespace foliot::store

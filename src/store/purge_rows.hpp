// What the purge notes of the rows that it deletes.
#pragma once

#include <cstdint>

#include "store/purge.hpp"

namespace foliot::store {

/// Adds the entity `id` to `out`; a record of a range of actions counts as all of them.
void count(const entity_id& id, const model::any_record& record, purge_tally& out);
/// What is needed of workflow `id` to find its programs' output.
gone_workflow gone(const entity_id& id, const model::workflow_record& record);
/// Bytes of keys and values that `rows` deletes outside the tree's own tables.
uint64_t index_bytes(const kv_batch& rows);

}  // namespace foliot::store

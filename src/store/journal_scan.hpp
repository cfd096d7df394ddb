// Parts of one tree's journal, without decoding what nobody asks for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/journal.hpp"
#include "store/entry_head.hpp"

namespace foliot::store {

/// What becomes of an entry whose head was seen.
enum class entry_use : uint8_t { pass, take, stop };

/// Shows the entries of tree `root` from sequence `from` on that `judge` takes, in order; `visit`
/// false stops, as does `judge`. Fails as the store does, and with errc::corrupt at an entry that
/// cannot be read, naming its sequence. `lose`: is shown such an entry instead, where it can be
/// read whose it is; false stops.
result<void> scan_journal(
    const kv_store& store, uint16_t partition, job_number root, uint64_t from,
    const std::function<entry_use(uint64_t sequence, const entry_head&)>& judge,
    const std::function<bool(const model::journal_entry&)>& visit,
    const std::function<bool(const entity_id&, const failure&)>& lose = {});

/// The first sequence of the tree whose entry saw `at` or a later time, where clocks only went
/// forward; a few reads, however long the journal is. 0: all entries are earlier, or there is none.
result<uint64_t> first_entry_at(const kv_store& store, uint16_t partition, job_number root,
                                instant at);

/// The time that the entry `sequence` saw, whatever tree it is of: a read for each tree. Nothing
/// where there is none (it was purged, or not written yet).
result<std::optional<instant>> time_of_entry(const kv_store& store, uint16_t partition,
                                             uint64_t sequence);

}  // namespace foliot::store
